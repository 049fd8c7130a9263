"""Names of bots in a game: the same for every viewer, and none stored."""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Final

GENERALS = ("Hephaistion", "Krateros", "Parmenion", "Seleukos", "Perdikkas", "Nearchos")
SCEPTICS = ("Pyrrhon", "Anaxarchos", "Onesikritos", "Diogenes", "Kalanos", "Aristippos")
ISLANDERS = ("Ylva", "Tore", "Maren", "Inge", "Signe", "Mads")
TUTORS = ("Aristoteles", "Leonidas", "Lysimachos", "Kallisthenes", "Menaichmos", "Philiskos")
DRIFTERS = ("Jette", "Klaas", "Anke", "Ole", "Pytte", "Fiete")

ELDERS = ("Berit", "Eskil", "Gudrun", "Halvor", "Sunna", "Aksel")

NAMES: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("alexandros", "greedy"): GENERALS,
    ("alexandros", "patient"): TUTORS,
    ("alexandros", "random"): SCEPTICS,
    ("settlers", "greedy"): ISLANDERS,
    ("settlers", "patient"): ELDERS,
    ("settlers", "random"): DRIFTERS,
    ("alexander_the_great", "greedy"): GENERALS,
    ("alexander_the_great", "patient"): TUTORS,
    ("alexander_the_great", "random"): SCEPTICS,
}
"""The names by ruleset and kind of bot: at least as many as seats.

Their order is a promise: a change would rename the bots of old games.
"""

NAMES_KEPT = 1_000
"""Bots whose names a process remembers: each view of their games shows them."""


@lru_cache(NAMES_KEPT)
def bot_name(ruleset: str, bot: str, game_id: str, seat: int) -> str:
    """Return the name of a bot in a seat, for no two seats of a game the same.

    It follows from the game's id, so it needs no place in the record. A kind of bot without names
    is called by its kind.
    """
    names = NAMES.get((ruleset, bot))
    if names is None:
        return f"{bot} bot {seat + 1}"
    first = int.from_bytes(sha256(game_id.encode()).digest()[:4])
    return names[(first + seat) % len(names)]
