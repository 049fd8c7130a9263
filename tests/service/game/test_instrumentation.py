"""Counts of appends, decisions, the cache and requests; none where metrics are off."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from projections.record_fault import RecordFault
from service.context import services_over
from service.game.commands import Commands
from service.game.instrumentation import CountingObserver, MeteredCommands, MeteredStore
from service.game.state_cache import CacheObserver, GameUnknown, StateCache
from service.redis.errors import StoreUnavailable, Unconfirmed
from service.settings.config import Config
from service.store.contract import Append, Appended, OrdersChanged, RecordClosed, WrongVersion
from service.store.freezes import Freeze, GameFrozen
from service.store.redis_store import RedisStore
from service.telemetry import requests
from service.telemetry.counting import FOLDER
from service.telemetry.series import BINDERS, FAMILIES, Binder, Family
from tests.service.api import Api
from tests.service.conftest import renewed

APPEND = Append("game", "id", "", 1, "", (b"{}", b"{}"))


class Tally(Binder):
    """Counts in memory, by name and labels."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def __call__(self, family: Family, values: tuple[str, ...]) -> None:
        name, series = " ".join((family.name.removeprefix("anabasis_"), *values)), None
        series = family.series[values]

        def add(amount: float = 1.0) -> None:
            self.counts[name] += int(amount) if family.kind == "counter" else 1

        series.inc = series.observe = series.set = add


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    tally = Tally()
    all_series = [each for family in FAMILIES for each in family.series.values()]
    before = [(each, each.inc, each.observe, each.set) for each in all_series]
    monkeypatch.setenv(FOLDER, "/counted/in/memory")
    BINDERS.append(tally)
    for family in FAMILIES:
        for values in family.series:
            tally(family, values)
    yield tally.counts
    BINDERS.remove(tally)
    for series, inc, observe, set_ in before:
        series.inc, series.observe, series.set = inc, observe, set_


class Answering:
    """A store with one answer to every append."""

    def __init__(self, answer: Appended | Exception) -> None:
        self._answer = answer

    def append(self, append: Append) -> Appended:
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (WrongVersion(3), "conflict"),
        (OrdersChanged(), "orders_changed"),
        (RecordClosed(RecordFault(2, "hash")), "broken"),
        (GameFrozen(Freeze(0, "Under review.")), "closed"),
        (Unconfirmed("0 of 1"), "unconfirmed"),
        (StoreUnavailable("away"), "unavailable"),
        (ValueError(), "failed"),
    ],
)
def test_a_refused_append_counts_by_its_reason(
    counts: Counter[str], answer: Any, result: str
) -> None:
    with pytest.raises(type(answer)):
        MeteredStore(Answering(answer)).append(APPEND)  # type: ignore[arg-type]
    assert counts == {f"appends_total {result}": 1, "append_seconds": 1}


@pytest.mark.parametrize(("repeated", "events"), [(False, 2), (True, 0)])
def test_events_are_counted_once_however_often_they_are_sent(
    counts: Counter[str], repeated: bool, events: int
) -> None:
    answer = Appended(1, "", repeated=repeated)
    assert MeteredStore(Answering(answer)).append(APPEND) is answer  # type: ignore[arg-type]
    assert counts["events_total"] == events
    assert counts["appends_total repeated"] == int(repeated)


def test_a_move_is_one_append_one_decision_and_a_find_in_the_cache(
    counts: Counter[str], plain_app: Flask, store: RedisStore
) -> None:
    api = Api(renewed(plain_app, store))
    ada, bob = api.person("Ada"), api.person("Bob")
    game = api.game(ada, bob)
    counts.clear()
    api.move(game, ada)
    told = {name: counts[name] for name in ("appends_total ok", "events_total", "decide_seconds")}
    assert told == {"appends_total ok": 1, "events_total": 1, "decide_seconds": 1}
    assert counts["game_cache_hits_total"] >= 1
    assert counts["game_cache_misses_total"] == 0


def test_a_cached_game_is_opened_once_and_then_found(
    counts: Counter[str], plain_app: Flask, store: RedisStore
) -> None:
    api = Api(renewed(plain_app, store))
    game = api.game(api.person("Ada"), api.person("Bob"))
    cache = StateCache(store, 1_000_000, observer=CountingObserver())
    counts.clear()
    cache.known(game)
    assert counts == {"game_cache_misses_total": 1, "fold_seconds": 1}
    cache.known(game)
    cache.current(game)
    assert counts["game_cache_hits_total"] == 2
    with pytest.raises(GameUnknown):
        cache.known("nowhere")
    assert counts["game_cache_misses_total"] == 2


def test_a_request_counts_by_its_resource_and_class_of_status(counts: Counter[str]) -> None:
    app = Flask("measured")
    requests.measure(app)
    app.test_client().get("/nowhere")
    assert counts == {"http_request_seconds none 4xx": 1}


def test_where_metrics_are_off_the_parts_are_the_plain_ones(store: RedisStore) -> None:
    own = services_over(Config(), store)
    assert (type(own.cache.observer), type(own.commands)) == (CacheObserver, Commands)


def test_where_metrics_are_on_the_parts_count(counts: Counter[str], store: RedisStore) -> None:
    own = services_over(Config(), store)
    assert (type(own.cache.observer), type(own.commands)) == (CountingObserver, MeteredCommands)
