"""A newer version of each ruleset, as a release brings it: running games keep theirs."""

import random
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from flask import Flask

from domain.kernel.audit import audit
from domain.kernel.decider import Ruleset
from domain.kernel.game import fold
from domain.kernel.rulesets import ruleset_named, rulesets, versions
from domain.record.record import decode
from domain.record.setup import Setup
from projections.exports import audit_export
from service.store.redis_store import RedisStore
from tests.domain.forging import forged
from tests.domain.recorded_game import Recorded
from tests.service.api import Api, Person
from tests.service.conftest import renewed

TARGETS = {
    "alexandros": ("target_score", "near_east", 60, 50),
    "settlers": ("target_points", "standard", 5, 2),
    "alexander_the_great": ("target_points", "campaign", 7, 2),
}
"""By ruleset an option, a board, a low value for short games, and how much less the toy takes."""


def toy_after(newest: Ruleset[Any, Any, Any]) -> Ruleset[Any, Any, Any]:
    """The next version of a ruleset: fewer points win."""
    name, _, _, less = TARGETS[newest.id]

    def lessened(setup: Setup) -> Setup:
        target = getattr(setup.options, name) - less
        return replace(setup, options=replace(setup.options, **{name: target}))

    return replace(
        newest,
        rules_version=newest.rules_version + 1,
        deal=lambda setup, chance: newest.deal(lessened(setup), chance),
        initial_state=lambda setup, dealt: newest.initial_state(lessened(setup), dealt),
    )


class Release:
    """The release that runs; ``upgrade`` brings the toy versions, to an app with cold caches."""

    def __init__(self, app: Flask, store: RedisStore, patch: pytest.MonkeyPatch) -> None:
        self._app, self._store, self._patch = app, store, patch

    def upgrade(self) -> None:
        for name, newest in rulesets().items():
            known = (*versions()[name], toy_after(newest))
            self._patch.setattr(import_module(f"domain.{name}"), "RULESETS", known)
        forget_versions()
        renewed(self._app, self._store)


def forget_versions() -> None:
    versions.cache_clear()
    ruleset_named.cache_clear()


@pytest.fixture
def release(
    plain_app: Flask, store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Release]:
    yield Release(plain_app, store, monkeypatch)
    monkeypatch.undo()
    forget_versions()


@pytest.fixture
def people(api: Api) -> list[Person]:
    return [api.person(name) for name in ("Ada", "Bob", "Eve")]


def begun(api: Api, people: list[Person], ruleset: str) -> str:
    return api.game(*people, ruleset=ruleset, board=TARGETS[ruleset][1])


def play(api: Api, people: list[Person], game: str, moves: int) -> None:
    for _ in range(moves):
        api.move(game, people[api.view(game)["to_act"][0]])


def leave(api: Api, people: list[Person], game: str) -> None:
    """All but one resign, each in turn."""
    for _ in people[1:]:
        seat = people[api.view(game)["to_act"][0]]
        api.move(game, seat, {"type": "resign"})


def in_force(store: RedisStore, game: str) -> int:
    """The version of the rules by which a stored game is folded and decided."""
    return fold(decode(store.read(game))).ruleset.rules_version


def holds(api: Api, game: str) -> bool:
    """The service's own audit and that of the export's reader agree that it does."""
    export = api.ask("GET", f"/games/{game}/export", expect=200).data
    return bool(api.get(f"/games/{game}/verify")["valid"]) and audit_export(export).valid


@pytest.mark.parametrize("ruleset", TARGETS)
def test_a_running_game_goes_on_by_its_own_rules_and_a_new_one_begins_by_the_newest(
    api: Api, store: RedisStore, people: list[Person], release: Release, ruleset: str
):
    old, newest = begun(api, people, ruleset), rulesets()[ruleset].rules_version
    play(api, people, old, 8)
    before = api.view(old, people[0])
    release.upgrade()
    assert api.view(old, people[0]) == before
    new = begun(api, people, ruleset)
    assert (in_force(store, old), in_force(store, new)) == (newest, newest + 1)
    for game in (old, new):
        play(api, people, game, 8)
        leave(api, people, game)
        assert holds(api, game)
    told = [api.view(game)["rules_version"] for game in (old, new)]
    assert told == [newest, newest + 1]


def played_out(ruleset: Ruleset[Any, Any, Any]) -> Recorded:
    """A game to its end, by the same luck in each version."""
    name, board, low, _ = TARGETS[ruleset.id]
    recorded = Recorded(ruleset, "05", 3, board, {name: low})
    luck = random.Random(5)
    while recorded.game.outcome is None:
        seat = recorded.game.to_act[0]
        moves = ruleset.legal_moves(recorded.game.state, seat, 500, None).moves
        types = [ruleset.wire.moves.json(move)["type"] for move in moves]
        able = [m for m, type_ in zip(moves, types, strict=True) if type_ != "resign"]
        recorded.move(seat, luck.choice(able))
    return recorded


@pytest.mark.parametrize("ruleset", TARGETS)
def test_each_version_ends_by_its_own_rule_and_both_replay(ruleset: str, release: Release):
    own = rulesets()[ruleset]
    release.upgrade()
    newest = rulesets()[ruleset]
    old, new = played_out(own), played_out(newest)
    assert len(new.events) < len(old.events)
    shared = [(event.type, event.data) for event in new.events[1:-1]]
    assert shared == [(event.type, event.data) for event in old.events[1 : len(shared) + 1]]
    for each in (old, new):
        assert audit(each.events).valid
        assert each.reread().state == each.game.state
    claimed = {**old.events[0].data, "rules_version": newest.rules_version}
    assert not audit(forged(old.events, 1, data=claimed)).valid
