"""The due moves that a message offers, each as a link that opens the game with it prepared."""

from collections.abc import Callable, Iterator
from urllib.parse import quote, urlencode

from domain.kernel.game import Game
from domain.wire.kinds import type_of
from domain.wire.moves import Move
from projections.text.contract import MoveWords, telling_of
from service.notices.contract import Choice
from service.texts.line_texts import Teller

MOST = 4
"""A mail lists the due moves if there are at most so many; among more one chooses at the board."""
# Enough for every open move: settlers never has so many moves, and Alexandros lists its open
# ones first.
LISTED = 500
"""The most moves that are listed for a message."""
LINK_LENGTH = 2_000
"""The longest link that every browser and mail program opens."""


def choices_of(
    game: Game, game_id: str, seat: int, language: str, link: Callable[[str], str]
) -> tuple[Choice, ...]:
    """Return the due moves of a seat that messages may offer; ``link`` turns paths into links."""
    if game.status != "live":
        return ()
    legal = game.ruleset.legal_moves(game.state, seat, LISTED, None)
    moves: tuple[Move, ...] = legal.moves
    due = [move for move in moves if type_of(type(move)) != "resign"]
    is_few = legal.complete and len(due) <= MOST
    teller = Teller(language, ())
    chosen = []
    for move, known in _known(game, due):
        address = link(_path(game, game_id, seat, move))
        if (is_few or known.is_open) and len(address) <= LINK_LENGTH:
            chosen.append(Choice(teller.line(known.words), address, is_few, known.is_open))
    return tuple(chosen)


def _known(game: Game, moves: list[Move]) -> Iterator[tuple[Move, MoveWords]]:
    """Yield the moves that messages put in words."""
    choice = telling_of(game.ruleset.id).choice
    for move in moves:
        if (known := choice(game.state, move)) is not None:
            yield move, known


def _path(game: Game, game_id: str, seat: int, move: Move) -> str:
    (facts,) = game.ruleset.wire.move_facts(game.state, seat, [move])
    values = {"do": facts["notation"], "after": game.version, "seat": seat}
    return f"game/{game_id}?{urlencode(values, quote_via=quote)}"
