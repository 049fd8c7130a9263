"""The cost of a request, taken from the allowances of the asker and of their address."""

from hashlib import sha256

from service.allowances import Kind
from service.context import services
from service.http.plumbing.auth import address, asker


def spend(kind: Kind) -> None:
    """Count one against the asker and their address. Raises AllowanceSpent, StoreUnavailable."""
    allowances = services().allowances
    if allowances is not None:
        allowances.spend(kind, player=asker().player, address=address())


def spend_mail(recipient: str) -> None:
    """Count a mail to an address that nobody has confirmed; raises as ``spend``.

    It counts against the asker and also against the e-mail address itself, which may be anybody's.
    """
    spend("confirm_mails")
    allowances = services().allowances
    if allowances is not None:
        name = sha256(_mailbox(recipient).encode()).hexdigest()
        allowances.spend("mails_to_address", player=None, address=name)


def _mailbox(recipient: str) -> str:
    """Return an address without its tag: ``ada+games@`` is read by whoever reads ``ada@``."""
    name, _, domain = recipient.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"
