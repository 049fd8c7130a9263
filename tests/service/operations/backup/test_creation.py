"""A backup taken while people play, its continuations, and what a restore makes of them."""

import re
from pathlib import Path
from typing import Any

import pytest

from service.operations.backup.audit_records import audits, records_of_backups
from service.operations.backup.creation import BackupRequest, Taken, take
from service.operations.backup.errors import BackupFailed
from service.operations.backup.form import FeedLine, GameItem, Rest
from service.operations.backup.missing_versions import missing_lines
from service.operations.backup.places import Empty
from service.operations.backup.reading import BackupFile
from service.operations.backup.restoring import continued, restore
from service.operations.backup.source import StoreContents
from service.operations.backup.store_writer import Filling
from service.redis.shards import SHARDS, shard_of
from service.server.feed_ends import encode, read
from service.store.broken_games import BrokenRecords, Mark
from service.store.redis_store import RedisStore, feed_key, stream_key
from service.store.summaries import summaries_key
from tests.service.api import Api, Person
from tests.service.operations.backup.town import Town, api_over, built, contents


@pytest.fixture
def api(real_store: RedisStore) -> Api:
    return api_over(real_store)


@pytest.fixture
def ada(api: Api) -> Person:
    return api.person("Ada")


@pytest.fixture
def bob(api: Api) -> Person:
    return api.person("Bob")


def backed_up(store: RedisStore, path: Path, older: Path | None = None, **more: Any) -> BackupFile:
    taken(store, path, older, **more)
    return BackupFile(path)


def taken(store: RedisStore, path: Path, older: Path | None = None, **more: Any) -> Taken:
    request = BackupRequest(path, BackupFile(older) if older else None, **more)
    return take(store.client, request, lambda _: None)


def restored(chain: list[BackupFile], store: RedisStore) -> RedisStore:
    restore(chain, Empty(store.client), lambda _: None)
    return store


def test_a_continuation_holds_only_what_is_new_and_both_together_hold_all(
    real_store: RedisStore, empty: RedisStore, tmp_path: Path
):
    town = built(real_store)
    first = backed_up(real_store, tmp_path / "1")
    head, new = real_store.newest_version(town.duel), change(town)
    second = backed_up(real_store, tmp_path / "2", tmp_path / "1")
    third = backed_up(real_store, tmp_path / "3", tmp_path / "2")
    assert items_of(second) == {town.duel: head, new: 0}
    assert items_of(third) == {}
    assert list(third.key_items()) == []
    assert contents(restored([first, second, third], empty)) == contents(real_store)


def change(town: Town) -> str:
    """One game goes on, another begins, and a player takes another name; the new game's id."""
    town.api.move(town.duel, town.ada)
    town.api.ask("PATCH", "/me", town.bob, json={"name": "Bess"}, expect=200)
    return town.api.game(town.ada, town.bob)


def items_of(file: BackupFile) -> dict[str, int]:
    """The games that a file has something of, and the versions after which it goes on."""
    items = (item for shard in range(SHARDS) for item in file.games_of(shard))
    return {item.game: item.after for item in items}


def test_a_key_that_is_gone_since_the_older_backup_is_not_restored(
    real_store: RedisStore, empty: RedisStore, tmp_path: Path
):
    town = built(real_store)
    first = backed_up(real_store, tmp_path / "1")
    town.api.ask("DELETE", f"/games/{town.auction}/orders", town.bob, expect=200)
    real_store.client.delete(f"channels:{town.bob.player_id}")
    second = backed_up(real_store, tmp_path / "2", tmp_path / "1")
    assert contents(restored([first, second], empty)) == contents(real_store)


def test_what_is_played_during_a_backup_leaves_each_game_at_one_moment_with_its_feed(
    real_store: RedisStore, empty: RedisStore, tmp_path: Path, api: Api, ada: Person, bob: Person
):
    games = [api.game(ada, bob) for _ in range(3)]
    heads = {game: real_store.newest_version(game) for game in games}

    def play(_: int) -> None:
        for game in games:
            api.move(game, ada if len(api.moves(game, ada)) > 1 else bob)
        if len(games) < 6:
            games.append(api.game(ada, bob))

    taken_now = take(real_store.client, BackupRequest(tmp_path / "1"), play)
    assert taken_now.warnings == []
    store = restored([BackupFile(tmp_path / "1")], empty)
    for game, head in heads.items():
        assert store.newest_version(game) >= head
        assert store.read(game) == real_store.read(game, until=store.newest_version(game))
    assert events_told(store) == sum(store.newest_version(game) for game in games)
    later = backed_up(real_store, tmp_path / "2", tmp_path / "1")
    store.client.flushall()
    assert contents(restored([BackupFile(tmp_path / "1"), later], store)) == contents(real_store)


