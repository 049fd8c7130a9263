"""Scopes of tokens: what a program may do for a player with a token of its own."""

from typing import Final, Literal, get_args

Scope = Literal["read", "play", "bot", "notices", "account"]

SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)
# A player needs to see the seat's cards, and a bot account plays: separate boxes would only
# make tokens that do not work.
INCLUDED: Final[dict[Scope, frozenset[Scope]]] = {
    "read": frozenset({"read"}),
    "play": frozenset({"read", "play"}),
    "bot": frozenset({"read", "play", "bot"}),
    "notices": frozenset({"notices"}),
    "account": frozenset({"account"}),
}
"""The scopes that each one covers."""


class InsufficientScope(Exception):
    """The token's scopes do not cover the request; ``needed`` is None if no scope would."""

    def __init__(self, needed: Scope | None) -> None:
        super().__init__(needed)
        self.needed = needed


def check_scope(scopes: frozenset[Scope] | None, needed: Scope | None) -> None:
    """Raise InsufficientScope if a token's scopes do not cover the scope that is needed.

    A token without scopes (None) may do everything; what states no scope needs such a token.
    """
    if scopes is None:
        return
    if needed is None or not any(needed in INCLUDED[scope] for scope in scopes):
        raise InsufficientScope(needed)
