"""The largest boards the API takes, no two of them equal."""

from domain.record.visibility import JsonObject

_AROUND = range(-6, 7)


def triangles(number: int) -> JsonObject:
    """A board of Alexandros with 357 spaces, of another shape for each number up to 30,000."""
    rows = ["TAHLS" + "." * 31, *["." * 36] * 9]
    for row, hole in ((2, number % 32), (5, number // 32 % 32), (8, number // 1024)):
        rows[row] = "." * (2 + hole) + "~" + "." * (33 - hole)
    return {"title": "", "rows": rows, "start": [0, 0]}


def hexes(number: int) -> JsonObject:
    """A board of settlers with 127 hexes; another for each number up to 15,000."""
    land = [(q, r) for q in _AROUND for r in _AROUND if abs(q + r) <= 6]
    one, other = divmod(number, 126)
    tokens = dict.fromkeys(range(1, 127), 5) | {1 + one: 6, 1 + other: 8}
    tiles = [
        {"hex": list(hex_), "terrain": "hills" if n else "desert", "token": tokens.get(n)}
        for n, hex_ in enumerate(land)
    ]
    return {"title": "", "hexes": tiles, "harbours": []}
