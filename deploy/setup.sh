#!/bin/sh
# Set a club up on a fresh Debian (12 or newer) or Ubuntu (24.04 or newer): its user, the service,
# Caddy with a certificate, a backup each night, and the first host. Run it as root, in this
# repository. It may be run again: what is there stays, and what was interrupted goes on.
set -eu
umask 022
export LC_ALL=C

HERE=$(cd "$(dirname "$0")" && pwd)
SOURCE=$(dirname "$HERE")
# Beside another root folder, such as a chroot's, nothing of this machine is touched.
ROOT=${SETUP_ROOT:-}
CODE=$ROOT/opt/anabasis
ETC=$ROOT/etc/anabasis
SETTINGS=$ETC/anabasis.env
MARK=$ETC/made-by-setup
UNITS=$ROOT/etc/systemd/system
CADDYFILE=$ROOT/etc/caddy/Caddyfile
DATA=$ROOT/var/lib/anabasis
BACKUPS=$ROOT/var/lib/anabasis-backups
SYSUSERS=$ROOT/etc/sysusers.d/anabasis.conf
OURS='# Made by deploy/setup.sh of Anabasis.'

usage() {
  cat <<'END'
Usage: deploy/setup.sh [OPTION]...
Set a club up on this machine: user, service, proxy, nightly backup, first host.

It asks five questions, unless an option or a variable answers them:
  --domain NAME        the host name that leads to this machine   SETUP_DOMAIN
  --host NAME          the first host's name in the club          SETUP_HOST
  --door open|invite   who may make an account [open]             SETUP_DOOR
  --smtp URL|none      the server that takes mails [none]         SETUP_SMTP
  --mail-from ADDRESS  the sender of mails, with --smtp           SETUP_MAIL_FROM

  --yes                ask nothing: take the defaults in brackets SETUP_YES=1
  --dry-run            say what would be done, and do nothing
  --undo               remove service, units and proxy; games, backups and settings stay
  --undo --with-data   remove games, backups and settings as well, permanently
  --help               this

For example: deploy/setup.sh --yes --domain games.example --host Ada --door invite
It may be run again without harm, also with a newer release of this repository.
END
}

fail() {
  printf '%s\n' "setup: $1" >&2
  exit 1
}

step() {
  printf '%s\n' "==> $1"
}

run() {
  if [ -n "$DRY" ]; then printf '    would run: %s\n' "$*"; else "$@"; fi
}

DOMAIN=${SETUP_DOMAIN:-} HOST=${SETUP_HOST:-} DOOR=${SETUP_DOOR:-} SMTP=${SETUP_SMTP:-}
MAIL_FROM=${SETUP_MAIL_FROM:-} YES=${SETUP_YES:-} DRY='' UNDO='' WITH_DATA=''

read_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --domain | --host | --door | --smtp | --mail-from)
        [ $# -gt 1 ] || fail "$1 needs a value: see --help"
        set_option "$1" "$2"
        shift
        ;;
      --*=*) set_option "${1%%=*}" "${1#*=}" ;;
      --yes) YES=1 ;;
      --dry-run) DRY=1 ;;
      --undo) UNDO=1 ;;
      --with-data) WITH_DATA=1 ;;
      --help) usage && exit 0 ;;
      *) fail "there is no option $1: see --help" ;;
    esac
    shift
  done
  [ -z "$WITH_DATA" ] || [ -n "$UNDO" ] || fail "--with-data goes with --undo: see --help"
}

set_option() {
  case $1 in
    --domain) DOMAIN=$2 ;;
    --host) HOST=$2 ;;
    --door) DOOR=$2 ;;
    --smtp) SMTP=$2 ;;
    --mail-from) MAIL_FROM=$2 ;;
    *) fail "there is no option $1: see --help" ;;
  esac
}

# ask VARIABLE QUESTION DEFAULT
ask() {
  eval "answer=\${$1}"
  [ -z "$answer" ] || return 0
  if [ -n "$YES" ] || ! [ -t 0 ]; then
    [ -n "$3" ] || fail "$2? Give it: see --help"
    eval "$1=\$3"
    return 0
  fi
  printf '%s%s: ' "$2" "${3:+ [$3]}" >&2
  read -r answer || fail "no answer"
  eval "$1=\${answer:-\$3}"
}

