"""Bot accounts: players that are programs, permanently, and the games that they take."""

from typing import Any, Literal

import msgspec
from msgspec import Struct
from redis import Redis

from domain.kernel.deadlines import SHORTEST, Deadline
from service.people.names import player_key
from service.people.player import PlayerUnknown
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.redis.tracked_values import Remembered

PACES = ("none", "live", "correspondence")
"""Without a clock; with turns that may be shorter than ten minutes; with longer ones."""
MOST_GAMES = 1_000
Refusal = Literal["ruleset", "seats", "pace", "busy"]
"""Why a bot account does not take a game."""
FOR_PEOPLE = ("email", "push")
"""The kinds of channels that a bot account has not."""

_SET = Script.of("service.people", "set_bot_account.lua")


class NoBotAccount(Exception):
    """The player is a person's account."""


class AccountUsed(Exception):
    """The player has sat in games as a person."""


class BotDeclines(Exception):
    """The bot takes no such game; the message is the reason, as in ``refusal``."""


class StoredBotAccount(Struct, frozen=True):
    """A bot account as stored: None stands for every ruleset, number of seats or pace."""

    owner: str
    since: str
    rulesets: tuple[str, ...] | None = None
    seats: tuple[int, ...] | None = None
    paces: tuple[str, ...] | None = None
    games: int = 20

    def refusal(self, ruleset: str, seats: int, pace: str, live: int) -> Refusal | None:
        """Return why the bot does not take a game while it has ``live`` ones, None if it does."""
        if self.rulesets is not None and ruleset not in self.rulesets:
            return "ruleset"
        if self.seats is not None and seats not in self.seats:
            return "seats"
        if self.paces is not None and pace not in self.paces:
            return "pace"
        return "busy" if live >= self.games else None


def pace_of(deadline: Deadline | None) -> str:
    """Return the pace of a game's terms, one of ``PACES``."""
    if deadline is None:
        return "none"
    return "live" if deadline.least_wait < SHORTEST else "correspondence"


class BotAccounts:
    """The field ``bot_account`` in ``player:<id>``; only the deletion of the player removes it."""

    def __init__(self, client: Redis, kept: Remembered) -> None:
        """``kept`` remembers which players are bots."""
        self._client: Any = client  # redis-py does not type bytes answers
        self._kept = kept

    def of(self, player: str) -> StoredBotAccount | None:
        """Return a player's bot account, None for a person."""
        with translated_errors():
            stored = self._client.hget(player_key(player), "bot_account")
        return msgspec.json.decode(stored, type=StoredBotAccount) if stored else None

    def make(self, player: str, account: StoredBotAccount) -> None:
        """Make a player a bot. Raises PlayerUnknown."""
        self._set(player, account, must_be_one=False)

    def change(self, player: str, account: StoredBotAccount) -> None:
        """Change a bot account. Raises NoBotAccount, PlayerUnknown."""
        self._set(player, account, must_be_one=True)

    def _set(self, player: str, account: StoredBotAccount, *, must_be_one: bool) -> None:
        stored = msgspec.json.encode(account)
        with translated_errors():
            done = _SET.run(self._client, [player_key(player)], stored, int(must_be_one))
        self._kept.forget(player_key(player))
        if done is None:
            raise PlayerUnknown(player)
        if not done:
            raise NoBotAccount
