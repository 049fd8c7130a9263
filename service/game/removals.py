"""What a game shows in place of a title or a board that the host has removed.

Records and exports keep both, as their hashes cover them.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import msgspec

from domain.kernel.game import Game
from domain.kernel.terms import Created
from projections.answers.games import View
from projections.answers.lists import Row
from projections.bare_boards import bare_board, bare_state
from service.store.removed_texts import NOTHING, Removed, RemovedTexts
from service.texts.titles import default_title, shown_title


@dataclass(frozen=True, slots=True)
class Removals:
    """Hides what the host has removed, by the marks that a process knows of."""

    marks: RemovedTexts

    def title(self, game_id: str, game: Game, language: str) -> str:
        """Return the title of a game as readers of a language see it."""
        ruleset = game.ruleset.id
        stored = self.stored_title(game_id, ruleset, game.terms.title)
        return shown_title(stored, ruleset, language)

    def stored_title(self, game_id: str, ruleset: str, title: str) -> str:
        """Return the title of a game as it would be stored without one that was removed."""
        return default_title(ruleset) if self.marks.of(game_id).title else title

    def is_listed(self, game_id: str, game: Game) -> bool:
        """True if those who have no part in a game may know of it."""
        return game.terms.listed and not self.marks.of(game_id).board

    def terms(self, game_id: str, game: Game) -> Created:
        """Return a game's terms without what was removed, for a game that copies them."""
        terms = game.terms
        title = self.stored_title(game_id, terms.ruleset, terms.title)
        if self.marks.of(game_id).board:
            return replace(terms, title=title, board=bare_board(terms.board), listed=False)
        return terms if title == terms.title else replace(terms, title=title)

    def hide_in(self, body: View) -> View:
        """Return a view without what was removed of its game."""
        return without(body, self.marks.of(body.game_id))

    def hide_in_row(self, row: Row) -> None:
        """Take out of a row of a list what was removed of its game."""
        row.title = self.stored_title(row.game_id, row.ruleset, row.title)
        if self.marks.of(row.game_id).board:
            row.board_title = None

    def mark(self, game_id: str) -> str:
        """Return a mark of what was removed, which changes answers without an event."""
        removed = self.marks.of(game_id)
        return "" if removed == NOTHING else repr(tuple(removed))


def without(body: View, removed: Removed) -> View:
    """Return a view without what was removed."""
    if removed.title:
        body.title = default_title(body.ruleset)
    if removed.board:
        is_encoded = isinstance(body.board, msgspec.Raw)
        body.board = _encoded_bare(bytes(body.board)) if is_encoded else bare_board(body.board)
        if body.state is not None:
            body.state = bare_state(body.state)
        body.listed = False
    return body


# A replay has a view for each event, all with the same board.
@lru_cache(16)
def _encoded_bare(board: bytes) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(bare_board(msgspec.json.decode(board))))
