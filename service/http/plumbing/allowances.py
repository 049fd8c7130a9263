"""The cost of a request, taken from the allowances of the asker and of their address."""

from service.allowances import Kind
from service.context import services
from service.http.plumbing.auth import address, asker


def spend(kind: Kind) -> None:
    """Count one against the asker and their address. Raises AllowanceSpent, StoreUnavailable."""
    allowances = services().allowances
    if allowances is not None:
        allowances.spend(kind, player=asker().player, address=address())
