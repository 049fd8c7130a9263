#!/bin/sh
# Starts a node, its password from the environment. A node that was in a cluster before greets
# the others by their names: after a restart of all of them no address is as it was.
set -eu
greet() {
  until valkey-cli ping >/dev/null 2>&1; do sleep 1; done
  for number in 0 1 2 3 4 5; do
    address=$(getent hosts "valkey-$number.valkey" | cut -d' ' -f1)
    [ -z "$address" ] || valkey-cli cluster meet "$address" 6379 >/dev/null || true
  done
}
if [ "$(grep -c ' connected' /data/nodes.conf 2>/dev/null || true)" -gt 1 ] 2>/dev/null; then greet & fi
# exec replaces this shell, so that the server gets the signal to stop.
exec valkey-server - <<CONF
$(cat /etc/valkey/valkey.conf)
requirepass $REDISCLI_AUTH
primaryauth $REDISCLI_AUTH
cluster-announce-ip $POD_IP
CONF
