"""The rights of hosts and moderators, for requests under ``/host``."""

from service.context import services
from service.http.asking.auth import NoRight, player, token_sent
from service.machine import clock
from service.moderation.rights import has_role
from service.people.player import PlayerAccount, Role
from service.people.quiet_hours import HOUR

FRESH = HOUR
"""The milliseconds after a sign-in for which it lets a host act."""


class SignInStale(Exception):
    """The asker has a role, but their sign-in is too old, or was made with another session."""


def acting_as(needed: Role) -> PlayerAccount:
    """Return the asking player, who has a role; a host may do all that a moderator may.

    Raises TokenMissing, TokenUnknown, NoRight for everybody else, or SignInStale.
    """
    actor = player()
    if not has_role(actor.role, needed):
        raise NoRight("role")
    check_fresh_sign_in(actor)
    return actor


def check_fresh_sign_in(actor: PlayerAccount) -> None:
    """Raise SignInStale unless the asker's own sign-in is not older than FRESH."""
    # A stolen session must not be enough: the tokens that it can make count as no sign-in.
    if not is_fresh(actor):
        raise SignInStale


def check_may_add_way_in(owner: PlayerAccount) -> None:
    """Raise SignInStale if a player with a role would add a way to sign in by an old session."""
    # Otherwise a stolen session could make itself a fresh sign-in.
    if owner.role is not None:
        check_fresh_sign_in(owner)


def is_fresh(actor: PlayerAccount) -> bool:
    """True if the asker has signed in lately, or is a new player."""
    at = services().devices.signed_in_at(actor.id, token_sent() or "")
    return at is not None and clock.now_ms() - at <= FRESH
