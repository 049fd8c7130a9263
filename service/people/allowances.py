"""Allowances for costly requests, by player and by address, across all processes."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from time import time
from typing import Any, Literal

from limits import RateLimitItem, parse
from limits.storage import RedisStorage
from redis import Redis

from service.people.devices import hash_secret
from service.people.rates import Standing
from service.redis.error_translation import translated_errors
from service.settings.config import ADDRESS_SHARE

Kind = Literal[
    "players",
    "games",
    "bot_games",
    "boards",
    "board_checks",
    "pictures",
    "animations",
    "imports",
    "archives",
    "own_data",
    "channels",
    "passkeys",
    "confirm_mails",
    "mails_to_address",
    "sign_ins",
    "sign_in_mails",
    "handles",
    "challenges",
    "account_invitations",
    "reports",
    "invitation_checks",
    "invitation_mails",
]


@dataclass(frozen=True, slots=True)
class Allowance:
    """The limits on one kind of request; ``player`` is None if players have no own limit."""

    player: str | None
    address: str


def _hourly(amount: int) -> Allowance:
    return Allowance(f"{amount} per hour", f"{ADDRESS_SHARE * amount} per hour")


ALLOWANCES: Mapping[Kind, Allowance] = {
    "games": _hourly(120),
    "bot_games": _hourly(12),
    "boards": _hourly(60),
    "board_checks": _hourly(1800),
    "pictures": _hourly(1200),
    "animations": _hourly(12),
    "imports": _hourly(20),
    "archives": _hourly(60),
    "own_data": _hourly(10),
    "channels": _hourly(30),
    "passkeys": _hourly(60),
    "handles": _hourly(20),
    "challenges": _hourly(60),
    "account_invitations": Allowance("20 per day", "80 per day"),
    "reports": Allowance("20 per day", "80 per day"),
    "invitation_checks": Allowance(None, "60 per hour"),
    "invitation_mails": Allowance("3 per day", "5 per day"),
    "confirm_mails": _hourly(5),
    # Mails have no limit for all addresses together: using it up would lock everybody out.
    "mails_to_address": Allowance("3 per day", "12 per day"),
    "sign_ins": Allowance(None, "30 per hour"),
    "sign_in_mails": Allowance("3 per hour", "20 per hour"),
}


class AllowanceSpent(Exception):
    """A player or address has used up its allowance; ``retry_after`` is in seconds."""

    def __init__(self, kind: Kind, limit: RateLimitItem, retry_after: int) -> None:
        self.kind, self.limit, self.retry_after = kind, limit, retry_after
        super().__init__(f"{limit} {kind}")

    @property
    def standing(self) -> Standing:
        """Nothing is left."""
        most, seconds = self.limit.amount, self.limit.get_expiry()
        return Standing(self.kind, most, seconds, 0, self.retry_after)


class _Counts(RedisStorage):
    """The library's storage over the store's own client, which may be a cluster's."""

    # This works on a cluster, as each count is one key, and each script uses only one.

    DEPENDENCIES = {"redis": RedisStorage.DEPENDENCIES["redis"]}  # noqa: RUF012 - the library's own
    """Leaves out a second client, which the library would load because it is installed."""

    def __init__(self, client: Redis) -> None:
        super().__init__("redis://store")  # required by the library: nothing connects to it
        self.storage: Any = client
        self.initialize_storage("")


class Allowances:
    """Counts costly requests in Redis."""

    # Not in memory: such requests are rare, and a process may not live for the hour of a limit.

    def __init__(self, client: Redis, new_players: str) -> None:
        self._counts = _Counts(client)
        self._allowances = {**ALLOWANCES, "players": Allowance(None, new_players)}

    def spend(self, kind: Kind, *, player: str | None, address: str) -> Standing:
        """Count a request, and return what is left: to the player, else to the address.

        Raises AllowanceSpent if it is one too many, StoreUnavailable.
        """
        allowance, own = self._allowances[kind], None
        if allowance.player is not None and player is not None:
            own = self._hit(kind, parse(allowance.player), f"player {player}")
        of_address = self._hit(kind, parse(allowance.address), f"address {address}")
        # A player does not learn how much others at the same address ask for.
        return own or of_address

    def spend_mail(self, kind: Kind, *, mailbox: str, address: str) -> Standing:
        """Count a mail to a mailbox that an address has asked for; raises as ``spend``."""
        # The mailbox has a limit of its own, a higher one: otherwise one address could use it up
        # and lock its reader out.
        name = hash_secret(mailbox)
        return self.spend(kind, player=f"{address} to {name}", address=name)

    def forget(self, player: str) -> None:
        """Forget the counts of a player."""
        with translated_errors():
            for kind, allowance in self._allowances.items():
                if allowance.player is not None:
                    self._counts.clear(parse(allowance.player).key_for(kind, f"player {player}"))

    def _hit(self, kind: Kind, limit: RateLimitItem, account: str) -> Standing:
        key, seconds = limit.key_for(kind, account), limit.get_expiry()
        with translated_errors():
            # Not by the library's window, which keeps the count to itself.
            count = self._counts.incr(key, seconds)
            if count <= limit.amount:
                return Standing(kind, limit.amount, seconds, limit.amount - count)
            reset = self._counts.get_expiry(key)
        raise AllowanceSpent(kind, limit, max(1, ceil(reset - time())))
