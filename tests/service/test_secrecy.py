"""Secrets never leave the server: twin worlds look the same to viewers without the secret.

Two worlds play the same commands with the same secret, but in one of them two cards that a viewer
has never seen are swapped. The commitment function is replaced by an ideal one, which says nothing
of the value (the real one's strength is shown in tests/domain/test_record.py): any other
difference between the worlds' answers, to the byte, is a leak.
"""

import hashlib
import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from domain.alexandros.cards import DECK
from domain.kernel.game import Game, evolve
from domain.record import chance as chances
from domain.record import record
from domain.record.record import Event
from tests import rounds
from tests.service.surfaces import FixedSecrets, World, fixed_luck_and_time, surfaces

Position = tuple[str, int]
"""A card's place: the shuffle's label and the index in its order."""


@contextmanager
def a_world(seats: int, swaps: dict[str, tuple[int, int]]) -> Iterator[World]:
    """A world in which the shuffles named by ``swaps`` have two cards swapped."""
    real = chances.Chance.shuffled
    ticks = itertools.count()
    fixed = FixedSecrets()

    def swapped(self: chances.Chance, label: str, items: Any) -> Any:
        order = list(real(self, label, items))
        if label in swaps:
            i, j = swaps[label]
            order[i], order[j] = order[j], order[i]
            if isinstance(self, chances.NotedChance):
                places = self.luck[-1]["result"]
                places[i], places[j] = places[j], places[i]
        return tuple(order)

    def ideal(salt: bytes, value: Any) -> str:
        return hashlib.sha256(salt).hexdigest()

    with (
        fixed_luck_and_time(fixed, ticks),
        patch.object(record, "commit", ideal),
        patch.object(chances.Chance, "shuffled", swapped),
    ):
        yield World(seats)


def played(world: World, luck: random.Random, length: int) -> list[tuple[int, str, Any]]:
    """Play at random, taking back now and then; the commands that were accepted."""
    script: list[tuple[int, str, Any]] = []
    for _ in range(length):
        view = world.api.view(world.game)
        seat = view["to_act"][0]
        command = _random_command(world, view, seat, luck)
        if run(world, seat, *command).status_code == 201:
            script.append((seat, *command))
    return script


def _random_command(world: World, view: Any, seat: int, luck: random.Random) -> tuple[str, Any]:
    if luck.random() < 0.12 and view["head"] > 5:
        return "undo", {"to": view["head"] - luck.randint(1, 3)}
    if luck.random() < 0.05 and view["undo"]["redo"] is not None:
        return "redo", {}
    moves = world.api.moves(world.game, world.people[seat])
    by_type: dict[str, list[Any]] = {}
    for move in moves:
        if move["type"] != "resign" and (
            move["type"] != "end_turn" or not view["state"]["marching"]
        ):
            by_type.setdefault(move["type"], []).append(move)
    return "moves", luck.choice(by_type[luck.choice(sorted(by_type))])


def run(world: World, seat: int, path: str, body: Any) -> Any:
    return world.api.act(world.game, world.people[seat], path, body)


def unseen(events: list[Event], viewer: int | None) -> dict[str, list[int]]:
    """The places of cards that the viewer has not seen, on any line, by the shuffle's label."""
    seen: set[Position] = set()
    sizes = {"supply:0": len(DECK)}
    before: Game | None = None
    for event in events:
        after = evolve(before, event)
        if after.state is not None and event.type not in ("undone", "redone"):
            seen |= _seen_in(event, before, after, viewer, sizes)
        before = after
    return {
        label: [n for n in range(size) if (label, n) not in seen] for label, size in sizes.items()
    }


def _seen_in(
    event: Event, before: Game | None, after: Game, viewer: int | None, sizes: dict[str, int]
) -> set[Position]:
    if before is None or before.state is None:
        seats = after.setup.seats
        own = set() if viewer is None else {("supply:0", viewer)}
        return own | {("supply:0", seats), ("supply:0", seats + 1)}
    label, top = _top(before, sizes)
    if (order := event.data.get("supply")) is not None:
        fresh = f"supply:{before.state.cards.shuffles + 1}"
        sizes[fresh] = max(sizes.get(fresh, 0), len(order))
        all_new = {(fresh, n) for n in range(len(order))}
        return all_new | {(label, n) for n in range(top, sizes[label])}
    taken = {(label, n) for n in range(top, _top(after, sizes)[1])}
    secret = event.type == "card_taken" and event.seat != viewer
    return set() if secret else taken


def _top(game: Game, sizes: dict[str, int]) -> tuple[str, int]:
    label = f"supply:{game.state.cards.shuffles}"
    return label, sizes[label] - len(game.state.cards.supply)


def twin_of(
    script: list[tuple[int, str, Any]],
    seats: int,
    swaps: dict[str, tuple[int, int]],
    viewer: int | None,
) -> dict[str, bytes] | None:
    """Return the viewer's answers in the twin world; None if hidden cards forbid the script."""
    with a_world(seats, swaps) as twin:
        for seat, path, body in script:
            if run(twin, seat, path, body).status_code != 201:
                return None
        return surfaces(twin, viewer)


@pytest.mark.parametrize("seeds", rounds.seeds(1, 4))
@pytest.mark.parametrize("seats", [2, 3])
def test_worlds_that_differ_in_unseen_cards_are_the_same_to_the_byte(seats, seeds):
    for seed in seeds:
        _compare_worlds(seats, random.Random(f"{seats} {seed}"))


def _compare_worlds(seats: int, luck: random.Random) -> None:
    with a_world(seats, {}) as world:
        script = played(world, luck, length=45)
        events = world.events
        assert world.api.view(world.game)["status"] == "live"
        heard = {viewer: surfaces(world, viewer) for viewer in (None, *range(seats))}
    compared = 0
    for viewer, own in heard.items():
        places = unseen(events, viewer)["supply:0"]
        deck = _deck(events)
        for _ in range(6):
            i, j = luck.sample(places, 2)
            if deck[i] != deck[j] and (
                other := twin_of(script, seats, {"supply:0": (i, j)}, viewer)
            ):
                assert other == own
                compared += 1
                break
    assert compared == seats + 1


def _deck(events: list[Event]) -> list[str]:
    dealt = next(e.data["dealt"] for e in events if e.data.get("dealt"))
    return [*dealt["hands"], *dealt["display"], *dealt["supply"]]


def test_the_twins_do_differ_for_a_viewer_with_access():
    """A check of the check: swapping a card of Bob's hand changes Bob's own answers."""
    with a_world(2, {}) as world:
        own = surfaces(world, 1)
        deck = _deck(world.events)
    other_place = next(n for n in range(4, 55) if deck[n] != deck[1])
    with a_world(2, {"supply:0": (1, other_place)}) as twin:
        assert surfaces(twin, 1) != own
        assert surfaces(twin, 0).keys() == own.keys()
