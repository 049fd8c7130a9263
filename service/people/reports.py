"""Reports of games, players, titles and boards to the host: a queue with one line a target.

::

    {reports}:queue           the targets, those of most reporters last
    {reports}:ends            by target: when its line ends without a further report
    {reports}:<target>        the line: count, first, last, reasons, the first texts
    {reports}:<target>:by     its reporters
    reports_of:<player>       the targets that a player has reported

A target is a kind and an id, such as ``title-k3v9x2m7q4w8z6t5``. The bounds below keep the whole
queue under 10 MB, however many reports come.
"""

from dataclasses import dataclass
from typing import Any, Literal, get_args

from redis import Redis

from service.machine import clock
from service.people.quiet_hours import DAY
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script

Kind = Literal["game", "player", "title", "board"]
Reason = Literal["offensive", "spam", "cheating", "impersonation", "other"]
KINDS: tuple[Kind, ...] = get_args(Kind)
REASONS: tuple[Reason, ...] = get_args(Reason)

TEXT_LENGTH = 500
MOST_LINES, MOST_REPORTERS, MOST_TEXTS = 2_000, 100, 3
ENDS_AFTER = 90 * DAY
"""The time after the last report for which a line is kept, in ms."""

_PREFIX = "{reports}:"
_QUEUE, _ENDS = f"{_PREFIX}queue", f"{_PREFIX}ends"
_REPORT = Script.of("service.people", "report.lua")
_WITHDRAW = Script.of("service.people", "withdraw_report.lua")


class ReportsFull(Exception):
    """The queue has as many lines as it may: the host has to look at some first."""


class ReportUnknown(LookupError):
    """There is no such line in the queue, or it is not for the asker."""


@dataclass(frozen=True, slots=True)
class Target:
    """A reported game, player, title or board; the latter two are named by their game."""

    kind: Kind
    id: str

    @property
    def name(self) -> str:
        """Return the target as one word."""
        return f"{self.kind}-{self.id}"


@dataclass(frozen=True, slots=True)
class TargetReports:
    """The reports of one target; times are in ms, and ``texts`` pairs of reporter and text.

    ``about`` is the player whom it concerns: the reported one, or the maker of the game.
    """

    target: Target
    about: str
    count: int
    first: int
    last: int
    reasons: dict[str, int]
    texts: list[tuple[str, str]]


def target_of(name: str) -> Target:
    """Return the target with a name. Raises ReportUnknown."""
    kind, _, of = name.partition("-")
    if kind not in KINDS or not of:
        raise ReportUnknown(name)
    return Target(kind, of)


class Reports:
    """The queue of a store. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def add(self, target: Target, about: str, reporter: str, reason: Reason, text: str) -> None:
        """Count a report, unless this reporter has reported the target before.

        Raises ReportsFull.
        """
        now, line = clock.now_ms(), _line_key(target.name)
        values = (_PREFIX, target.name, reporter, now, now + ENDS_AFTER, reason, text, about)
        own = _key_of(reporter)
        with translated_errors():
            # First, so that every line in which a player is named is found when they leave.
            self._client.sadd(own, target.name)
            self._client.pexpire(own, ENDS_AFTER)
            keys = (_QUEUE, _ENDS, line, f"{line}:by")
            done = _REPORT.run(self._client, keys, *values, MOST_LINES, MOST_REPORTERS, MOST_TEXTS)
        if done < 0:
            raise ReportsFull

    def page(self, start: int, count: int) -> tuple[list[TargetReports], int]:
        """Return some lines from the top of the queue, and the number of all lines."""
        with translated_errors():
            names = [
                each.decode() for each in self._client.zrevrange(_QUEUE, start, start + count - 1)
            ]
            pipeline = self._client.pipeline(transaction=False)
            for name in names:
                pipeline.hgetall(_line_key(name))
            pipeline.zcard(_QUEUE)
            *lines, total = pipeline.execute()
        read = zip(names, lines, strict=True)
        return [_line(name, fields) for name, fields in read if fields], total

    def read(self, target: Target) -> TargetReports:
        """Return the line of a target. Raises ReportUnknown."""
        with translated_errors():
            fields = self._client.hgetall(_line_key(target.name))
        if not fields:
            raise ReportUnknown(target.name)
        return _line(target.name, fields)

    def resolve(self, name: str) -> None:
        """Take a target's line out of the queue; safe to repeat."""
        line = _line_key(name)
        with translated_errors():
            # At once: a report in between would leave a target in the queue without its end.
            pipeline = self._client.pipeline(transaction=True)
            pipeline.zrem(_QUEUE, name)
            pipeline.zrem(_ENDS, name)
            pipeline.delete(line, f"{line}:by")
            pipeline.execute()

    def of(self, player: str) -> list[str]:
        """Return the names of the targets that a player has reported within 90 days."""
        with translated_errors():
            return sorted(name.decode() for name in self._client.smembers(_key_of(player)))

    def forget(self, player: str) -> None:
        """Forget a player who leaves: the reports of them, and their name in others."""
        self.resolve(Target("player", player).name)
        for name in self.of(player):
            line = _line_key(name)
            with translated_errors():
                _WITHDRAW.run(self._client, [line, f"{line}:by"], player, MOST_TEXTS)
        with translated_errors():
            self._client.delete(_key_of(player))


def _line(name: str, stored: dict[bytes, bytes]) -> TargetReports:
    fields = {key.decode(): value.decode() for key, value in stored.items()}
    texts = [fields[key].partition(" ") for key in sorted(fields) if key.startswith("text:")]
    reasons: list[str] = [each for each in REASONS if f"reason:{each}" in fields]
    return TargetReports(
        target=target_of(name),
        about=fields["about"],
        count=int(fields["count"]),
        first=int(fields["first"]),
        last=int(fields["last"]),
        reasons={each: int(fields[f"reason:{each}"]) for each in reasons},
        texts=[(reporter, text) for reporter, _, text in texts],
    )


def _line_key(name: str) -> str:
    return f"{_PREFIX}{name}"


def _key_of(player: str) -> str:
    return f"reports_of:{player}"
