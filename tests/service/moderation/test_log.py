"""The log of a host's actions: append-only, in one chain, with several writers at a time."""

from threading import Thread

import msgspec
import pytest
from msgspec.structs import replace

from service.moderation.log import KEY, NEWEST_KEY, AdminLog, Entry, first_break, with_hash
from service.store.redis_store import RedisStore


@pytest.fixture
def log(store: RedisStore) -> AdminLog:
    return AdminLog(store.client)


def filled(log: AdminLog, count: int = 3, by: str = "ada@host") -> list[Entry]:
    for number in range(count):
        log.append("game_closed", f"game{number}", "Why.", by)
    return list(log.entries())


def test_entries_are_numbered_and_each_follows_from_the_one_before(log: AdminLog):
    entries = filled(log)
    assert [entry.number for entry in entries] == [1, 2, 3]
    assert [entry.prev for entry in entries[1:]] == [entry.hash for entry in entries[:-1]]
    assert first_break(entries) is None
    assert (entries[0].by, entries[0].subject, entries[0].reason) == ("ada@host", "game0", "Why.")
    assert entries[0].store_at.endswith("Z")


@pytest.mark.usefixtures("repeated_scripts")
def test_an_entry_is_appended_once_though_the_first_reply_is_lost(log: AdminLog):
    assert len(filled(log)) == 3


def test_a_log_of_many_pages_is_read_whole(log: AdminLog, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.moderation.log.PAGE", 2)
    assert len(filled(log, 5)) == 5


def test_writers_at_once_make_one_chain(real_store: RedisStore):
    log = AdminLog(real_store.client)
    writers = [Thread(target=filled, args=(log, 3, by)) for by in ("ada", "bob", "cy")]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    entries = list(log.entries())
    assert (len(entries), first_break(entries)) == (9, None)


@pytest.mark.parametrize(
    ("damage", "number"),
    [
        (lambda entries: entries.pop(1), 2),
        (lambda entries: entries.reverse(), 1),
        (lambda entries: entries.__setitem__(1, replace(entries[1], reason="Other.")), 2),
        (lambda entries: entries.__setitem__(1, with_hash(replace(entries[1], by="bob"))), 3),
    ],
)
def test_a_changed_log_is_found_at_the_first_entry_that_does_not_fit(
    log: AdminLog, damage, number: int
):
    entries = filled(log)
    damage(entries)
    found = first_break(entries)
    assert found is not None
    assert found[0] == number


def test_the_newest_action_of_a_matter_is_found(log: AdminLog):
    filled(log)
    log.append("game_reopened", "game1", "", "ada@host")
    newest = log.newest(["game_closed", "game_reopened"], "game1")
    assert newest is not None
    assert newest.action == "game_reopened"
    assert log.newest(["game_unlisted"], "game1") is None


def test_an_entry_is_stored_as_its_hash_has_it(log: AdminLog, store: RedisStore):
    [entry] = filled(log, 1)
    [[_, fields]] = store.client.xrange(KEY)
    assert msgspec.json.decode(fields[b"e"], type=Entry) == entry
    assert fields[b"h"].decode() == entry.hash


def test_the_newest_action_is_found_without_reading_the_others(
    log: AdminLog, monkeypatch: pytest.MonkeyPatch
):
    filled(log)
    monkeypatch.setattr("service.moderation.log.PAGE", 0)  # no page can be read
    newest = log.newest(["game_closed"], "game0")
    assert newest is not None
    assert newest.number == 1
    assert log.newest(["game_closed"], "game9") is None


def test_the_newest_action_is_found_in_a_log_of_an_older_release(
    log: AdminLog, store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("service.moderation.log.PAGE", 2)
    filled(log, 5)
    store.client.delete(NEWEST_KEY)
    filled(log, 1)
    newest = log.newest(["game_closed"], "game0"), log.newest(["game_closed"], "game1")
    assert [entry and entry.number for entry in newest] == [6, 2]
    assert log.newest(["game_closed"], "game9") is None
