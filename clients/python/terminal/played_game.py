"""A game as a player at the terminal has it: position, listed moves, what has happened since."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from ..chain import LastSeen
from ..client import Anabasis
from ..errors import ApiError, RateLimited, Unavailable
from ..shapes import JsonObject
from .context import GamePlace
from .plain import plain
from .words import own_seat

if TYPE_CHECKING:
    from ..answers import Preview

T = TypeVar("T")

LIVE: Final = ("open", "live")
_LONGEST_PAUSE: Final = 30.0
_RECENT: Final = 200
"""Events that are searched for one's own last move."""


@dataclass(slots=True)
class Line:
    """The connection, which is tried until it is back; ``say`` reports this to people."""

    say: Callable[[str], object]
    sleep: Callable[[float], object] = time.sleep

    def persist(self, call: Callable[[], T]) -> T:
        """Return the answer to a call that may be repeated. Raises ApiError for a refusal."""
        pause = 1.0
        while True:
            try:
                answer = call()
            except (Unavailable, RateLimited) as error:
                self.say(
                    f"No connection: {error.detail}. Trying again in {pause:.0f} s (Ctrl-C leaves)."
                )
                self.sleep(pause)
                pause = min(_LONGEST_PAUSE, pause * 2)
                continue
            if pause > 1.0:
                self.say("Connected again.")
            return answer


@dataclass(slots=True)
class PlayedGame:
    """A game and the legal moves of the viewer's seat; ``told`` is the version last reported."""

    client: Anabasis
    game: str
    line: Line
    view: JsonObject = field(default_factory=dict)
    moves: list[JsonObject] = field(default_factory=list)
    facts: list[JsonObject] = field(default_factory=list)
    told: int | None = None

    @property
    def version(self) -> int:
        """The number of the newest event read."""
        return int(self.view["version"])

    @property
    def is_over(self) -> bool:
        """True if no more moves will come."""
        return self.view["status"] not in LIVE

    @property
    def notations(self) -> list[str]:
        """How the listed moves are typed."""
        return [fact["notation"] for fact in self.facts]

    def begin(self) -> None:
        """Read the position for the first time. Raises ApiError, also without a connection."""
        # Not by `persist`: a command on a wrong server has to end, not to try forever.
        self.take(plain(self.client.position(self.game)))

    def read(self) -> None:
        """Read the position and the listed moves anew."""
        self.take(plain(self.line.persist(lambda: self.client.position(self.game))))

    def take(self, position: JsonObject) -> None:
        """Go on from a position that an answer had with it."""
        self.view = position["view"]
        self.moves, self.facts = position["moves"], position.get("facts") or []

    def is_due(self) -> bool:
        """Return True if the player has something to do besides resigning."""
        return any(move["type"] != "resign" for move in self.moves) or self.asked() is not None

    def asked(self) -> str | None:
        """Return what another seat asks of this one: ``undo``, ``extension``, ``pause`` or None."""
        seat = own_seat(self.view)
        undo, clock = self.view["undo"]["request"], self.view.get("clock") or {}
        if undo and seat in undo["waiting_for"]:
            return "undo"
        request = clock.get("request")
        if request and seat in request["waiting_for"]:
            return "extension" if request["seconds"] else "pause"
        return None

    def news(self) -> list[JsonObject]:
        """Return the events since the last call, or at first those since the player's last move."""
        after = self.told
        if after is None:
            after = max(0, self.version - _RECENT)
            recent = self._events(after)
            own = [event["version"] for event in recent if self._is_own(event)]
            news = [event for event in recent if event["version"] > (own[-1] if own else after)]
        else:
            news = self._events(after)
        self.told = self.version
        return [event for event in news if not self._is_own(event)]

    def listed(self, typed: str) -> JsonObject | None:
        """Return the listed move that is typed so, or None."""
        same = (
            move
            for move, fact in zip(self.moves, self.facts, strict=False)
            if fact["notation"].casefold() == typed.casefold()
        )
        return next(same, None)

    def move(self, typed: str) -> None:
        """Make a move as it is typed, listed or not. Raises ApiError."""
        # Not by `persist`: the client itself repeats a move, under one Idempotency-Key.
        move = self.listed(typed) or {"notation": typed}
        self.client.move(self.game, move, self.version)

    def preview(self, typed: str) -> Preview:
        """Return what a move would do, as far as the player may know. Raises ApiError."""
        return self.client.preview(self.game, self.listed(typed) or {"notation": typed})

    def _events(self, after: int) -> list[JsonObject]:
        answer = self.line.persist(lambda: self.client.events(self.game, after=after))
        return [plain(event) for event in answer["events"]]

    def _is_own(self, event: JsonObject) -> bool:
        return event["seat"] is not None and event["seat"] == own_seat(self.view)


def stream(client: Anabasis, place: GamePlace, after: int, line: Line) -> Iterator[JsonObject]:
    """Yield a game's events as they happen, across lost connections, until no more will come.

    Raises ChainBroken, and ApiError for a refusal.
    """
    seen, lost = LastSeen(after, None), False
    while True:
        # By the hash as well, so that the first event of the new stream is checked to follow.
        events = client.stream(place.game, seen.version, seen.hash, place.code)
        try:
            for event in events:
                if lost:
                    line.say("Connected again.")
                lost = False
                yield plain(event)
        except (Unavailable, RateLimited) as error:
            lost = True
            line.say(f"No connection: {error.detail}. Trying again (Ctrl-C leaves).")
            line.sleep(error.retry_after or 1.0)
        else:
            if over(client, place, line):
                return
        seen = events.seen


def over(client: Anabasis, place: GamePlace, line: Line) -> bool:
    """Return True if a game is over, or if it is not shown any more."""
    try:
        view = line.persist(lambda: client.view(place.game, code=place.code))
    except ApiError:
        return True
    return view["status"] not in LIVE
