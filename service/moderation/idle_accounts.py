"""Accounts that nobody has used for long: their players are warned, then the accounts deleted.

The deletion is that of ``anabasis admin forget``, and logged like it.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from domain.record.times import milliseconds, moment
from service.context import Services
from service.machine import clock
from service.machine.slices import chunks
from service.moderation.actions import Act, perform
from service.notices.messages import idle_warning
from service.people.directory import PAGE, player_ids
from service.people.names import player_key
from service.people.player import PlayerUnknown, days_of_use
from service.people.quiet_hours import DAY
from service.redis.error_translation import translated_errors

WARNED_DAYS = (30, 7)
"""The days before its deletion at which an account's player is warned by mail."""
NOTED_DAYS = 60
WALKED_KEY = "anabasis:idle_walked"
"""The day of the last walk through all accounts; all workers share it."""
REASON, BY = "Nobody had used the account.", "anabasis"

Stage = Literal["found", "warned", "due"]
log = logging.getLogger(__name__)


class IdleAccount(Struct, frozen=True):
    """An account that nobody uses: the day of its last use, and of its deletion.

    ``stage`` is ``due`` once that day has come, ``warned`` within the last warning's days.
    """

    player_id: str
    name: str
    last_used: str
    deleted_on: str
    stage: Stage
    has_address: bool


class IdleAccounts:
    """Looks for accounts that were not used for ``days``; 0 days are never.

    ``idle:<player>`` has the day of the last use, and when the account was first found idle: from
    then on a player has 30 days, even if the host has only just set the days.
    """

    def __init__(self, own: Services, days: int) -> None:
        self._own, self._days = own, days
        self._client: Any = own.read_models.client  # redis-py does not type bytes answers

    def work(self, still: Callable[[], bool] = lambda: True) -> int:
        """Walk through all accounts once a day; return the number deleted."""
        if not self._days or not self._is_first_today():
            return 0
        return sum(self._settle(each) for each in self.candidates(still, note=True) if still())

    def candidates(
        self, still: Callable[[], bool] = lambda: True, *, note: bool = False
    ) -> Iterator[IdleAccount]:
        """Yield the accounts that are to be warned or deleted; with ``note`` remember them."""
        for ids in chunks(player_ids(self._client), PAGE):
            if not still():
                return
            pipeline = self._client.pipeline(transaction=False)
            for player in ids:
                pipeline.hgetall(player_key(player))
            with translated_errors():
                stored = zip(ids, pipeline.execute(), strict=True)
            for player, fields in stored:
                if (account := self._idle(player, fields, note)) is not None:
                    yield account

    def _is_first_today(self) -> bool:
        today = clock.now()[:10]
        with translated_errors():
            before = self._client.set(WALKED_KEY, today, get=True)
        return before is None or before.decode() != today

    def _idle(self, player: str, fields: dict[bytes, bytes], note: bool) -> IdleAccount | None:
        if b"name" not in fields or fields.get(b"role"):
            return None
        last, now = last_use(fields), clock.now_ms()
        end = milliseconds(f"{last}T00:00:00.000Z") + (self._days + 1) * DAY
        if now < end - WARNED_DAYS[0] * DAY or self._plays(player):
            return None
        due = max(end, self._first_found(player, last, now, note) + WARNED_DAYS[0] * DAY)
        left = due - now
        stage: Stage = "due" if left <= 0 else "warned" if left <= WARNED_DAYS[1] * DAY else "found"
        channels = self._own.notices.channels.of(player)
        has_address = any(each.kind == "email" and each.state != "unconfirmed" for each in channels)
        name = fields[b"name"].decode()
        return IdleAccount(player, name, last, moment(due)[:10], stage, has_address)

    def _first_found(self, player: str, last: str, now: int, note: bool) -> int:
        """Return when an account was first found idle since its last use (ms)."""
        with translated_errors():
            known = (self._client.get(f"idle:{player}") or b"").decode().split()
            if known and known[0] == last:
                return int(known[1])
            if note:
                kept = (NOTED_DAYS + self._days) * DAY
                self._client.set(f"idle:{player}", f"{last} {now}", px=kept)
        return now

    def _plays(self, player: str) -> bool:
        # Games in progress and open ones come before finished ones.
        rows, _ = self._own.read_models.my_games(player, 1, 1, study=False)
        return any(row.status in ("open", "live") for row in rows)

    def _settle(self, account: IdleAccount) -> bool:
        """Warn of the deletion of an account, or delete it; True if it is deleted."""
        if account.stage == "due":
            # Looked up again: somebody may have signed in since the walk read the account.
            with translated_errors():
                fields = self._client.hgetall(player_key(account.player_id))
            if not fields or last_use(fields) != account.last_used:
                return False
            log.info("player %s is deleted: last used %s", account.player_id, account.last_used)
            perform(self._own, Act("player_forgotten", account.player_id, REASON, BY))
            with translated_errors():
                self._client.delete(f"idle:{account.player_id}")
            return True
        self._warn(account)
        return False

    def _warn(self, account: IdleAccount) -> None:
        parts = self._own.notices
        days = WARNED_DAYS[1] if account.stage == "warned" else WARNED_DAYS[0]
        try:
            player = self._own.players.read(account.player_id)
        except PlayerUnknown:
            return
        for channel in parts.channels.of(player.id):
            if channel.kind == "email" and channel.state != "unconfirmed":
                # The same key on each day's walk, so that it goes out once.
                key = f"idle:{player.id}:{account.last_used}:{days}"
                link = parts.link("account")
                message = idle_warning(channel, player, link, key, account.deleted_on)
                # For as long as it is of use: the mail server may be away for days.
                parts.outbox.put(channel, message, clock.now_ms(), WARNED_DAYS[1] * DAY)


def last_use(fields: Mapping[bytes, bytes]) -> str:
    """Return the day of the last use of a stored player's tokens, at first that of their making."""
    return max([fields[b"created_at"].decode()[:10], *days_of_use(fields)])
