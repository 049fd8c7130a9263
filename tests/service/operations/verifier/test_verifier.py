"""The background verifier: what breaks is named and closed, what holds is never touched."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace

from domain.kernel.game import fold
from domain.record.record import Draft, Event, decode, encode
from service.app import services_over
from service.game import state_cache
from service.game.state_cache import StateCache
from service.heads.log import HeadLog
from service.machine import clock
from service.operations.verifier.verifier import Verifier
from service.redis.shards import SHARDS, shard_of
from service.settings.config import Config
from service.store.blocks.block import seal_block
from service.store.broken_games import BrokenRecords, Mark
from service.store.redis_store import RedisStore, stream_key
from tests import fixtures
from tests.service.api import Api, Person
from tests.service.conftest import renewed
from tests.service.office import FakeClock
from tests.service.stored_records import replace_entry, replace_record
from tests.waiting import eventually

DAYS = 7


def unrested(_: float) -> None:
    """No rest between games."""


class Verifying:
    """A verifier over a store, asked to look at one game or to do all due work."""

    def __init__(self, store: Any, marks_in: RedisStore, days: int = DAYS) -> None:
        self.broken = BrokenRecords(marks_in.client)
        self.verifier = Verifier(store, self.broken, HeadLog(marks_in.client), days)

    def mark(self, game: str) -> Mark | None:
        """The mark of a game once it is verified."""
        self.verifier.verify(game)
        return self.broken.marks([shard_of(game)]).get(game)

    def verify_due(self) -> int:
        return self.verifier.verify_due(range(SHARDS), unrested)


@pytest.fixture
def verifying(store: RedisStore) -> Verifying:
    return Verifying(store, store)


def later(event: Event) -> Event:
    """The event with another time, as a flipped bit leaves it."""
    return replace(event, recorded_at=event.recorded_at.replace("T", "U"))


def other_secret(event: Event) -> Event:
    """The event with another hidden value: its hash does not cover that."""
    return replace(event, data={**event.data, "secret": "00" * 32})


def damage(store: RedisStore, game: str, version: int, change: Any = later) -> bytes:
    """Change an event where it is stored; the entry that was there."""
    entry = store.read(game)[version - 1]
    replace_entry(store, game, version, encode(change(decode(store.read(game))[version - 1])))
    return entry


def add(store: RedisStore, game: str, draft: Draft) -> None:
    """Append an event to a record, even against the rules."""
    whole = fold(decode(store.read(game)))
    event = whole.seal(draft, clock.now(), "")
    store.client.xadd(stream_key(game), {"e": encode(event)}, f"{event.version}-0")


@pytest.fixture
def real(plain_app: Flask, real_store: RedisStore) -> Api:
    """The service on a real server."""
    return Api(renewed(plain_app, real_store))


def test_damage_beneath_a_snapshot_closes_its_game_until_it_is_repaired(
    real: Api, real_store: RedisStore, plain_app: Flask, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(state_cache, "EVERY", 2)
    ada, bob = real.person("Ada"), real.person("Bob")
    game, other = real.game(ada, bob), real.game(ada, bob)
    for _ in range(3):
        real.move(game, ada)
    entry = damage(real_store, game, 4)
    renewed(plain_app, real_store)
    assert "broken" not in real.view(game), "its snapshot hides the damage"

    verifying = Verifying(real_store, real_store)
    assert verifying.mark(game) == Mark(4, "the event does not have the hash it states", True)
    assert verifying.mark(other) is None
    another = services_over(Config(rate_limit=False), real_store)
    assert another.cache.current(game).version == 3, "not opened by its snapshot"
    eventually(lambda: "broken" in real.view(game))
    assert (real.view(game)["version"], real.view(game)["broken"]["version"]) == (3, 4)
    refused = real.act(game, ada, "resign", {}, version=False)
    assert (refused.status_code, refused.json["code"]) == (409, "record_broken")
    assert real.client.get("/readyz").json["broken"] == {"count": 1, "games": [game]}
    real.move(other, ada)

    replace_entry(real_store, game, 4, entry)
    verifying.verify_due()
    assert verifying.broken.marks() == {}
    eventually(lambda: "broken" not in real.view(game))
    assert real.view(game)["version"] == 6
    assert "broken" not in real.client.get("/readyz").json
    assert real.act(game, ada, "resign", {}, version=False).status_code == 201


def test_the_append_itself_refuses_where_a_process_has_not_heard(
    api: Api, store: RedisStore, verifying: Verifying, played: str, ada: Person, own: Any
):
    own.breaks.marks()
    damage(store, played, 3)
    verifying.mark(played)
    assert own.breaks.of(played) is None
    before = store.read(played)
    answer = api.act(played, ada, "resign", {}, version=False)
    assert (answer.status_code, answer.json["code"]) == (409, "record_broken")
    assert (answer.json["version"], store.read(played)) == (3, before)


@pytest.mark.parametrize("version", [1, 2, 6])
def test_an_event_that_does_not_have_its_hash_is_named(
    store: RedisStore, verifying: Verifying, played: str, version: int
):
    damage(store, played, version)
    mark = verifying.mark(played)
    assert mark is not None
    assert (mark.version, mark.disputed) == (version, False)


def test_a_hidden_value_that_was_changed_is_found_and_not_served(
    api: Api, store: RedisStore, verifying: Verifying, played: str, plain_app: Flask
):
    damage(store, played, 1, other_secret)
    assert verifying.mark(played) == Mark(1, "the secret is not the one committed to", True)
    renewed(plain_app, store)
    answer = api.ask("GET", f"/games/{played}")
    assert (answer.status_code, answer.json["code"]) == (500, "record_broken")


def test_a_record_that_lost_its_end_is_named_at_its_end(
    store: RedisStore, verifying: Verifying, api: Api, played: str, plain_app: Flask
):
    replace_record(store, played, store.read(played)[:4])
    mark = verifying.mark(played)
    assert mark is not None
    assert (mark.version, mark.reason) == (5, "the feed tells of version 6")
    renewed(plain_app, store)
    assert (api.view(played)["version"], api.view(played)["broken"]["version"]) == (4, 5)


def test_an_unlisted_game_is_counted_and_not_named(
    api: Api, store: RedisStore, verifying: Verifying, ada: Person, plain_app: Flask
):
    game = api.game(ada, seats=2, bots=["random"], listed=False)
    damage(store, game, 3)
    verifying.mark(game)
    renewed(plain_app, store)
    assert api.client.get("/readyz").json["broken"] == {"count": 1, "games": []}


@pytest.mark.parametrize("type_", ["card_stolen", "paused"])
def test_an_event_that_this_release_cannot_decide_is_disputed_and_closes_nothing(
    api: Api, store: RedisStore, verifying: Verifying, played: str, plain_app: Flask, type_: str
):
    add(store, played, Draft(type_, 0, {}))
    mark = verifying.mark(played)
    assert mark is not None
    assert (mark.version, mark.disputed) == (7, True)
    own = renewed(plain_app, store).extensions["anabasis"]
    assert own.breaks.of(played) is None
    assert api.client.get("/readyz").json == {"status": "ready"}


def test_an_event_of_a_schema_to_come_is_disputed_and_closes_nothing(
    store: RedisStore, verifying: Verifying, played: str
):
    damage(store, played, 6, lambda event: replace(event, schema=99))
    mark = verifying.mark(played)
    assert mark is not None
    assert mark.disputed


class Meddled:
    """A store in which something happens during the first read or look at an end."""

    def __init__(self, store: RedisStore, name: str, then: Any) -> None:
        self._store, self._name, self._then = store, name, then

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if name != self._name or self._then is None:
            return method
        then, self._then = self._then, None

        def meddled(*args: Any, **options: Any) -> Any:
            answer = method(*args, **options)
            then()
            return answer

        return meddled


@pytest.mark.parametrize("read", ["head", "read"])
@pytest.mark.parametrize("path", ["moves", "undo"])
def test_a_command_during_a_look_closes_nothing(
    api: Api, store: RedisStore, played: str, ada: Person, read: str, path: str
):
    def command() -> None:
        if path == "moves":
            api.move(played, ada)
        else:
            version = api.view(played)["version"]
            assert api.act(played, ada, "undo", {"to": version - 1}).status_code in (201, 409)

    assert Verifying(Meddled(store, read, command), store).mark(played) is None


def test_a_record_that_is_put_back_between_two_looks_closes_nothing(store: RedisStore, played: str):
    sound = store.read(played)
    damage(store, played, 3)
    meddled = Meddled(store, "read", lambda: replace_record(store, played, sound))
    assert Verifying(meddled, store).mark(played) is None


# The walk


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    time = FakeClock()
    monkeypatch.setattr(clock, "now", time.now)
    return time


def test_every_game_is_read_within_the_days_evenly_whoever_goes_on(
    api: Api, store: RedisStore, ada: Person, bob: Person, time: FakeClock
):
    games = [api.game(ada, bob) for _ in range(6)]
    damaged = games[3]
    damage(store, damaged, 3)
    verified, days = [], []
    Verifying(store, store).verify_due()  # begins the walks
    for _ in range(DAYS * 2):
        time.later(timedelta(hours=12))
        verified.append(Verifying(store, store).verify_due())
        days.append(set(BrokenRecords(store.client).marks()))
    assert days[-1] == {damaged}
    own = [walk for walk, count in BrokenRecords(store.client).walks().values() if count]
    assert all(walk.whole for walk in own), "each walk came to its end"
    looks = 13 - days.index({damaged})  # a new verifier sees marked games again each time
    assert len(games) <= sum(verified) - looks <= 2 * len(games)


def test_a_walk_that_is_behind_catches_up_and_the_next_one_waits(
    api: Api, store: RedisStore, ada: Person, bob: Person, time: FakeClock
):
    verifying = Verifying(store, store)
    for _ in range(3):
        api.game(ada, bob)
    verifying.verify_due()
    time.later(timedelta(days=DAYS - 1))
    assert verifying.verify_due() == 3
    assert verifying.verify_due() == 0


def test_the_walk_comes_to_imported_games_until_they_are_deleted(
    api: Api, store: RedisStore, ada: Person, time: FakeClock
):
    document = fixtures.read(fixtures.FOLDER / "alexandros/luck-tiny-live.json.gz")
    kind = {"content_type": "application/json"}
    made = api.ask("POST", "/games/import", ada, data=document, expect=201, **kind).json
    game, verifying = made["game_id"], Verifying(store, store)
    verifying.verify_due()
    time.later(timedelta(days=DAYS))
    assert (verifying.verify_due(), verifying.broken.marks()) == (1, {})

    entries, origin = store.read(game), store.origin(game)
    entries[3] = encode(later(decode(entries)[3]))
    store.client.set(stream_key(game), seal_block(game, entries, [], origin))
    time.later(timedelta(days=DAYS))
    verifying.verify_due()
    assert verifying.broken.marks()[game].version == 4

    api.ask("DELETE", f"/games/{game}", ada, expect=204)
    Verifying(store, store).verify_due()
    assert verifying.broken.marks() == {}
    assert not any(count for _, count in verifying.broken.walks().values())


def test_without_days_marked_games_alone_are_looked_at(
    store: RedisStore, played: str, time: FakeClock
):
    entry = damage(store, played, 3)
    off = Verifying(store, store, days=0)
    time.later(timedelta(days=100))
    assert (off.verify_due(), off.broken.marks()) == (0, {})
    assert off.mark(played) is not None
    replace_entry(store, played, 3, entry)
    assert (off.verify_due(), off.broken.marks()) == (1, {})


def test_a_shard_with_many_broken_games_names_the_rest_in_the_log(
    store: RedisStore, verifying: Verifying, played: str, monkeypatch, caplog
):
    monkeypatch.setattr("service.store.broken_games.MOST", 0)
    damage(store, played, 3)
    assert verifying.mark(played) is None
    assert played in caplog.text


# What a process makes of it


def test_a_kept_game_is_cut_at_the_break_and_whole_again_without_it(store: RedisStore, played: str):
    found: dict[str, Any] = {}
    cache = StateCache(store, 10_000_000, break_of=found.get)
    assert cache.current(played).version == 6
    found[played] = state_cache.RecordFault(4, "flipped")
    assert cache.is_broken(played)
    for read in (cache.known, cache.current, cache.widened):
        history = read(played)
        assert (history.version, history.broken) == (3, found[played])
    found.clear()
    assert (cache.known(played).version, cache.current(played).broken) == (6, None)


def test_nothing_is_asked_for_where_nothing_has_changed(real: Api, real_store: RedisStore):
    own = real.app.extensions["anabasis"]
    game = real.game(real.person("Ada"), real.person("Bob"))
    eventually(lambda: own.remembered.get("anabasis:broken") is not None or own.breaks.of(game))
    info: Any = real_store.client
    before = info.info("commandstats")["cmdstat_hgetall"]["calls"]
    for _ in range(20):
        own.cache.current(game)
    assert info.info("commandstats")["cmdstat_hgetall"]["calls"] == before
