"""A whole game between two programs over HTTP, with undo, redo and consent, then looked back at."""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random
from threading import Event
from typing import Any

import pytest

from clients.bots import bot_named
from clients.python import Anabasis
from tests.e2e.seating import Table, seated
from tests.servers import Service

DEAL = 3
"""The event that took the second seat and dealt."""

GREEDY = bot_named("alexandros", "greedy")


class Program:
    """A player that sees and does everything over HTTP; keeps every view it was answered with."""

    def __init__(self, client: Anabasis, game: str, seat: int, consents: list[bool]) -> None:
        self.client, self.game, self.seat = client, game, seat
        self.consents = consents
        self.tricks: list[Callable[[Any], Any]] = []
        self.answered: dict[int, Any] = {}
        self._luck = Random(seat)

    def play(self, giving_up: Event) -> None:
        """Play to the end of the game, or until the other program has failed."""
        view = self.client.view(self.game)
        try:
            while view["status"] == "live" and not giving_up.is_set():
                view = self._step(view)
        finally:
            if view["status"] == "live":
                giving_up.set()

    def take_back_and_redo(self, view: Any) -> Any:
        """Undo the part of this turn that is free to undo, and redo it."""
        floor, head = view["undo"]["floor"], view["head"]
        assert floor < head, "a march reveals nothing"
        undone = self._keep(self.client.undo(self.game, floor, view["version"]))
        assert (undone["head"], undone["phase"]) == (floor, "march")
        redone = self._keep(self.client.redo(self.game, undone["version"]))
        assert redone["head"] == head
        assert redone["state"] == view["state"]
        return redone

    def ask_for_the_start(self, view: Any) -> Any:
        """Ask the other to take everything back; the answer comes by and by."""
        asked = self._keep(self.client.undo(self.game, DEAL, view["version"]))
        assert asked["undo"]["request"]["to"] == DEAL
        assert asked["state"] == view["state"]
        return asked

    def look_back(self, view: Any) -> Any:
        """See that every moment still looks as it was answered."""
        for version, answered in self.answered.items():
            assert self.client.view(self.game, at=version) == answered
        return view

    def _step(self, view: Any) -> Any:
        request = view["undo"]["request"]
        if request and request["seat"] != self.seat:
            return self._keep(self.client.answer_undo(self.game, self.consents.pop(0)))
        if request or self.seat not in view["to_act"]:
            return self.client.wait(self.game, after=view["version"], wait=5) or view
        if self.tricks and view["phase"] == "actions" and view["state"]["actions_left"] == 2:
            return self.tricks.pop(0)(view)
        move = GREEDY(view, self.client.moves(self.game)["moves"], self._luck)
        return self._keep(self.client.move(self.game, move, view["version"]))

    def _keep(self, answer: Any) -> Any:
        self.answered[answer["version"]] = answer["view"]
        return answer["view"]


@pytest.fixture(scope="module")
def table(service: Service) -> Table:
    return seated(service, "Ada", "Bob", board="near_east", undo="consent")


@pytest.fixture(scope="module")
def programs(table: Table) -> list[Program]:
    """Two programs whose game is over."""
    ada, bob = (
        Program(person, table.game, seat, [False, True]) for seat, person in enumerate(table.people)
    )
    ada.tricks = [
        ada.take_back_and_redo,
        ada.ask_for_the_start,
        ada.look_back,
        ada.ask_for_the_start,
        ada.look_back,
    ]
    giving_up = Event()
    with ThreadPoolExecutor(2) as pool:
        playing = [pool.submit(program.play, giving_up) for program in (ada, bob)]
    for played in playing:
        played.result()
    assert not ada.tricks
    assert not bob.consents
    return [ada, bob]


@pytest.fixture(scope="module")
def export(table: Table, programs: list[Program]) -> Any:
    return table.people[0].export(table.game)


def agrees(told: Any, now: Any) -> bool:
    """True if the earlier answer equals the present one, but for values hidden then."""
    match told:
        case None:
            return True
        case dict():
            return told.keys() == now.keys() and all(agrees(told[key], now[key]) for key in told)
        case list():
            return len(told) == len(now) and all(map(agrees, told, now))
    return bool(told == now)


def test_it_is_played_to_its_end_and_the_record_verified(table: Table, export: Any) -> None:
    view = table.people[0].view(table.game)
    assert view["result"]["reason"] in ("target_score", "last_wall")
    found = table.people[0].verify(table.game)
    assert (found["valid"], found["fair"]) == (True, True)
    assert (found["events"], found["hash"]) == (view["version"], export["hash"])


def test_each_moment_is_shown_again_as_it_was_answered(programs: list[Program]) -> None:
    for program in programs:
        assert len(program.answered) > 50
        for version, answered in program.answered.items():
            now = program.client.view(program.game, at=version)
            assert agrees(answered, now), (version, answered, now)


def test_every_version_was_answered_to_one_of_them(table: Table, programs: list[Program]) -> None:
    ada, bob = (program.answered.keys() for program in programs)
    assert not ada & bob
    assert sorted(ada | bob) == [*range(DEAL + 1, table.version + 1)]


def test_undone_events_stay_in_the_record_and_are_marked(export: Any) -> None:
    types = [event["type"] for event in export["events"]]
    for type_, times in {"undone": 2, "redone": 1, "undo_requested": 2, "undo_declined": 1}.items():
        assert types.count(type_) == times
    restart = max(n for n, type_ in enumerate(types) if type_ == "undone")
    moves = [e for e in export["events"][DEAL:restart] if not e["type"].startswith("undo_")]
    assert all(event["undone"] for event in moves if event["type"] not in ("undone", "redone"))
    assert not any(event["undone"] for event in export["events"][restart:])


def test_the_export_is_the_whole_chain_and_reveals_the_secret(table: Table, export: Any) -> None:
    events = export["events"]
    assert (export["complete"], export["redacted"]) == (True, False)
    assert [event["version"] for event in events] == [*range(1, table.version + 1)]
    assert all(after["prev"] == before["hash"] for before, after in pairwise(events))
    created = events[0]["data"]
    secret = bytes.fromhex(created["secret"])
    assert hashlib.sha256(secret).hexdigest() == created["chance"]["commitment"]
