"""A player as the service knows them, and in the form that the store keeps."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from domain.record.times import milliseconds
from service.machine import clock
from service.people import quiet_history
from service.people.quiet_history import NEVER_QUIET, QuietHistory
from service.people.quiet_hours import Quiet, QuietWindow

ID = re.compile(r"p[0-9a-f]{16}")
USES = (b"seen:", b"used:", b"last_used")
"""The fields of a stored player that hold a use: a token's day or moment, or the account's day."""


class PlayerUnknown(LookupError):
    """No player has this id, or the player has left."""


class Muted(Exception):
    """The host has muted the player, and the text would be public."""


@dataclass(frozen=True, slots=True)
class Invited:
    """A new player's id and token, the inviter (a player, or ``host``), and the invitation."""

    player_id: str
    token: str
    by: str
    invitation: str


@dataclass(frozen=True, slots=True)
class Suspension:
    """A suspension or ban: until when, in ms since 1970, and why, in the host's words."""

    until: int
    reason: str

    @property
    def is_over(self) -> bool:
        """True once it has ended by itself."""
        return clock.now_ms() >= self.until


class Suspended(Exception):
    """The host has suspended the player, who may read but not play."""

    def __init__(self, suspension: Suspension) -> None:
        self.suspension = suspension
        super().__init__(suspension.reason)


class Banned(Exception):
    """The host has banned the player, whom no token and no sign-in lets in."""

    def __init__(self, ban: Suspension) -> None:
        self.ban = ban
        super().__init__(ban.reason)


Role = Literal["host", "moderator"]
ROLES: dict[bytes, Role] = {b"host": "host", b"moderator": "moderator"}
"""The roles by their stored form; one that a later release wrote counts as none."""
HOURS = ("time_zone", "quiet_hours", "quiet_history")
INVITED = ("invited_by", "invitation")
STOPS = ("suspended", "banned")
"""The fields of a suspension and a ban: the end in ms, a blank, and the reason."""
_OWN = ("name", "own_name", "muted", "role", "locale", "notifications", "created_at", "feed")
PERSONAL = (*_OWN, *HOURS, *INVITED, *STOPS)
"""The fields that are deleted first of a player who leaves; their handle is ended before."""


@dataclass(frozen=True, slots=True)
class PlayerAccount:
    """A person, as the service knows them; ``locale`` is a language tag.

    ``time_zone`` is an IANA name, without which there are no ``quiet_hours``. These apply to
    notices at once, and to clocks according to ``quiet_history``. ``role`` is None for members.
    """

    id: str
    name: str
    locale: str
    notifications: bool
    created_at: str
    time_zone: str | None = None
    quiet_hours: QuietWindow | None = None
    quiet_history: QuietHistory = NEVER_QUIET
    role: Role | None = None

    @property
    def quiet(self) -> Quiet | None:
        """The player's quiet hours in their own time zone, if they have any."""
        hours, zone = self.quiet_hours, self.time_zone
        return None if hours is None or zone is None else Quiet(zone, hours)


def with_history(player: PlayerAccount) -> PlayerAccount:
    """Return a player with their present quiet hours in the history."""
    history = player.quiet_history.changed(player.quiet, milliseconds(clock.now()))
    return replace(player, quiet_history=history)


def fields_of(player: PlayerAccount) -> dict[str, str]:
    """Return the fields under which a player is stored, but for the role, which hosts give."""
    return {
        "name": player.name,
        "locale": player.locale,
        "notifications": "yes" if player.notifications else "no",
        "created_at": player.created_at,
        "time_zone": player.time_zone or "",
        "quiet_hours": _written(player.quiet_hours),
        "quiet_history": quiet_history.encode_history(player.quiet_history),
    }


def player_of(player_id: str, fields: dict[bytes, bytes]) -> PlayerAccount:
    """Return a player from the stored fields."""
    return PlayerAccount(
        id=player_id,
        name=fields[b"name"].decode(),
        locale=fields[b"locale"].decode(),
        notifications=fields[b"notifications"] == b"yes",
        created_at=fields[b"created_at"].decode(),
        time_zone=fields.get(b"time_zone", b"").decode() or None,
        quiet_hours=_quiet_hours(fields.get(b"quiet_hours")),
        quiet_history=quiet_history_of(*(fields.get(each.encode()) for each in HOURS)),
        role=ROLES.get(fields.get(b"role", b"")),
    )


def quiet_history_of(
    time_zone: bytes | None, hours: bytes | None, history: bytes | None
) -> QuietHistory:
    """Return the quiet hours that clocks use, from the stored fields ``HOURS``."""
    kept = _quiet_hours(hours)
    present = Quiet(time_zone.decode(), kept) if time_zone and kept else None
    return quiet_history.read(history, present)


def suspension_of(stored: bytes | None) -> Suspension | None:
    """Return a suspension or ban from its stored form, None if there is none or it is over."""
    if not stored:
        return None
    until, _, reason = stored.decode().partition(" ")
    suspension = Suspension(int(until), reason)
    return None if suspension.is_over else suspension


def _written(hours: QuietWindow | None) -> str:
    return "" if hours is None else msgspec.json.encode(hours).decode()


def _quiet_hours(stored: bytes | None) -> QuietWindow | None:
    return msgspec.json.decode(stored, type=QuietWindow) if stored else None


def days_of_use(fields: Mapping[bytes, bytes]) -> list[str]:
    """Return days (UTC) on which a stored player's tokens were used; the last one is among them."""
    return [value.decode()[:10] for name, value in fields.items() if name.startswith(USES)]
