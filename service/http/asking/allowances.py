"""Allowances: requests counted against the asker and against their address."""

from collections.abc import Callable

from domain.kernel.terms import Created
from service.context import present_request, services
from service.http.asking.auth import address, asker
from service.people.allowances import Allowances, AllowanceSpent, Kind
from service.people.rates import Standing

STANDINGS = "anabasis.standings"
"""The key in a WSGI environment of what is left of the limits that a request counted for."""


def spend(kind: Kind) -> None:
    """Count a request against the asker and their address.

    Raises AllowanceSpent, StoreUnavailable.
    """
    _count(lambda all_: all_.spend(kind, player=asker().player, address=address()))


def hold_open_place(game_id: str, terms: Created, occupants: int) -> None:
    """Count a new game against its creator and their address if it is listed with free seats.

    Raises TooManyOpen, StoreUnavailable.
    """
    if not terms.listed or occupants >= terms.seats:
        return
    # If the host has set no allowances, open games are not counted by address either.
    where = None if services().allowances is None else address()
    services().open_games.hold(game_id, terms.creator, where)


def spend_mail(recipient: str) -> None:
    """Count a mail to an address that nobody has confirmed; raises as ``spend``.

    It counts against the asker and against the e-mail address.
    """
    # The address may be anybody's: many accounts must not flood one mailbox.
    spend("confirm_mails")
    mailbox = _mailbox(recipient)
    _count(lambda all_: all_.spend_mail("mails_to_address", mailbox=mailbox, address=address()))


def spend_invitation_mail(recipient: str) -> None:
    """Count a mail with an invitation; raises as ``spend``."""
    spend("invitation_checks")
    mailbox = _mailbox(recipient)
    _count(lambda all_: all_.spend_mail("invitation_mails", mailbox=mailbox, address=address()))


def note(standing: Standing) -> None:
    """Note what is left of a limit, for the headers of the answer."""
    present_request().environ.setdefault(STANDINGS, {})[standing.name] = standing


def _count(spend_one: Callable[[Allowances], Standing]) -> None:
    allowances = services().allowances
    if allowances is None:
        return
    try:
        note(spend_one(allowances))
    except AllowanceSpent as spent:
        note(spent.standing)
        raise


def _mailbox(recipient: str) -> str:
    """Return an address without its tag."""
    # Mail to `ada+games@` reaches the same person as mail to `ada@`.
    name, _, domain = recipient.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"
