"""Names of bots in a game, the same for every viewer; they are not stored."""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Final

GENERALS = ("Hephaistion", "Krateros", "Parmenion", "Seleukos", "Perdikkas", "Nearchos")
SCEPTICS = ("Pyrrhon", "Anaxarchos", "Onesikritos", "Diogenes", "Kalanos", "Aristippos")
ISLANDERS = ("Ylva", "Tore", "Maren", "Inge", "Signe", "Mads")
TUTORS = ("Aristoteles", "Leonidas", "Lysimachos", "Kallisthenes", "Menaichmos", "Philiskos")
DRIFTERS = ("Jette", "Klaas", "Anke", "Ole", "Pytte", "Fiete")

# For the planners, one list each.
SCOUTS = ("Kleitos", "Philotas", "Koinos", "Kassandros", "Antigenes", "Amyntas")
ADMIRALS = ("Peukestas", "Leonnatos", "Polyperchon", "Antipatros", "Lysandros", "Androsthenes")
KINGS = ("Ptolemaios", "Antigonos", "Eumenes", "Demetrios", "Poros", "Dareios")
FISHERS = ("Bente", "Jens", "Karen", "Lars", "Mette", "Niels")
SMITHS = ("Astrid", "Bjarne", "Dagny", "Erland", "Frida", "Gorm")
SKIPPERS = ("Harald", "Ingrid", "Knut", "Ragna", "Svend", "Thyra")

ELDERS = ("Berit", "Eskil", "Gudrun", "Halvor", "Sunna", "Aksel")

# Their order is a promise: a change would rename the bots of old games.
NAMES: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("alexandros", "greedy"): GENERALS,
    ("alexandros", "patient"): TUTORS,
    ("alexandros", "random"): SCEPTICS,
    ("settlers", "greedy"): ISLANDERS,
    ("settlers", "patient"): ELDERS,
    ("settlers", "random"): DRIFTERS,
    ("alexandros", "easy"): SCOUTS,
    ("alexandros", "medium"): ADMIRALS,
    ("alexandros", "hard"): KINGS,
    ("settlers", "easy"): FISHERS,
    ("settlers", "medium"): SMITHS,
    ("settlers", "hard"): SKIPPERS,
    ("alexander_the_great", "greedy"): GENERALS,
    ("alexander_the_great", "patient"): TUTORS,
    ("alexander_the_great", "random"): SCEPTICS,
    ("alexander_the_great", "easy"): SCOUTS,
    ("alexander_the_great", "medium"): ADMIRALS,
    ("alexander_the_great", "hard"): KINGS,
}
"""The names by ruleset and kind of bot, at least as many as seats."""

# Each view of a game shows the names of its bots.
NAMES_KEPT = 1_000
"""The number of bots whose names a process remembers."""


@lru_cache(NAMES_KEPT)
def bot_name(ruleset: str, bot: str, game_id: str, seat: int) -> str:
    """Return the name of a bot in a seat, different in each seat of a game.

    A kind of bot without names is called by its kind.
    """
    # Derived from the game's id, it needs no place in the record.
    names = NAMES.get((ruleset, bot))
    if names is None:
        return f"{bot} bot {seat + 1}"
    first = int.from_bytes(sha256(game_id.encode()).digest()[:4])
    return names[(first + seat) % len(names)]
