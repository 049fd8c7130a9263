"""The log in a store: leaves once, in one order, whole batches, proofs from the stored tiles."""

from threading import Thread

import pytest

from clients.audit.log import root_of, roots_of
from service.heads.log import LONGEST_PAUSE, Head, HeadLog, LogContended
from service.heads.tree import WIDTH, Tree, growth, leaf_hash
from service.store.redis_store import RedisStore


@pytest.fixture
def log(store: RedisStore) -> HeadLog:
    return HeadLog(store.client)


def heads(count: int, version: int = 1, first: int = 0) -> list[Head]:
    return [Head(f"g{n}", version, f"{n:064x}") for n in range(first, first + count)]


def test_leaves_stand_in_order_and_are_proved(log: HeadLog):
    assert log.append(heads(3), 7) == 3
    tree = log.tree()
    assert tree.size == 3
    for n, head in enumerate(heads(3)):
        place = log.place(head.game_id)
        assert place is not None
        assert (place.version, place.index, place.at) == (1, n, 7)
        leaf = leaf_hash(head.text)
        assert root_of(leaf, n, 3, tree.inclusion(n)) == tree.root.hex()


def test_a_head_is_appended_once_and_an_older_one_never(log: HeadLog):
    log.append(heads(2, version=5), 1)
    assert log.append(heads(2, version=5), 2) == 0
    assert log.append(heads(2, version=4), 2) == 0
    assert log.append(heads(3, version=5), 3) == 1
    assert log.append(heads(1, version=6), 4) == 1
    assert log.size() == 4


def test_a_lost_place_counts_for_nothing_and_is_followed_by_another_once(log: HeadLog):
    log.append(heads(1, version=7), 1)
    lost = log.places(["g0"]).values()
    assert log.append(heads(1, version=6), 2, lost) == 1
    assert log.append(heads(1, version=6), 3, lost) == 0
    assert log.places(["g0"])["g0"].is_of(heads(1, version=6)[0])


def test_more_heads_than_a_tile_holds_go_in_tiles_of_bounded_length(
    log: HeadLog, store: RedisStore
):
    log.append(heads(600), 1)
    log.append(heads(10, first=600), 2)
    tree = log.tree()
    leaves = [leaf_hash(head.text) for head in heads(610)]
    assert [tree.leaf(n) for n in (0, 255, 256, 609)] == [leaves[n] for n in (0, 255, 256, 609)]
    tiles = [key for key in store.client.keys("*") if b":tile:" in key]
    assert sorted(tiles) == [
        b"{heads}:tile:0:0",
        b"{heads}:tile:0:1",
        b"{heads}:tile:0:2",
        b"{heads}:tile:1:0",
    ]
    assert all(store.client.strlen(key) <= WIDTH * 32 for key in tiles)
    older, newer = log.tree(255).root.hex(), tree.root.hex()
    assert roots_of(255, 610, older, tree.consistency(255)) == [older, newer]


def test_every_key_of_the_log_shares_one_tag(log: HeadLog, store: RedisStore):
    log.append(heads(300), 1)
    log.keep_checkpoints({3: "1-1"})
    assert {key.partition(b":")[0] for key in store.client.keys("*")} == {b"{heads}"}


