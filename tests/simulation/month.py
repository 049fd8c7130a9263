"""Simulated time: people who play by plan, and workers that do the rest and are killed."""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any

from domain.kernel.consent import yet_to_agree
from domain.kernel.game import Game
from domain.kernel.undo import yet_to_answer
from domain.record.times import milliseconds, moment
from tests.service.api import Api, Person
from tests.simulation.plans import HOUR, MINUTE, GamePlan, Habits, MonthPlan

START = milliseconds("2026-11-01T00:00:00.000Z")
GRID = 30 * MINUTE
"""Workers look at least so often; and when a grace ends."""
GRACE = 2 * MINUTE
MOST_AT_ONCE, LEAVES = 12, 0.12
"""The moves of somebody who is back, and how often they leave before the next one."""
FUTURE = 365 * 24 * HOUR


class Clock:
    """The one clock of all processes; it stands still unless it is set."""

    def __init__(self) -> None:
        self.ms = START

    def now(self) -> str:
        return moment(self.ms)

    def datetime(self) -> datetime:
        return datetime.fromtimestamp(self.ms / 1000, UTC)


@dataclass(frozen=True, slots=True)
class Look:
    """A player's page has shown them a version of a game."""

    at: int
    game: str
    seat: int
    version: int


@dataclass(slots=True)
class Diary:
    """What the simulation knows and no record holds."""

    ticks: list[int] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    muted: set[tuple[str, str]] = field(default_factory=set)
    kills: int = 0
    refusals: Counter[str] = field(default_factory=Counter)


