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
OUR_UNITS='anabasis.service anabasis-backup.service anabasis-backup.timer'
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
  --door WHO           open, invite or closed: who may make an    SETUP_DOOR
                       account [open]
  --smtp URL|none      the server that takes mails [none]         SETUP_SMTP
  --mail-from ADDRESS  the sender of mails, with --smtp           SETUP_MAIL_FROM

  --yes                ask nothing: take the defaults in brackets SETUP_YES=1
  --dry-run            say what would be done, and do nothing
  --undo               remove service, units and proxy; games, backups and settings stay
  --undo --with-data   remove games, backups and settings as well, permanently
  --help               this

For example: deploy/setup.sh --yes --domain games.example --host Ada --door invite
It may be run again without harm, also with a newer release of this repository: settings
stay unless an option changes them, and so does each file that you have changed.
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
MAIL_FROM=${SETUP_MAIL_FROM:-} YES=${SETUP_YES:-} DRY='' UNDO='' WITH_DATA='' SITE=''

read_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --*=*)
        both=$1
        shift
        set -- "${both%%=*}" "${both#*=}" "$@"
        continue
        ;;
      --domain | --host | --door | --smtp | --mail-from)
        [ $# -gt 1 ] || fail "$1 needs a value: see --help"
        # Only the names above get here: --mail-from sets MAIL_FROM.
        eval "$(echo "${1#--}" | tr a-z- A-Z_)=\$2"
        shift
        ;;
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
  # What the settings of an earlier run say stays, so it is neither asked nor checked.
  kept=''
  if [ -f "$MARK" ] && [ -r "$SETTINGS" ]; then
    kept=1 SITE=$(first_name)
    HOST=${HOST:-$(sed -n 's/^host //p' "$MARK")}
    [ "$DOMAIN" != "$SITE" ] || DOMAIN=''
  fi
  [ -n "$SITE" ] || ask DOMAIN 'The host name that leads to this machine' ''
  ask HOST "The first host's name in the club" 'Host'
  [ -n "$kept" ] || ask DOOR 'Who may make an account: open, invite or closed' 'open'
  [ -n "$kept" ] || ask SMTP 'The server that takes mails (smtp://user:password@host:587), or none' 'none'
  if [ -n "$SMTP" ] && [ "$SMTP" != none ] && [ -z "$(setting ANABASIS_MAIL_FROM)" ]; then
    ask MAIL_FROM 'The sender of mails' "no-reply@${DOMAIN:-$SITE}"
  fi
  check_answers
  SITE=${DOMAIN:-$SITE}
}

# A host may have written it with other quotes, or without.
setting() {
  [ -r "$SETTINGS" ] || return 0
  sed -n "s/^$1=//p" "$SETTINGS" | tail -n 1 | sed "s/[[:space:]]*\$//; s/^'\\(.*\\)'\$/\\1/; s/^\"\\(.*\\)\"\$/\\1/"
}

# The first of ANABASIS_HOSTS that a site can have; .games.example stands for games.example, too.
first_name() {
  setting ANABASIS_HOSTS | tr -s ', \t' '\n' | sed 's/^\.//' |
    grep -x '[A-Za-z0-9][A-Za-z0-9.-]*\.[A-Za-z0-9-]*' | grep -vx '[0-9.]*' | head -n 1
}

port() {
  number=$(setting ANABASIS_PORT)
  [ -n "$number" ] || number=$(setting PORT)
  echo "${number:-8000}"
}

check_answers() {
  case ${DOMAIN:-$SITE} in
    '' | *[!A-Za-z0-9.-]* | .* | -* | *. | *..*) fail "'${DOMAIN:-$SITE}' is no host name: give one such as games.example" ;;
    *.*) ;;
    *) fail "'${DOMAIN:-$SITE}' is no host name of the internet: give one such as games.example" ;;
  esac
  case $DOOR in '' | open | invite | closed) ;; *) fail "'$DOOR' is no answer to who may make an account: give open, invite or closed" ;; esac
  case $SMTP in '' | none | smtp://?* | smtps://?*) ;; *) fail "'$SMTP' is no mail server: give smtp://user:password@host:587 or none" ;; esac
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
  place "$HERE/systemd/anabasis.sysusers" "$SYSUSERS"
  run systemd-sysusers ${ROOT:+--root="$ROOT"}
  for each in $OUR_UNITS; do
    place "$HERE/systemd/$each" "$UNITS/$each"
  done
}

# place NEW FILE: its copy in $ETC shows later whether the host has changed it.
place() {
  copy=$ETC/$(basename "$2").made
  if [ -e "$2" ] && ! is_free "$1" "$2"; then
    step "$2 was changed or is your own, so it stays; merge what is new from $copy"
  else
    run install -D -m 644 "$1" "$2.new"
    run mv -f -- "$2.new" "$2"
  fi
  run install -D -m 644 "$1" "$copy"
}

