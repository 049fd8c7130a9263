"""Which notices were due to which channel, from records, plans and ticks alone; and what came.

It is written from what the service promises, and shares no code with it: a plain walk over the
moments at which workers looked.
"""

import itertools
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from tests.simulation.calls import Call, Story
from tests.simulation.month import GRACE, Diary
from tests.simulation.plans import MINUTE, ChannelPlan, PlayerPlan

EVENING = 18


@dataclass(frozen=True, slots=True)
class Address:
    """A channel as the checker knows it: its id, where it leads, and its settings."""

    id: str
    target: str
    plan: ChannelPlan


@dataclass(frozen=True, slots=True)
class Reader:
    """A player with their channels."""

    id: str
    plan: PlayerPlan
    addresses: tuple[Address, ...]


@dataclass(slots=True)
class Due:
    """The keys that each channel should get, each with its moment; and by reason how many not."""

    keys: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    suppressed: Counter[str] = field(default_factory=Counter)


class Checker:
    """Walks over the ticks for each reader."""

    def __init__(self, stories: Mapping[str, Story], diary: Diary) -> None:
        self._stories, self._diary = stories, diary
        self._looks = defaultdict(list)
        for look in diary.looks:
            self._looks[look.game, look.seat].append(look)

    def due(self, readers: Iterable[Reader]) -> Due:
        """Return all that was due."""
        due = Due()
        for reader in readers:
            _Walk(self, reader, due).over(self._diary.ticks)
        return due

    def games_of(self, reader: Reader) -> list[Story]:
        """Return the games that ever called for a notice to a reader."""
        return [
            story
            for story in self._stories.values()
            if any(call.player == reader.id for call in story.all().values())
        ]

    def excused(self, refused: Iterable["Came"]) -> set[tuple[str, str]]:
        """Return channels and keys of turns that were over when they could be tried again."""
        return {(each.channel, each.key) for each in refused if self._is_over_after(each)}

    def _is_over_after(self, refused: "Came") -> bool:
        story = self._stories.get(refused.key.split(":")[1])
        later = next((tick for tick in self._diary.ticks if tick > refused.at), refused.at)
        return story is not None and refused.key not in story.at(later)

    def is_muted(self, call: Call) -> bool:
        """True if the player had muted the game."""
        return (call.player, call.game) in self._diary.muted

    def is_seen(self, call: Call, moment: int) -> bool:
        """True if the player had looked at it, or moved by hand, by a moment."""
        looks = self._looks[call.game, call.seat]
        if any(each.at <= moment and each.version >= call.version for each in looks):
            return True
        return any(
            at <= moment and seat == call.seat and version >= call.version
            for at, seat, version in self._stories[call.game].acts
        )

    def standing(self, stories: Sequence[Story], reader: Reader, moment: int) -> dict[str, Call]:
        """Return what the games call for at a moment, for one player."""
        return {
            key: call
            for story in stories
            for key, call in story.at(moment).items()
            if call.player == reader.id
        }


