"""The calls about the games that the service offers, and the keys that it signs with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .call import Call
from .caller import ApiMethod
from .calls import get, get_bytes, post, segment

if TYPE_CHECKING:
    from .answers import Board, BoardCheck, Keys, LogHead, LogLeaves, Rules, Ruleset, Rulesets


class RulesetCalls:
    """What anybody asks of a service."""

    @ApiMethod
    def rulesets(self) -> Call[Rulesets]:
        """Return the rulesets the service plays."""
        return get("/rulesets")

    @ApiMethod
    def ruleset(self, ruleset: str) -> Call[Ruleset]:
        """Return one ruleset: seats, options as JSON Schema with defaults, boards."""
        return get(f"/rulesets/{segment(ruleset)}")

    @ApiMethod
    def rules(self, ruleset: str) -> Call[Rules]:
        """Return the rules of a game in words, section by section."""
        return get(f"/rulesets/{segment(ruleset)}/rules")

    @ApiMethod
    def board(self, ruleset: str, board: str) -> Call[Board]:
        """Return a board and its topology, with drawing coordinates."""
        return get(f"/rulesets/{segment(ruleset)}/boards/{segment(board)}")

    @ApiMethod
    def board_picture(self, ruleset: str, board: str) -> Call[bytes]:
        """Return a picture of a board, as SVG."""
        return get_bytes(f"/rulesets/{segment(ruleset)}/boards/{segment(board)}/picture.svg")

    @ApiMethod
    def check_board(self, ruleset: str, board: Mapping[str, Any]) -> Call[BoardCheck]:
        """Return the problems of a drawn board, or the board in the form that a game stores."""
        return post(f"/rulesets/{segment(ruleset)}/boards/check", {"board": board})

    @ApiMethod
    def keys(self) -> Call[Keys]:
        """Return the public keys with which this service has signed heads."""
        return get("/keys")

    @ApiMethod
    def log(self, since: int | None = None) -> Call[LogHead]:
        """Return the signed log of heads, with a proof that it extends the one of ``since``."""
        return get("/log", since=since)

    @ApiMethod
    def leaves(self, after: int | None = None, limit: int | None = None) -> Call[LogLeaves]:
        """Return the hashes of the log's leaves past ``after``."""
        return get("/log/leaves", after=after, limit=limit)
