"""Moves of a live game: deciding, previewing and parsing them."""

from typing import Any

from domain.errors import Refused
from domain.kernel.game import Game
from domain.record.chance import Chance, NotedChance
from domain.record.record import Draft


class NotStarted(Refused):
    """Nothing can be played before every seat is taken."""

    code = "not_started"
    template = "The game has not started: {free} of {seats} seats are still free."


class GameCancelled(Refused):
    """The host has cancelled the game before its start."""

    code = "game_cancelled"
    template = "The game was cancelled by its host before it began; nothing can be done in it."


class GameAbandoned(Refused):
    """The game never filled, or nobody moved in it any more."""

    code = "game_abandoned"
    template = "The game was abandoned: it waited too long for its players; it has no winner."


class GameOver(Refused):
    """Nothing can be played, undone or resigned after the end."""

    code = "game_over"
    template = "The game is over; it can be replayed, but not played on."


class GameNotOver(Refused):
    """Statistics and a rematch follow the end of a game."""

    code = "game_not_over"
    template = "The game is not over yet: this is possible only after its end."


class NothingToPreview(Refused):
    """A preview may not show more than the seat knows."""

    code = "nothing_to_preview"
    template = (
        "The outcome of this move shows only once it is made: "
        "it depends on cards that you do not see, or on chance."
    )


def refuse_unless_live(game: Game) -> None:
    """Raise NotStarted, GameCancelled, GameAbandoned or GameOver unless the game goes on."""
    facts = game.facts
    # The common case asks nothing further.
    if facts.status == "live":
        return
    refuse_cancelled(game)
    if facts.outcome is not None:
        raise GameOver(reason=facts.outcome.reason)
    # Neither ended nor live: open.
    free = sum(seat is None for seat in game.seats)
    raise NotStarted(free=free, seats=len(game.seats))


def refuse_cancelled(game: Game) -> None:
    """Raise GameCancelled or GameAbandoned if the game ended without a winner."""
    if game.cancelled:
        raise GameCancelled
    if game.abandoned:
        raise GameAbandoned


def decide_move(game: Game, seat: int, move: Any) -> Draft:
    """Return the event of a seat's move (the ruleset's own type). Raises Refused."""
    refuse_unless_live(game)
    assert game.chance is not None
    # Each decision has a noting chance of its own, so that a refused move leaves no draw behind.
    events, chance = game.ruleset.wire.events, NotedChance.of(game.chance)
    event = game.ruleset.decide(game.state, seat, move, chance)
    type_, data = events.type(event), events.json(event)
    return Draft(type_, seat, chance.noted_in(data))


def parse_move(game: Game, text: str) -> Any:
    """Return a text as a move (the ruleset's own type) in the present position, legal or not.

    Raises Malformed, or Refused unless the game is live: the notation depends on the position.
    """
    refuse_unless_live(game)
    return game.ruleset.wire.parse_notation(game.state, text)


def preview(game: Game, seat: int, move: Any) -> Any:
    """Return the position after a seat's move, which is not recorded.

    Raises Refused as the move itself would, or NothingToPreview if the move reveals something, ends
    the game, or may depend on cards that the seat does not see.
    """
    refuse_unless_live(game)
    ruleset = game.ruleset
    before = _imagined_by(game, seat)
    try:
        event = ruleset.decide(before, seat, move, _ANY_CHANCE)
    except Refused:
        # If the true position refuses the move too, the refusal can be shown.
        if not is_legal(game, seat, move):
            raise
        raise _nothing_to_preview(game, move) from None
    after = ruleset.evolve(before, event)
    # The end of the game would open every hand.
    if event.reveals or ruleset.situation(after).outcome is not None:
        raise _nothing_to_preview(game, move)
    # In a study nothing is hidden from its player.
    if game.terms.study is None and ruleset.depends_on_unseen(before, after, seat):
        raise _nothing_to_preview(game, move)
    return after


_ANY_CHANCE = Chance(bytes(32))
"""The chance of previews: their results depend on none, so the game's own is not used."""


def _imagined_by(game: Game, seat: int) -> Any:
    """Return the position as the seat sees it, so that no preview can reveal more.

    In a study the seat's player sees all hands. Elsewhere no cards are counted, as they are for
    studies: the result of a preview depends on no other seat's cards.
    """
    if game.terms.study is not None:
        return game.state
    # The same chance each time, so that asking twice gives the same answer.
    return game.ruleset.imagined(game.state, seat, _ANY_CHANCE)


def is_legal(game: Game, seat: int, move: Any) -> bool:
    """True if a seat may make a move (the ruleset's own type) in the true position.

    The position that the seat imagines may refuse it.
    """
    # In versions 1 and 2 of settlers such a move can be a trade: of two seats that accepted, one
    # was robbed. This reveals nothing: the seat's list of moves names it too.
    assert game.chance is not None
    try:
        game.ruleset.decide(game.state, seat, move, game.chance)
    except Refused:
        return False
    return True


def _nothing_to_preview(game: Game, move: Any) -> NothingToPreview:
    return NothingToPreview(move=game.ruleset.wire.moves.json(move)["type"])
