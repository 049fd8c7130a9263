"""The notices due about a game: that it waits for a player, that time is short, that it is over.

A notice is named by the number and the hash of the event that it follows from.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from domain.record.times import milliseconds
from projections.contract import Placement, Projection
from projections.summary import Beginning, Facts, Summary

REMINDED = 0.8
"""The part of a turn's time after which its player is reminded."""
# In a shorter wait, the reminder would come only minutes after the notice of the turn. Short waits
# for an absent player are never longer.
UNREMINDED = 600_000
"""Milliseconds of the longest wait without a reminder."""

Kind = Literal["turn", "reminder", "ended"]


@dataclass(frozen=True, slots=True)
class DueNotice:
    """A notice to the player of a seat, due at ``at`` (ms since 1970, without any grace)."""

    kind: Kind
    game_id: str
    seat: int
    beginning: Beginning
    at: int
    due: int | None = None

    @property
    def key(self) -> str:
        """The name of the notice; it changes for a reminder when the turn is given more time."""
        # With the hash: after a roll-back of the store, another event may have the same version.
        event = f"{self.beginning.version}:{self.beginning.hash}"
        name = f"{self.kind}:{self.game_id}:{self.seat}:{event}"
        return f"{name}:{self.due}" if self.kind == "reminder" else name


def game_of(key: str) -> str:
    """Return the id of the game that the notice of a key is about."""
    return key.split(":")[1]


def moment_of(notice: DueNotice, grace: int) -> int:
    """Return the moment at which a notice is sent; notices of turns and ends wait ``grace`` ms."""
    # A reminder waits no longer: its time is short already.
    return notice.at if notice.kind == "reminder" else notice.at + grace


def placing(grace: int) -> Projection:
    """Return the read model of notices by player, with the grace of ``moment_of``.

    Its lists are named ``<player> <key>``; its sort keys are the moments.
    """

    def place(game_id: str, summary: Summary) -> Placement:
        notices = notices_of(game_id, summary)
        moments = ((each, moment_of(each, grace)) for each in notices)
        game = summary.game
        return Placement(None, {f"{_player(game, n.seat)} {n.key}": at for n, at in moments})

    return place


def notices_of(game_id: str, summary: Summary) -> Iterator[DueNotice]:
    """Yield the notices that are due in a game now; none in studies."""
    game = summary.game
    if game.study is not None:
        return
    for seat in _people(game):
        if summary.over is not None:
            at = milliseconds(summary.over.at)
            yield DueNotice("ended", game_id, seat, summary.over, at)
        else:
            yield from _waits(game_id, summary, seat)


def _waits(game_id: str, summary: Summary, seat: int) -> Iterator[DueNotice]:
    """Yield the notices of a seat's turn and of requests to it; one event may cause both."""
    turn = summary.turns[seat]
    # A bot plays for the player, who need not hurry.
    if summary.game.playing[seat] is not None:
        turn = None
    for beginning in dict.fromkeys((turn, summary.asked[seat])):
        if beginning is not None:
            yield DueNotice("turn", game_id, seat, beginning, milliseconds(beginning.at))
    wait = summary.game.running().get(seat)
    if turn is not None and wait is not None and wait.due - wait.since > UNREMINDED:
        at = wait.since + round(REMINDED * (wait.due - wait.since))
        yield DueNotice("reminder", game_id, seat, turn, at, wait.due)


def _people(game: Facts) -> list[int]:
    return [n for n, seat in enumerate(game.seats) if seat is not None and seat.player is not None]


def _player(game: Facts, number: int) -> str:
    seat = game.seats[number]
    assert seat is not None
    assert seat.player is not None
    return seat.player
