"""Names at one table that look alike, by Unicode's confusables (UTS 39)."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

import regex

# Each view of a game asks for them.
TWINS_KEPT = 1_000
"""The number of tables whose twins a process remembers."""

_IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}")


@lru_cache(TWINS_KEPT)
def twins(names: tuple[str | None, ...]) -> frozenset[int]:
    """Return the seats with names that look the same; None is a free seat.

    They are shown with their seats' numbers, by ``numbered_name``.
    """
    # Again until nothing changes: a name may look like another one with its number.
    shown, seats = list(names), frozenset[int]()
    while alike := _alike(shown) - seats:
        seats |= alike
        for seat in alike:
            shown[seat] = numbered_name(names[seat] or "", seat)
    return seats


def numbered_name(name: str, seat: int) -> str:
    """Return a name with its seat's number, from 1, as the page shows it."""
    return f"{name} {seat + 1}"


def _alike(names: Sequence[str | None]) -> frozenset[int]:
    skeletons = {seat: skeleton(name) for seat, name in enumerate(names) if name is not None}
    counts = Counter(skeletons.values())
    return frozenset(seat for seat, drawn in skeletons.items() if counts[drawn] > 1)


def skeleton(name: str) -> str:
    """Return a form that is equal for names that look alike."""
    # Most names are ASCII, in which nothing is decomposed or ignored.
    plain = name if name.isascii() else _IGNORED.sub("", unicodedata.normalize("NFD", name))
    drawn = plain.translate(_prototypes())
    return unicodedata.normalize("NFD", " ".join(drawn.split()))


@cache
def _prototypes() -> Mapping[int, str]:
    """Return the character or characters that stand for each one drawn like them."""
    lines = files("projections").joinpath("confusables.txt").read_text("utf-8").splitlines()
    return dict(pair for line in lines if not line.startswith("#") for pair in _pairs(line))


def _pairs(line: str) -> Iterator[tuple[int, str]]:
    prototype, _, alike = line.partition(" < ")
    drawn = "".join(chr(int(point, 16)) for point in prototype.split())
    for point in alike.split():
        yield int(point, 16), drawn