class People:
    """The players and their games: who moves when, looks without moving, asks, or is gone."""

    def __init__(self, api: Api, clock: Clock, plan: MonthPlan, luck: Random) -> None:
        self.api, self.clock, self.plan, self.luck = api, clock, plan, luck
        self.diary = Diary()
        self.persons: list[Person] = [api.person(each.name) for each in plan.players]
        self.games: dict[str, GamePlan] = {}
        self._own = api.app.extensions["anabasis"]
        self._agenda: list[tuple[int, int, Callable[[], None]]] = []
        self._numbers = count()
        self._expected: set[tuple[str, int]] = set()
        for game in plan.games:
            self.at(START + game.begins, self._beginner(game))

    def at(self, when: int, action: Callable[[], None]) -> None:
        """Note an action for a moment; actions of one moment keep their order."""
        heapq.heappush(self._agenda, (when, next(self._numbers), action))

    def leave(self) -> None:
        """Nobody does anything any more."""
        self._agenda.clear()

    def next_moment(self) -> int:
        """Return when somebody acts next."""
        return self._agenda[0][0] if self._agenda else FUTURE * 1000

    def act(self) -> None:
        """Do the next action on the agenda, at its moment."""
        when, _, action = heapq.heappop(self._agenda)
        self.clock.ms = max(self.clock.ms, when)
        action()

    # Games
    def _beginner(self, game: GamePlan) -> Callable[[], None]:
        return lambda: self._begin(game)

    def _begin(self, game: GamePlan) -> None:
        people = [self.persons[number] for number in game.seats]
        game_id = self.api.game(*people, **game.terms)
        self.games[game_id] = game
        for seat, number in enumerate(game.seats):
            if self.luck.random() < self.plan.players[number].mutes:
                self.api.ask("PUT", f"/me/notices/muted/{game_id}", people[seat], expect=204)
                self.diary.muted.add((people[seat].player_id, game_id))
        for seat, code, values in game.orders:
            self._ask("PUT", f"/games/{game_id}/orders/{code}", people[seat], json=values)
        self.notice(game_id)

    def notice(self, game_id: str) -> None:
        """Have the people that a game waits for come back some time."""
        game = self.game(game_id)
        for seat in awaited(game):
            number = self._number(game_id, seat)
            if (game_id, seat) in self._expected or self._is_gone(number):
                continue
            self._expected.add((game_id, seat))
            self._plan_return(game_id, seat, self.plan.players[number].habits)

    def _plan_return(self, game_id: str, seat: int, habits: Habits) -> None:
        delay = self._delay(habits)
        self.at(self.clock.ms + delay, lambda: self._return(game_id, seat))
        if self.luck.random() < habits.looks:
            early = self.luck.choice((self.luck.randrange(GRACE), self.luck.randrange(delay)))
            self.at(self.clock.ms + early, lambda: self._look(game_id, seat))

    def _delay(self, habits: Habits) -> int:
        """Return how long somebody takes: mostly little, seldom long."""
        share = self.luck.random() ** 3
        return habits.shortest + round(share * (habits.longest - habits.shortest))

    def _look(self, game_id: str, seat: int) -> None:
        version = self.game(game_id).version
        person = self._person(game_id, seat)
        body = {"version": version}
        self.api.ask("POST", f"/games/{game_id}/seen", person, json=body, expect=204)
        self.diary.looks.append(Look(self.clock.ms, game_id, seat, version))

    def _return(self, game_id: str, seat: int) -> None:
        self._expected.discard((game_id, seat))
        if self._is_gone(self._number(game_id, seat)):
            return
        for _ in range(MOST_AT_ONCE):
            game = self.game(game_id)
            if seat not in awaited(game) or self.luck.random() < LEAVES:
                break
            self._answer(game_id, game, seat)
        self.notice(game_id)

    def _answer(self, game_id: str, game: Game, seat: int) -> None:
        person = self._person(game_id, seat)
        accept = {"accept": self.luck.random() < 0.6}
        if seat in yet_to_answer(game):
            self._command(game_id, person, "undo/answer", accept)
        elif seat in yet_to_agree(game):
            is_pause = game.clock is not None and game.clock.request.seconds is None
            path = "pause/answer" if is_pause else "extension/answer"
            self._ask("POST", f"/games/{game_id}/{path}", person, json=accept)
        elif self.luck.random() < 0.02:
            self._ask("POST", f"/games/{game_id}/resign", person, json={})
        elif self.luck.random() < 0.02:
            days = self.luck.randrange(3)
            self._ask("POST", "/me/vacation", person, json={"days": days})
        elif self.luck.random() < 0.04 and game.clock is not None:
            asked = self.luck.choice((("extension", {"time": "2d"}), ("pause", {})))
            self._ask("POST", f"/games/{game_id}/{asked[0]}", person, json=asked[1])
        elif self.luck.random() < 0.03:
            self._command(game_id, person, "undo", {"to": max(game.version - 2, 3)})
        else:
            self._move(game_id, person)

    def _move(self, game_id: str, person: Person) -> None:
        moves = self.api.moves(game_id, person, limit=20)
        playable = [move for move in moves if move["type"] != "resign"]
        if playable:
            self._command(game_id, person, "moves", self.luck.choice(playable))

    def _command(self, game_id: str, person: Person, path: str, body: Any) -> None:
        self._ask("POST", f"/games/{game_id}/{path}", person, json=body, headers={"If-Match": "*"})

    def _ask(self, method: str, path: str, person: Person, **more: Any) -> None:
        answer = self.api.ask(method, path, person, **more)
        assert answer.status_code < 500, answer.get_data(as_text=True)
        if answer.status_code >= 400:
            self.diary.refusals[answer.json["code"]] += 1

    # What is known
    def game(self, game_id: str) -> Game:
        """Return a game as its record has it now."""
        found: Game = self._own.cache.current(game_id).game
        return found

    def _number(self, game_id: str, seat: int) -> int:
        return self.games[game_id].seats[seat]

    def _person(self, game_id: str, seat: int) -> Person:
        return self.persons[self._number(game_id, seat)]

    def _is_gone(self, number: int) -> bool:
        vanishes = self.plan.players[number].habits.vanishes
        return vanishes is not None and self.clock.ms >= START + vanishes


def awaited(game: Game) -> Iterator[int]:
    """Return the seats that a game waits for: to move, or for an answer."""
    return iter(sorted({*game.to_act, *yet_to_answer(game), *yet_to_agree(game)}))
