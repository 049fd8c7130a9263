# shellcheck shell=sh
# What `setup.sh --undo` does: it removes what that script has made, as far as nobody changed it.

undo() {
  [ -e "$MARK" ] || fail "$MARK is missing, so nothing here was made by this script: nothing was removed"
  step 'Stopping the service'
  if has_systemd; then
    run systemctl disable --quiet --now anabasis.service anabasis-backup.timer || :
    run systemctl stop anabasis-backup.service || :
  fi
  for each in $OUR_UNITS; do
    remove_copy "$HERE/systemd/$each" "$UNITS/$each" || :
  done
  remove_copy "$HERE/systemd/anabasis.sysusers" "$SYSUSERS" || :
  undo_proxy
  # Only a folder that holds this service's program.
  if [ -x "$CODE/bin/anabasis" ] && [ -f "$CODE/pyvenv.cfg" ]; then
    step "Removing $CODE"
    run rm -rf -- "$CODE"
  fi
  ! has_systemd || run systemctl daemon-reload
  if [ -n "$WITH_DATA" ]; then undo_data; else
    step "Games stay in $DATA, backups in $BACKUPS, settings in $ETC: --undo --with-data removes them"
  fi
}

remove_copy() {
  copy=$ETC/$(basename "$2").made
  [ -e "$2" ] || { run rm -f -- "$copy" && return; }
  if is_free "$1" "$2"; then run rm -f -- "$2" "$copy"; else
    step "$2 was changed and stays: remove our part of it by hand, as in $copy"
    return 1
  fi
}

undo_proxy() {
  # Neither the package's nor one that was the host's before.
  { [ -e "$CADDYFILE" ] && head -n 1 "$CADDYFILE" | grep -qF "$OURS"; } || return 0
  remove_copy "$ETC/Caddyfile.made" "$CADDYFILE" || return 0
  [ ! -e "$CADDYFILE.before-anabasis" ] || run mv -f -- "$CADDYFILE.before-anabasis" "$CADDYFILE"
  ! has_systemd || run systemctl reload-or-restart caddy.service || :
}

undo_data() {
  # One would go on writing, and keep the user from being removed.
  [ -n "$DRY" ] || wait_until no_process_is_left ||
    fail "processes of the user anabasis still run ($(processes)), so games, backups, settings and the user stay: end them, and run this again"
  for each in "$DATA" "$BACKUPS"; do
    [ -d "$each" ] || continue
    # A link, or a folder of another user's, is not what the units made.
    { [ ! -L "$each" ] && [ "$(stat -c %U "$each")" = anabasis ]; } ||
      fail "$each is no folder of the user anabasis: remove it by hand"
    step "Removing $each"
    run rm -rf -- "$each"
  done
  step "Removing the user and the settings in $ETC"
  if [ -z "$ROOT" ] && id anabasis >/dev/null 2>&1; then
    run userdel anabasis ||
      fail "the user anabasis could not be removed, so it stays, and $ETC with it; all else is gone: run this again"
  fi
  run rm -f -- "$SETTINGS" "$SETTINGS.before" "$MARK"
  run rmdir --ignore-fail-on-non-empty -- "$ETC"
}

# Of this machine alone: another root folder's user may have the number of someone here.
processes() {
  [ -n "$ROOT" ] || pgrep -d ' ' -u anabasis 2>/dev/null || :
}

no_process_is_left() {
  [ -z "$(processes)" ]
}