def events_told(store: RedisStore) -> int:
    return StoreContents(store.client).events()


def test_a_record_that_went_back_is_in_the_continuation_whole(
    real_store: RedisStore, empty: RedisStore, tmp_path: Path, api: Api, ada: Person, bob: Person
):
    game = api.game(ada, bob)
    api.move(game, ada)
    first = backed_up(real_store, tmp_path / "1")
    roll_back(real_store, game)
    api = api_over(real_store)
    api.ask("POST", f"/games/{game}/resign", bob, json={}, headers={"If-Match": '"3"'}, expect=201)
    second = backed_up(real_store, tmp_path / "2", tmp_path / "1")
    assert items_of(second) == {game: 0}
    assert contents(restored([first, second], empty)) == contents(real_store)


def roll_back(store: RedisStore, game: str) -> None:
    """Put the game, and its shard's feed, back to version 3."""
    client: Any = store.client
    for key in (stream_key(game), feed_key_of(game)):
        entries = client.xrange(key)[:3]
        client.delete(key)
        for name, fields in entries:
            client.xadd(key, fields, id=name)


def feed_key_of(game: str) -> str:
    return feed_key(int(stream_key(game)[2:4]))


def test_a_store_that_lost_a_record_is_backed_up_with_a_warning(
    real_store: RedisStore, tmp_path: Path, api: Api, ada: Person, bob: Person
):
    game = api.game(ada, bob)
    real_store.client.delete(stream_key(game))
    assert taken(real_store, tmp_path / "1").warnings == [
        f"{game}: version 1 is missing: the feed lists 3"
    ]


def test_broken_records_are_backed_up_with_a_warning(
    real_store: RedisStore, tmp_path: Path, api: Api, ada: Person, bob: Person
):
    broken, disputed = api.game(ada, bob), api.game(ada, bob)
    marks = BrokenRecords(real_store.client)
    marks.mark(broken, Mark(2, "hash"))
    marks.mark(disputed, Mark(2, "rule", disputed=True))
    [warning] = taken(real_store, tmp_path / "1").warnings
    assert warning.startswith(f"The records of {broken} are broken. ")


def test_long_records_and_large_hashes_come_in_slices(
    real_store: RedisStore, empty: RedisStore, tmp_path: Path
):
    client: Any = real_store.client
    pipeline = client.pipeline()
    for version in range(1, 1202):
        pipeline.xadd(stream_key("long"), {"e": b"%d" % version}, id=f"{version}-0")
    first = [game for game in map(str, range(99_000)) if shard_of(game) == 0]
    pipeline.hset(summaries_key(0), mapping=dict.fromkeys(first[:1500], "1-0 1 x"))
    pipeline.hset("seen:long", mapping={f"{number}": "x" * 70 for number in range(2500)})
    pipeline.zadd("visits:long", {f"player {number}": number / 3 for number in range(2500)})
    pipeline.sadd("visited:x", *range(2500))
    pipeline.execute()
    file = backed_up(real_store, tmp_path / "1")
    assert file.games["long"].version == 1201
    store = restored([file], empty)
    assert contents(store) == contents(real_store)


def test_a_store_that_is_not_empty_is_left_alone(
    real_store: RedisStore, empty: RedisStore, tmp_path: Path
):
    file = backed_up(real_store, tmp_path / "1")
    empty.client.set("anabasis:key", "theirs")
    with pytest.raises(BackupFailed, match="not empty"):
        restored([file], empty)
    assert contents(empty) == {"anabasis:key": (b"theirs", -1)}


def test_a_continuation_without_its_beginning_is_refused(
    real_store: RedisStore, empty: RedisStore, tmp_path: Path
):
    first = backed_up(real_store, tmp_path / "1")
    second = backed_up(real_store, tmp_path / "2", tmp_path / "1")
    other = backed_up(real_store, tmp_path / "3")
    for chain in ([second], [other, second], [first, first]):
        with pytest.raises(BackupFailed, match="continues"):
            restored(chain, empty)