ask_all() {
  # Answers of an earlier run stay; a new one of an option replaces them.
  if [ -f "$MARK" ] && [ -r "$SETTINGS" ]; then
    DOMAIN=${DOMAIN:-$(setting ANABASIS_HOSTS)}
    DOOR=${DOOR:-$(setting ANABASIS_REGISTRATION)}
    SMTP=${SMTP:-$(setting ANABASIS_SMTP_URL)}
    MAIL_FROM=${MAIL_FROM:-$(setting ANABASIS_MAIL_FROM)}
    HOST=${HOST:-$(sed -n 's/^host //p' "$MARK")}
    DOOR=${DOOR:-open} SMTP=${SMTP:-none}
  fi
  ask DOMAIN 'The host name that leads to this machine' ''
  ask HOST "The first host's name in the club" 'Host'
  ask DOOR 'Who may make an account: open or invite' 'open'
  ask SMTP 'The server that takes mails (smtp://user:password@host:587), or none' 'none'
  [ "$SMTP" = none ] || ask MAIL_FROM 'The sender of mails' "no-reply@$DOMAIN"
  check_answers
}

# A host may have written it with other quotes, or without.
setting() {
  sed -n "s/^$1=//p" "$SETTINGS" | tail -n 1 | sed "s/^'\\(.*\\)'\$/\\1/; s/^\"\\(.*\\)\"\$/\\1/"
}

check_answers() {
  case $DOMAIN in
    '' | *[!A-Za-z0-9.-]* | .* | -* | *. | *..*) fail "'$DOMAIN' is no host name: give one such as games.example" ;;
    *.*) ;;
    *) fail "'$DOMAIN' is no host name of the internet: give one such as games.example" ;;
  esac
  case $DOOR in open | invite) ;; *) fail "'$DOOR' is no answer to who may make an account: give open or invite" ;; esac
  case $SMTP in none | smtp://?* | smtps://?*) ;; *) fail "'$SMTP' is no mail server: give smtp://user:password@host:587 or none" ;; esac
  # They are quoted in the file of settings.
  case $DOMAIN$HOST$SMTP$MAIL_FROM in *"'"* | *'
'*) fail "an answer has a quote or a line break in it: give one without" ;; esac
  [ "${#HOST}" -le 40 ] || fail "'$HOST' is too long: give a name of at most 40 characters"
}

check_machine() {
  [ -n "$DRY" ] || [ "$(id -u)" = 0 ] || fail "run it as root: sudo $0"
  [ -f "$SOURCE/pyproject.toml" ] && [ -f "$HERE/requirements.lock" ] ||
    fail "$SOURCE is no copy of the repository: clone it whole"
  command -v apt-get >/dev/null || fail "this machine has no apt-get: the script is for Debian and Ubuntu; the handbook has the steps"
  [ -z "$ROOT" ] || [ -d "$ROOT" ] || fail "there is no folder $ROOT"
  # A service that somebody set up by hand keeps its settings, and is not ours to change.
  if [ -e "$SETTINGS" ] && ! [ -e "$MARK" ]; then
    fail "$SETTINGS was not made by this script: go on by hand, as the handbook says"
  fi
}

install_packages() {
  missing=''
  for each in python3-venv caddy openssl; do
    dpkg-query -W -f '${Status}' "$each" 2>/dev/null | grep -q ' installed' || missing="$missing $each"
  done
  [ -z "$missing" ] && return
  step "Installing$missing"
  run apt-get update -qq
  # shellcheck disable=SC2086 # names of packages
  run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
}

check_python() {
  [ -n "$DRY" ] && return
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed; this is $(python3 -V): use Debian 12 or Ubuntu 24.04, or newer"
}

mark() {
  # First of all: what a run leaves half done is known as ours, too.
  [ -n "$DRY" ] && return
  install -d -m 755 "$ETC"
  made=''
  [ ! -f "$MARK" ] || made=$(sed -n 's/^made //p' "$MARK")
  printf '%s\n' "$OURS" "host $HOST" ${made:+"made $made"} >"$MARK.new"
  mv "$MARK.new" "$MARK"
}

install_service() {
  step "Installing the service in $CODE (a minute or two the first time)"
  run python3 -m venv "$CODE"
  pip="$CODE/bin/python -m pip --disable-pip-version-check --quiet --no-input install"
  # shellcheck disable=SC2086 # a command and its words
  run $pip --require-hashes -r "$HERE/requirements.lock"
  # shellcheck disable=SC2086
  run $pip --require-hashes --upgrade --target "$CODE/build" -r "$HERE/requirements-build.lock"
  # shellcheck disable=SC2086
  run env PYTHONPATH="$CODE/build" $pip --no-deps --no-build-isolation --force-reinstall "$SOURCE"
}

