"""The log and the keys on a real cluster: scripts, reads and pipelines keep to one slot."""

from service.heads.keys import SigningKeys
from service.heads.log import Head, HeadLog
from service.heads.tree import leaf_hash
from service.store.redis_store import RedisStore


def test_heads_are_recorded_and_signed_on_a_cluster(cluster_url: str):
    client = RedisStore.of_url(cluster_url).client
    log, keys = HeadLog(client), SigningKeys(client)
    heads = [Head(f"on-a-cluster-{n}", 1, f"{n:064x}") for n in range(300)]
    before = log.size()
    assert log.append(heads, 1) == 300
    assert log.append(heads, 2) == 0
    log.keep_checkpoints({1: "1-1"})
    log.heal()
    assert log.size() == before + 300
    assert log.checkpoints()[1] == "1-1"
    place, tree = log.place("on-a-cluster-299"), log.tree()
    assert place is not None
    assert tree.leaf(place.index) == leaf_hash(heads[299].text)
    assert tree.inclusion(place.index)
    key, _ = keys.sign(b"text")
    assert keys.rotate().endorsement
    assert keys.published()[-2] == key
