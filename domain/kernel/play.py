"""Moves: a seat's wish put to the ruleset of a live game."""

from typing import Any

from domain.errors import Refused
from domain.kernel.game import Game
from domain.record.record import Draft


class NotStarted(Refused):
    """Nothing can be played before every seat is taken."""

    code = "not_started"
    template = "The game has not started: {free} of {seats} seats are still free."


class GameOver(Refused):
    """Nothing can be played, taken back or resigned after the end."""

    code = "game_over"
    template = "The game is over; it can be replayed, but not played on."


class NothingToPreview(Refused):
    """A look ahead shows no more than the seat can know."""

    code = "nothing_to_preview"
    template = (
        "What this move brings is seen when it is made: it would turn up a card or use chance."
    )


def refuse_unless_live(game: Game) -> None:
    """Raise NotStarted or GameOver unless the game goes on."""
    if game.status == "open":
        free = sum(seat is None for seat in game.seats)
        raise NotStarted(free=free, seats=len(game.seats))
    if (outcome := game.outcome) is not None:
        raise GameOver(reason=outcome.reason)


def decide_move(game: Game, seat: int, move: Any) -> Draft:
    """The event of a seat's move (the ruleset's own type). Raises Refused."""
    refuse_unless_live(game)
    assert game.chance is not None
    ruleset = game.ruleset
    event = ruleset.decide(game.state, seat, move, game.chance)
    return Draft(ruleset.wire.events.type(event), seat, ruleset.wire.events.json(event))


def parse_move(game: Game, text: str) -> Any:
    """The move that a text asks for now (the ruleset's own type), legal or not.

    Raises Malformed, or Refused where no position is there to speak of.
    """
    refuse_unless_live(game)
    return game.ruleset.wire.parse_notation(game.state, text)


def preview(game: Game, seat: int, move: Any) -> Any:
    """The position after a seat's move that shows nothing new, with nothing recorded.

    The end of a game opens every hand, so none is previewed.

    Raises Refused as the move would, or NothingToPreview.
    """
    refuse_unless_live(game)
    assert game.chance is not None
    event = game.ruleset.decide(game.state, seat, move, game.chance)
    after = game.ruleset.evolve(game.state, event)
    if game.ruleset.reveals(event) or game.ruleset.outcome(after) is not None:
        raise NothingToPreview(move=game.ruleset.wire.moves.json(move)["type"])
    return after