install_user() {
  step 'The user anabasis and the units'
  run install -D -m 644 "$HERE/systemd/anabasis.sysusers" "$SYSUSERS"
  run systemd-sysusers ${ROOT:+--root="$ROOT"}
  run install -d -m 755 "$UNITS"
  for each in anabasis.service anabasis-backup.service anabasis-backup.timer; do
    run install -m 644 "$HERE/systemd/$each" "$UNITS/$each"
  done
}

write_settings() {
  step "Settings in $SETTINGS"
  [ -n "$DRY" ] && return
  # The passphrase of backups that exist must not change, nor the proxies in front of ours.
  passphrase='' proxies=''
  if [ -f "$SETTINGS" ]; then
    passphrase=$(setting ANABASIS_BACKUP_PASSPHRASE)
    proxies=$(setting ANABASIS_PROXIES)
  fi
  # It holds secrets from its first byte on.
  ( umask 077; {
    echo "$OURS Edit it freely: a further run keeps your own lines."
    echo "ANABASIS_PROXIES='${proxies:-1}'"
    echo "ANABASIS_HOSTS='$DOMAIN'"
    echo "ANABASIS_URL='https://$DOMAIN/'"
    echo "ANABASIS_REGISTRATION='$DOOR'"
    if [ "$SMTP" != none ]; then
      echo "ANABASIS_SMTP_URL='$SMTP'"
      echo "ANABASIS_MAIL_FROM='$MAIL_FROM'"
    fi
    echo "ANABASIS_BACKUP_PASSPHRASE='${passphrase:-$(openssl rand -hex 32)}'"
    own_lines
  } >"$SETTINGS.new" )
  [ ! -f "$SETTINGS" ] || cmp -s "$SETTINGS" "$SETTINGS.new" || cp -p "$SETTINGS" "$SETTINGS.before"
  mv "$SETTINGS.new" "$SETTINGS"
}

own_lines() {
  [ -f "$SETTINGS" ] || return 0
  grep -v -e "^$OURS" -e '^ANABASIS_\(PROXIES\|HOSTS\|URL\|REGISTRATION\|SMTP_URL\|MAIL_FROM\|BACKUP_PASSPHRASE\)=' "$SETTINGS" || :
}

write_proxy() {
  if [ -e "$CADDYFILE" ] && ! is_free "$CADDYFILE"; then
    step "$CADDYFILE is your own and stays: put the site of $HERE/proxies/Caddyfile into it"
    return
  fi
  step "Caddy for https://$DOMAIN/"
  [ -n "$DRY" ] && return
  from=Caddyfile
  # Debian 12 has Caddy 2.6, in which one line differs.
  case $(caddy version 2>/dev/null) in v2.[0-6].* | 2.[0-6].*) from=Caddyfile.debian ;; esac
  install -d -m 755 "$(dirname "$CADDYFILE")"
  if [ -e "$CADDYFILE" ] && ! head -n 1 "$CADDYFILE" | grep -qF "$OURS"; then
    cp -p "$CADDYFILE" "$CADDYFILE.before-anabasis"
  fi
  { echo "$OURS" && sed "s/{\$SITE:games.example}/$DOMAIN/" "$HERE/proxies/$from"; } >"$CADDYFILE.new"
  if [ -e "$CADDYFILE" ] && ! cmp -s "$CADDYFILE" "$CADDYFILE.new"; then
    cp -p "$CADDYFILE" "$CADDYFILE.replaced"
  fi
  mv "$CADDYFILE.new" "$CADDYFILE"
  cp -p "$CADDYFILE" "$ETC/Caddyfile.made"
}

# True for a Caddyfile that is ours, or that the package brought and nobody has changed.
is_free() {
  head -n 1 "$1" | grep -qF "$OURS" && return 0
  sum=$(dpkg-query -W -f '${Conffiles}\n' caddy 2>/dev/null | awk '$1 == "/etc/caddy/Caddyfile" { print $2 }')
  [ -n "$sum" ] && [ "$(md5sum "$1" | cut -d ' ' -f 1)" = "$sum" ]
}

has_systemd() {
  [ -z "$ROOT" ] && [ -d /run/systemd/system ]
}

