"""Hand-made boards and views of Alexandros, as the API would show them."""

from typing import Any

SYMBOLS = ("temple", "amphora", "horse", "lyre", "soldier")

SMALL = (
    ".T.H.L.",
    "L.S.A.T",
    ".A.T.H.",
    "S.L.S.A",
)
RAGGED = (
    "   .T.  ",
    " H.A.L. ",
    "~.S~.T.A",
    ".L. .H.",
)


def hand(**counts: int) -> dict[str, int]:
    return {symbol: counts.get(symbol, 0) for symbol in SYMBOLS}


def standing(score: int = 0, governors: Any = (), cards: Any = None, left: int | None = None):
    """A seat's part of the state; a hand as counts by symbol, or a number of unseen cards."""
    held = hand(**cards) if isinstance(cards, dict) else None
    return {
        "score": score,
        "governors": [list(space) for space in governors],
        "governors_left": 4 - len(governors) if left is None else left,
        "cards": sum(held.values()) if held else cards or 0,
        "hand": held,
    }


def view(
    rows: tuple[str, ...] = SMALL,
    seats: Any = (),
    walls: Any = (),
    point: tuple[int, int] = (0, 0),
    **state: Any,
) -> dict[str, Any]:
    """A live game's view for seat 0."""
    seats = list(seats) or [standing(cards={}), standing()]
    return {
        "game_id": "g",
        "ruleset": "alexandros",
        "version": 12,
        "status": "live",
        "options": {"target_score": 100},
        "seats": [{"seat": n, "name": f"P{n}", "bot": "greedy"} for n in range(len(seats))],
        "viewer": {"seat": 0},
        "to_act": [0],
        "turn": state.pop("turn", 3),
        "phase": state.pop("phase", "actions"),
        "board": {"id": None, "rows": list(rows), "start": [0, 0]},
        "state": {
            "alexander": {"point": list(point), "space": None},
            "walls": [{"side": [list(a), list(b)], "colour": "black"} for a, b in walls],
            "walls_left": state.pop("walls_left", {"black": 60, "red": 10}),
            "display": [None, None],
            "actions_left": 2,
            "levied": False,
            "last_turn": False,
            "seats": seats,
            "provinces": [],
            **state,
        },
    }
