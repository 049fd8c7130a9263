"""The rights of hosts and moderators, for requests under ``/host``."""

from service.http.asking.auth import NoRight, player
from service.moderation.rights import has_role
from service.people.player import PlayerAccount, Role


def acting_as(needed: Role) -> PlayerAccount:
    """Return the asking player, who has a role; a host may do all that a moderator may.

    Raises TokenMissing, TokenUnknown, or NoRight for everybody else.
    """
    actor = player()
    if not has_role(actor.role, needed):
        raise NoRight("role")
    check_fresh_sign_in(actor)
    return actor


def check_fresh_sign_in(actor: PlayerAccount) -> None:
    """Check that the player has proved lately who they are."""