class _Walk:
    """One reader's month."""

    def __init__(self, checker: Checker, reader: Reader, due: Due) -> None:
        self._checker, self._reader, self._due = checker, reader, due
        self._stories = checker.games_of(reader)
        self._settled: set[str] = set()
        self._digests: dict[str, dict[str, Call]] = defaultdict(dict)
        self._planned: dict[str, list[int]] = defaultdict(list)

    def over(self, ticks: Sequence[int]) -> None:
        for tick in ticks:
            standing = self._checker.standing(self._stories, self._reader, tick)
            self._settled &= standing.keys()
            ripe = [c for c in standing.values() if _moment(c) <= tick]
            ends = [(at, "", a) for a in self._reader.addresses for at in self._planned[a.id]]
            moments: list[tuple[int, str, Call | Address]] = [(_moment(c), c.key, c) for c in ripe]
            for at, _, what in sorted([*moments, *ends], key=self._turn):
                if isinstance(what, Call):
                    self._settle(what, tick)
                elif at <= tick:
                    self._digest(what, at, tick, standing)

    def _turn(self, each: tuple[int, str, Call | Address]) -> tuple[int, bool, str]:
        """Of those that waited for the end of quiet hours, the digest comes last."""
        at, key, what = each
        end = self._end_of_quiet(at)
        return (at, False, key) if end is None else (end, not isinstance(what, Call), key)

    def _settle(self, call: Call, tick: int) -> None:
        if call.key in self._settled or self._must_wait(call, tick):
            return
        self._settled.add(call.key)
        if self._checker.is_muted(call):
            self._due.suppressed["muted"] += 1
            return
        seen = call.kind != "reminder" and self._checker.is_seen(call, tick)
        for address in self._reader.addresses:
            if seen and not address.plan.always:
                self._due.suppressed["seen"] += 1
            elif address.plan.digest is None or call.kind == "reminder":
                self._due.keys[address.id].setdefault(call.key, tick)
            else:
                self._collect(address, call, tick)

    def _must_wait(self, call: Call, tick: int) -> bool:
        end = self._end_of_quiet(tick)
        return end is not None and not (call.due is not None and call.due <= end)

    # Digests
    def _collect(self, address: Address, call: Call, tick: int) -> None:
        self._digests[address.id][call.key] = call
        at = next_digest(address.plan.digest or "", self._reader.plan.zone, tick)
        if at not in self._planned[address.id]:
            self._planned[address.id].append(at)

    def _digest(self, address: Address, at: int, tick: int, standing: Mapping[str, Call]) -> None:
        if self._end_of_quiet(tick) is not None:
            return
        self._planned[address.id].remove(at)
        collected = self._digests.pop(address.id, {})
        wanted = [call for key, call in collected.items() if key in standing]
        if any(address.plan.always or not self._checker.is_seen(c, tick) for c in wanted):
            self._due.keys[address.id][f"digest:{address.id}:{at}"] = tick
        elif collected:
            self._due.suppressed["digest without news"] += 1

    def _end_of_quiet(self, moment: int) -> int | None:
        return end_of_quiet(moment, self._reader.plan)


def _moment(call: Call) -> int:
    return call.at if call.kind == "reminder" else call.at + GRACE


# Clocks on walls, minute by minute
def end_of_quiet(moment: int, plan: PlayerPlan) -> int | None:
    """Return when the quiet hours around a moment end, None if it is not quiet."""
    if not _is_quiet(moment, plan):
        return None
    at = moment - moment % MINUTE
    while _is_quiet(at, plan):
        at += MINUTE
    return at


def _is_quiet(moment: int, plan: PlayerPlan) -> bool:
    if plan.night is None or plan.zone is None:
        return False
    wall = datetime.fromtimestamp(moment / 1000, UTC).astimezone(ZoneInfo(plan.zone))
    if plan.night["weekends"] and wall.weekday() >= 5:
        return True
    time, start, end = wall.strftime("%H:%M"), plan.night["from"], plan.night["to"]
    return start <= time or time < end if start > end else start <= time < end


def next_digest(kind: str, zone: str | None, moment: int) -> int:
    """Return the next full hour, or 18:00, on a player's wall."""
    at = moment - moment % (15 * MINUTE) + 15 * MINUTE
    while True:
        wall = datetime.fromtimestamp(at / 1000, UTC).astimezone(ZoneInfo(zone or "UTC"))
        if wall.minute == 0 and (kind == "hourly" or wall.hour == EVENING):
            return at
        at += 15 * MINUTE


# What came
@dataclass(frozen=True, slots=True)
class Came:
    """A message that arrived by a channel; ``told`` if it was acknowledged."""

    channel: str
    key: str
    at: int
    told: bool


def faults(
    due: Due,
    came: Sequence[Came],
    kills: Iterable[int],
    excused: Collection[tuple[str, str]] = (),
) -> Iterator[str]:
    """Yield all that went wrong: lost, uncalled for, too early, or twice without a reason.

    ``excused`` are channels and keys that need not have come: refused, and then over.
    """
    got: dict[str, dict[str, list[Came]]] = defaultdict(lambda: defaultdict(list))
    for each in came:
        got[each.channel][each.key].append(each)
    for channel in due.keys.keys() | got.keys():
        wanted, found = due.keys[channel], got[channel]
        lost = sorted(wanted.keys() - found.keys())
        yield from (f"lost: {k} to {channel}" for k in lost if (channel, k) not in excused)
        yield from (f"not due: {key} to {channel}" for key in sorted(found.keys() - wanted.keys()))
        for key, times in found.items():
            if times[0].at < wanted.get(key, 0):
                yield f"too early: {key} to {channel} at {times[0].at}"
            yield from _repeated(channel, key, times, set(kills))


def _repeated(channel: str, key: str, times: list[Came], kills: set[int]) -> Iterator[str]:
    """Yield repetitions of deliveries that the sender knew of and survived."""
    for before, _ in itertools.pairwise(times):
        if before.told and before.at not in kills:
            yield f"twice: {key} to {channel} after {before.at}"
