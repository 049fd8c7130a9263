"""Who plays what, how, and what they want to hear of it: all of it from a seed."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000

RULESETS: tuple[dict[str, Any], ...] = (
    {"ruleset": "alexandros", "board": "near_east"},
    {"ruleset": "settlers", "board": "standard"},
    {"ruleset": "alexander_the_great", "board": "campaign"},
)
KINDS = ("email", "push", "webhook")
POLICIES = ("nudge", "skip", "bot", "resign")
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", None)
NIGHTS = (
    None,
    {"from": "22:00", "to": "07:00", "weekends": False},
    {"from": "23:30", "to": "06:15", "weekends": True},
)
ORDERS: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "alexander_the_great": (("bid_up_to", {"most": 2}), ("move_on", {})),
    "alexandros": (("move_on", {}),),
    "settlers": (("move_on", {}),),
}


@dataclass(frozen=True, slots=True)
class ChannelPlan:
    """A channel that a player has: ``digest`` and ``always`` as the API has them."""

    kind: str
    digest: str | None = None
    always: bool = False
    shape: str = "standard"


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player plays: delays in milliseconds, and how often they only look."""

    shortest: int
    longest: int
    looks: float
    vanishes: int | None = None


QUICKEST = 20_000
DAWDLER = Habits(6 * HOUR, 5 * DAY, 0.4)


@dataclass(frozen=True, slots=True)
class PlayerPlan:
    """A player, their habits, and their settings for notices."""

    name: str
    locale: str
    zone: str | None
    night: dict[str, Any] | None
    habits: Habits
    channels: tuple[ChannelPlan, ...]
    mutes: float


@dataclass(frozen=True, slots=True)
class GamePlan:
    """A game, the players in its seats by number, and when it begins (ms from the start)."""

    terms: dict[str, Any]
    seats: tuple[int, ...]
    begins: int
    orders: tuple[tuple[int, str, dict[str, Any]], ...]


@dataclass(frozen=True, slots=True)
class MonthPlan:
    """All of a month."""

    players: tuple[PlayerPlan, ...]
    games: tuple[GamePlan, ...]
    length: int


def month_plan(seed: int, players: int, games: int, days: int, slowest: int) -> MonthPlan:
    """Return the plan of a seed; most players take ``slowest`` (ms) at most, mostly a quarter."""
    luck = Random(seed)
    mover = Habits(QUICKEST, slowest, 0.25)
    people = tuple(_player(luck, number, days, mover) for number in range(players))
    tables = tuple(_game(luck, number, players, days) for number in range(games))
    return MonthPlan(people, tables, days * DAY)


def _player(luck: Random, number: int, days: int, mover: Habits) -> PlayerPlan:
    habits = luck.choice((mover, mover, DAWDLER))
    if number % 6 == 5:
        habits = Habits(habits.shortest, habits.longest, 0.1, luck.randrange(days * DAY))
    zone = luck.choice(ZONES)
    return PlayerPlan(
        name=f"P{number:02}",
        locale=luck.choice(("en", "de", "nl", "da")),
        zone=zone,
        night=luck.choice(NIGHTS) if zone else None,
        habits=habits,
        channels=tuple(_channels(luck)),
        mutes=luck.choice((0.0, 0.3)),
    )


def _channels(luck: Random) -> Iterator[ChannelPlan]:
    for kind in luck.sample(KINDS, luck.choice((1, 2, 2, len(KINDS)))):
        digest = luck.choice((None, "hourly", "daily")) if kind != "push" else None
        yield ChannelPlan(kind, digest, luck.random() < 0.2)


def _game(luck: Random, number: int, players: int, days: int) -> GamePlan:
    terms = dict(RULESETS[number % len(RULESETS)])
    seats = luck.sample(range(players), 3 if luck.random() < 0.6 else 2)
    if terms["ruleset"] != "alexandros":
        seats = luck.sample(range(players), 3)
    orders = tuple(
        (seat, code, values)
        for seat in range(len(seats))
        for code, values in ORDERS[terms["ruleset"]]
        if luck.random() < 0.25
    )
    terms |= {"deadline": _deadline(luck, number), "seats": len(seats), "first_seat": 0}
    terms["seed"] = f"{luck.randrange(1 << 32):08x}"
    return GamePlan(terms, tuple(seats), luck.randrange(days * DAY // 2), orders)


def _deadline(luck: Random, number: int) -> dict[str, Any] | None:
    """Return the terms of a game's clock: every policy in turn, some games without a clock."""
    if number % 9 == 8:
        return None
    time: dict[str, Any] = {"per_move": luck.choice(("12h", "1d", "3d"))}
    if luck.random() < 0.3:
        time = {"reserve": "5d", "increment": "8h"}
    if luck.random() < 0.4:
        time["vacation"] = 5
    if luck.random() < 0.3:
        time["quiet_hours"] = True
    policy = POLICIES[number % len(POLICIES)]
    kept = {"bot": "random"} if policy == "bot" else {}
    return {**time, **kept, "at_zero": policy}
