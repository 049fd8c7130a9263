"""The people of a store, as one process knows them."""

from dataclasses import dataclass
from typing import Any

from service.context import REMEMBERED
from service.people.handles import Handles
from service.people.names import Names
from service.people.players import Players
from service.people.scoped_tokens import ScopedTokens
from service.people.sessions import Sessions
from service.redis.tracked_values import Remembered


@dataclass(frozen=True)
class People:
    """The stores of people in one process, with all that they remember together."""

    kept: Remembered
    players: Players
    sessions: Sessions
    names: Names
    scoped_tokens: ScopedTokens
    handles: Handles


def people_of(client: Any) -> People:
    """Return the people of a store as a process that has just begun knows them."""
    kept = Remembered(client, REMEMBERED)
    parts = Players(client, kept), Sessions(client, kept), Names(client, kept)
    return People(kept, *parts, ScopedTokens(client, kept), Handles(client, kept))