def test_a_chain_knows_nothing_of_what_a_store_that_went_back_has_lost(
    real_store: RedisStore, empty: RedisStore, tmp_path: Path, api: Api, ada: Person, bob: Person
):
    kept = api.game(ada, bob)
    before = backed_up(real_store, tmp_path / "0")
    lost = api.game(ada, bob)
    api.move(kept, ada)
    first = backed_up(real_store, tmp_path / "1")
    real_store.client.flushall()
    restored([before], real_store)
    second = backed_up(real_store, tmp_path / "2", tmp_path / "1")
    by_game = dict(audits(records_of_backups([first, second], {}), 1))
    assert ([*by_game], by_game[kept].valid) == ([kept], True)
    assert contents(restored([first, second], empty)) == contents(real_store)
    assert not empty.exists(lost)


def test_a_continuation_takes_the_place_of_the_lines_after_the_one_it_goes_on_from():
    lines = {name: FeedLine(name, "g1", 1) for name in ("1-0", "1-1", "2-0")}
    assert [*continued(lines, "1-1")] == ["1-0", "1-1"]
    assert continued(lines, "") == {}


def test_missing_versions_are_listed_game_by_game(
    real_store: RedisStore, tmp_path: Path, api: Api, ada: Person, bob: Person
):
    game, same = api.game(ada, bob), api.game(ada, bob)
    file = backed_up(real_store, tmp_path / "1")
    api.move(game, ada)
    new = api.game(ada, bob)
    backed_up(real_store, tmp_path / "heads", contents=False)
    assert sorted(missing_lines(tmp_path / "heads", file)) == sorted(
        [f"{game}: version 4 is missing", f"{new}: versions 1 to 3 are missing"]
    )
    assert same not in str(list(missing_lines(tmp_path / "heads", file)))


def test_the_heads_of_a_lost_folder_show_what_is_missing_by_shard(
    real_store: RedisStore, tmp_path: Path, api: Api, ada: Person, bob: Person
):
    game = api.game(ada, bob)
    file = backed_up(real_store, tmp_path / "1")
    (tmp_path / "heads.json").write_text(encode(read(real_store.client)))
    assert list(missing_lines(tmp_path / "heads.json", file)) == []
    api.move(game, ada)
    (tmp_path / "heads.json").write_text(encode(read(real_store.client)))
    [line] = missing_lines(tmp_path / "heads.json", file)
    time = r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
    shard = int(stream_key(game)[2:4])
    told = rf"shard {shard}: events recorded after {time}, up to {time}, are missing"
    assert re.fullmatch(told, line)


def test_a_restore_that_fails_leaves_the_store_as_empty_as_it_was(
    real_store: RedisStore, empty: RedisStore, tmp_path: Path, api: Api, ada: Person, bob: Person
):
    api.game(ada, bob)
    path = tmp_path / "1"
    file = backed_up(real_store, path)
    path.write_bytes(flipped(path.read_bytes(), place_of_feed(file)))
    with pytest.raises(BackupFailed, match="not as it was written"):
        restored([BackupFile(path)], empty)
    assert empty.client.keys() == []
    assert restored([backed_up(real_store, tmp_path / "2")], empty).verify_settings() == []


def flipped(data: bytes, block: int) -> bytes:
    return data[: block + 9] + bytes([data[block + 9] ^ 1]) + data[block + 10 :]


def place_of_feed(file: BackupFile) -> int:
    """Where the block of the only game's feed begins."""
    [game] = file.games
    return file.tail.places[file.tail.shards[shard_of(game)].lines[0]]


def test_what_is_sent_twice_is_written_once(empty: RedisStore):
    filling, rest = Filling(empty.client, "restore"), Rest(b"", [], [], [], [])
    first = [GameItem("g1", 0, [b"1", b"2"], rest), GameItem("g2", 0, [b"a"], rest)]
    more = [GameItem("g1", 0, [b"1", b"2", b"3"], rest), GameItem("g2", 0, [b"a"], rest)]
    for items in (first, first, more):
        filling.write_entries(items)
    assert [empty.read(game) for game in ("g1", "g2")] == [[b"1", b"2", b"3"], [b"a"]]