start() {
  if ! has_systemd; then
    step 'systemd does not run here: start anabasis.service and anabasis-backup.timer, then reload caddy'
    return
  fi
  step 'Starting the service, the timer of the backups, and Caddy'
  run systemctl daemon-reload
  run systemctl enable --quiet --now anabasis.service anabasis-backup.timer caddy.service
  # A service that ran already goes on with the new code and settings.
  run systemctl restart anabasis.service
  run systemctl reload caddy.service
}

# The service's own commands, as its user and with its settings.
anabasis() (
  set -a
  # shellcheck disable=SC1090
  . "$SETTINGS"
  export ANABASIS_DATA="$DATA/games"
  cd "$DATA"
  exec runuser -u anabasis -- "$CODE/bin/anabasis" "$@"
)

make_host() {
  has_systemd && [ -z "$DRY" ] || return 0
  step 'The first host'
  wait_until_ready
  if grep -q '^made ' "$MARK"; then
    echo "    $(sed -n 's/^made //p' "$MARK") is host; anabasis admin link signs them in again."
    return
  fi
  # Made here, so that nobody else can take the name first, also where new players are invited.
  made=$(anabasis admin first-host "$HOST") || fail 'the host could not be made: see journalctl -u anabasis'
  printf 'made %s\n' "$HOST" >>"$MARK"
  printf '%s\n' "    Open this link within ten minutes, in the browser that you play in:" "    $made"
}

wait_until_ready() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
    python3 -c 'from urllib.request import urlopen; urlopen("http://127.0.0.1:8000/readyz", timeout=2)' 2>/dev/null && return
    sleep 1
  done
  fail 'the service did not become ready: see journalctl -u anabasis'
}

undo() {
  [ -e "$MARK" ] || fail "$MARK is missing, so nothing here was made by this script: nothing was removed"
  step 'Stopping the service'
  if has_systemd; then
    run systemctl disable --quiet --now anabasis.service anabasis-backup.timer || :
  fi
  for each in anabasis.service anabasis-backup.service anabasis-backup.timer; do
    remove_copy "$HERE/systemd/$each" "$UNITS/$each"
  done
  remove_copy "$HERE/systemd/anabasis.sysusers" "$SYSUSERS"
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
  [ -e "$2" ] || return 0
  if cmp -s "$1" "$2"; then run rm -f -- "$2"; else step "$2 was changed and stays: remove it by hand"; fi
}

undo_proxy() {
  if [ -e "$CADDYFILE" ] && head -n 1 "$CADDYFILE" | grep -qF "$OURS"; then
    # Sites of the host's own may have been added to it.
    if [ -e "$ETC/Caddyfile.made" ] && ! cmp -s "$CADDYFILE" "$ETC/Caddyfile.made"; then
      step "$CADDYFILE was changed and stays: remove our site by hand"
      return
    fi
    run rm -f -- "$ETC/Caddyfile.made"
    step "Removing our $CADDYFILE"
    if [ -e "$CADDYFILE.before-anabasis" ]; then
      run mv -f -- "$CADDYFILE.before-anabasis" "$CADDYFILE"
    else
      run rm -f -- "$CADDYFILE"
    fi
    ! has_systemd || run systemctl reload-or-restart caddy.service || :
  fi
}

undo_data() {
  for each in "$DATA" "$BACKUPS"; do
    [ -d "$each" ] || continue
    # A link, or a folder of another user's, is not what the units made.
    { [ ! -L "$each" ] && [ "$(stat -c %U "$each")" = anabasis ]; } ||
      fail "$each is no folder of the user anabasis: remove it by hand"
    step "Removing $each"
    run rm -rf -- "$each"
  done
  step "Removing the settings in $ETC and the user"
  run rm -f -- "$SETTINGS" "$SETTINGS.before" "$MARK" "$ETC/Caddyfile.made"
  run rmdir --ignore-fail-on-non-empty -- "$ETC"
  if [ -z "$ROOT" ] && id anabasis >/dev/null 2>&1; then run userdel anabasis; fi
}

main() {
  read_options "$@"
  check_machine
  if [ -n "$UNDO" ]; then
    undo
    return
  fi
  ask_all
  install_packages
  check_python
  mark
  install_service
  install_user
  write_settings
  write_proxy
  start
  make_host
  step "Ready: https://$DOMAIN/. Keep ANABASIS_BACKUP_PASSPHRASE of $SETTINGS elsewhere as well: backups are worth nothing without it."
}

main "$@"
