#!/bin/sh
# Makes one cluster of the six new nodes; harmless where there is one.
set -eu
address() { getent hosts "valkey-$1.valkey" | cut -d' ' -f1; }
for number in 0 1 2 3 4 5; do
  until valkey-cli -h "valkey-$number.valkey" ping | grep -q PONG; do sleep 1; done
done
if valkey-cli -h valkey-0.valkey cluster info | grep -q 'cluster_known_nodes:6'; then
  echo "The nodes are a cluster already."
  exit 0
fi
nodes=""
for number in 0 1 2 3 4 5; do nodes="$nodes $(address "$number"):6379"; done
# shellcheck disable=SC2086 # each address is a word
exec valkey-cli --cluster create $nodes --cluster-replicas 1 --cluster-yes