# is_free NEW FILE: true for a file that is as this script or a package made it.
is_free() {
  cmp -s "$1" "$2" || cmp -s "$ETC/$(basename "$2").made" "$2" || is_packaged "$2"
}

is_packaged() {
  sum=$(dpkg-query -W -f '${Conffiles}\n' caddy 2>/dev/null | awk -v file="${1#"$ROOT"}" '$1 == file { print $2 }')
  [ -n "$sum" ] && [ "$(md5sum "$1" | cut -d ' ' -f 1)" = "$sum" ]
}

write_settings() {
  step "Settings in $SETTINGS"
  [ -n "$DRY" ] && return
  # It holds secrets from its first byte on.
  ( umask 077; {
    echo "$OURS Edit it freely: a further run keeps your own lines."
    put ANABASIS_PROXIES '' 1
    put ANABASIS_HOSTS "$DOMAIN" ''
    put ANABASIS_URL "${DOMAIN:+https://$DOMAIN/}" "https://$SITE/"
    put ANABASIS_REGISTRATION "$DOOR" ''
    if [ "$SMTP" != none ]; then
      put ANABASIS_SMTP_URL "$SMTP" ''
      put ANABASIS_MAIL_FROM "$MAIL_FROM" ''
    fi
    # That of backups that exist must not change.
    put ANABASIS_BACKUP_PASSPHRASE '' "$(openssl rand -hex 32)"
    own_lines
  } >"$SETTINGS.new" )
  [ ! -f "$SETTINGS" ] || cmp -s "$SETTINGS" "$SETTINGS.new" || cp -p "$SETTINGS" "$SETTINGS.before"
  mv "$SETTINGS.new" "$SETTINGS"
}

# put NAME ANSWER DEFAULT: without an answer, the host's line as it is; without one, the default.
put() {
  if [ -z "$2" ] && [ -n "$(setting "$1")" ]; then
    grep "^$1=" "$SETTINGS" | tail -n 1
  elif [ -n "$2$3" ]; then
    echo "$1='${2:-$3}'"
  fi
}

own_lines() {
  [ -f "$SETTINGS" ] || return 0
  grep -v -e "^$OURS" -e '^ANABASIS_\(PROXIES\|HOSTS\|URL\|REGISTRATION\|SMTP_URL\|MAIL_FROM\|BACKUP_PASSPHRASE\)=' "$SETTINGS" || :
}

write_proxy() {
  step "Caddy for https://$SITE/"
  from=Caddyfile
  # Debian 12 has Caddy 2.6, in which one line differs.
  case $(caddy version 2>/dev/null) in v2.[0-6].* | 2.[0-6].*) from=Caddyfile.debian ;; esac
  new=$(mktemp)
  { echo "$OURS" && sed "s/{\$SITE:games.example}/$SITE/; s/127.0.0.1:8000/127.0.0.1:$(port)/" "$HERE/proxies/$from"; } >"$new"
  if [ -e "$CADDYFILE" ] && is_packaged "$CADDYFILE"; then run cp -p "$CADDYFILE" "$CADDYFILE.before-anabasis"; fi
  place "$new" "$CADDYFILE"
  rm -f -- "$new"
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
  wait_until is_ready || fail 'the service did not become ready: see journalctl -u anabasis'
  if grep -q '^made ' "$MARK"; then
    echo "    $(sed -n 's/^made //p' "$MARK") is host; anabasis admin link signs them in again."
    return
  fi
  # Made here, so that nobody else can take the name first, also where new players are invited.
  made=$(anabasis admin first-host "$HOST") || fail 'no host was made, for the reason above: if there is one already, anabasis admin link PLAYER signs them in'
  printf 'made %s\n' "$HOST" >>"$MARK"
  printf '%s\n' "    Open this link within ten minutes, in the browser that you play in:" "    $made"
}

is_ready() {
  python3 -c "from urllib.request import urlopen; urlopen('http://127.0.0.1:$(port)/readyz', timeout=2)" 2>/dev/null
}

# wait_until COMMAND: false if it has not become true within half a minute.
wait_until() {
  tries=30
  until "$@"; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || return 1
    sleep 1
  done
}

main() {
  read_options "$@"
  check_machine
  if [ -n "$UNDO" ]; then undo; else
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
  fi
  if [ -n "$DRY" ]; then
    step 'Nothing was done: this was a dry run'
  elif [ -z "$UNDO" ]; then
    step "Ready: $(setting ANABASIS_URL). Keep ANABASIS_BACKUP_PASSPHRASE of $SETTINGS elsewhere as well: backups are worth nothing without it."
  fi
}

# shellcheck source=setup_undo.sh
. "$HERE/setup_undo.sh"
main "$@"