def test_many_at_once_append_each_head_once(log: HeadLog, store: RedisStore):
    """Each of four workers tries all heads, as after a crash or a lease that changed hands."""
    failed: list[BaseException] = []

    def work(own: int) -> None:
        try:
            for at in range(0, 400, 40):
                HeadLog(store.client).append(heads(40, first=(at + own * 120) % 400), 1)
        except BaseException as error:
            failed.append(error)

    threads = [Thread(target=work, args=(own,)) for own in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    tree, places = log.tree(), log.places(head.game_id for head in heads(400))
    assert tree.size == len(places) == 400
    for head in heads(400):
        assert tree.leaf(places[head.game_id].index) == leaf_hash(head.text)


def test_a_batch_meant_for_another_size_changes_nothing(log: HeadLog):
    log.append(heads(2), 1)
    assert not log._appended(1, heads(3, first=5), 1)
    assert log.size() == 2
    assert log.place("g5") is None


def test_a_batch_of_the_size_of_anothers_is_not_taken_for_it(log: HeadLog):
    log.append(heads(2), 1)
    assert not log._appended(0, heads(2, first=5), 1)
    assert log.place("g5") is None


def test_a_batch_that_is_sent_again_is_there(log: HeadLog):
    assert log._appended(0, heads(2), 1)
    assert log._appended(0, heads(2), 1)
    assert log.size() == 2


def test_a_place_whose_leaf_is_another_is_none_and_its_head_is_appended_again(
    log: HeadLog, store: RedisStore
):
    """As after a backup that read the place later than the tiles."""
    log.append(heads(3), 1)
    later = store.client.get("{heads}:of:g2")
    store.client.set("{heads}:size", 2)
    store.client.set("{heads}:tile:0:0", store.client.get("{heads}:tile:0:0")[:64])
    log.append(heads(1, first=7), 2)
    store.client.set("{heads}:of:g2", later)
    assert log.place("g2") is None
    assert log.append(heads(3), 3) == 1
    place = log.place("g2")
    assert place is not None
    assert place.index == 3


def test_tiles_longer_than_the_size_are_written_over(log: HeadLog, store: RedisStore):
    """As after a backup that read the size before the tiles."""
    log.append(heads(10), 1)
    store.client.set("{heads}:size", 4)
    log.append(heads(3, first=20), 2)
    leaves = [leaf_hash(head.text) for head in [*heads(4), *heads(3, first=20)]]
    assert [log.tree().leaf(n) for n in range(7)] == leaves


@pytest.mark.parametrize(
    ("key", "length", "whole"),
    [
        ("{heads}:tile:0:0", 255, 255),
        ("{heads}:tile:0:1", 0, 256),
        ("{heads}:tile:0:2", 3, 515),
        ("{heads}:tile:1:0", 1, 256),
        ("{heads}:tile:0:2", 88, 600),
    ],
)
def test_a_size_that_the_tiles_have_not_reached_is_taken_back(
    log: HeadLog, store: RedisStore, key: str, length: int, whole: int
):
    """As after a backup that read the size after the tiles."""
    log.append(heads(600), 1)
    log.keep_checkpoints({1: "5-0"})
    store.client.set(key, store.client.get(key)[: length * 32])
    log.heal()
    assert log.size() == whole
    assert log.checkpoints() == ({1: "5-0"} if whole == 600 else {})
    log.append(heads(600), 2)
    tree, places = log.tree(), log.places(head.game_id for head in heads(600))
    for head in heads(600):
        leaf, index = leaf_hash(head.text), places[head.game_id].index
        assert root_of(leaf, index, tree.size, tree.inclusion(index)) == tree.root.hex()


@pytest.mark.parametrize("regrown", [60, 100, 140])
def test_what_another_process_published_after_healing_is_never_taken_back(
    log: HeadLog, store: RedisStore, regrown: int
):
    log.append(heads(300), 1)
    store.client.set("{heads}:size", 400)
    other, read = HeadLog(store.client), store.client.strlen

    def overtaken(key: str) -> int:
        log._client.strlen = read
        length = int(read("{heads}:tile:0:1")) if key.endswith(":1") else int(read(key))
        if key.endswith("0:1"):
            other.heal()
            other.append(heads(regrown, first=300), 2)
        else:
            log._client.strlen = overtaken
        return length

    log._client.strlen = overtaken
    log.heal()
    size = 300 + regrown
    published = other.tree(size).root
    log.append(heads(200, first=1000), 3)
    assert log.tree(size).root == published
    assert log.size() == size + 200


def test_an_overtaken_append_waits_before_it_tries_again(
    log: HeadLog, monkeypatch: pytest.MonkeyPatch
):
    pauses: list[float] = []
    monkeypatch.setattr("service.heads.log.time.sleep", pauses.append)
    monkeypatch.setattr(log, "_appended", lambda *_: False)
    with pytest.raises(LogContended, match="too often"):
        log.append(heads(1), 1)
    assert len(set(pauses)) > 1
    assert all(0 <= pause <= LONGEST_PAUSE for pause in pauses)


def test_a_place_is_found_while_another_leaf_of_its_game_is_appended(
    log: HeadLog, store: RedisStore
):
    log.append(heads(1), 1)
    other, read = HeadLog(store.client), store.client.mget

    def overtaken(keys: list[str]) -> list[bytes]:
        log._client.mget = read
        other.append(heads(1, version=2), 2)
        return list(read(keys))

    log._client.mget = overtaken
    place = log.place("g0")
    assert place is not None
    assert place.version == 2


def test_the_tiles_are_those_of_the_same_leaves_in_one_go(log: HeadLog, store: RedisStore):
    for at in range(0, 300, 7):
        log.append(heads(7, first=at), 1)
    kept: dict[tuple[int, int], bytes] = {}
    leaves = [leaf_hash(head.text) for head in heads(301)]
    for level, number, _, part in growth(0, leaves, lambda *_: b""):
        kept[level, number] = part
    for (level, number), tile in kept.items():
        assert store.client.get(f"{{heads}}:tile:{level}:{number}") == tile
    assert log.tree().root == Tree(301, lambda *place: kept[place]).root
