"""The rate at which an account and an address may send requests."""

from collections.abc import Callable
from functools import cache

from service.http.asking.auth import account, address
from service.http.asking.hosts import PROBES
from service.people.rates import Rates
from service.webprocess.present import present_request

PAGE = "web"
"""The blueprint of the page's files: thirty of them flood no service."""
NEW_PLAYERS = frozenset({"players.create_player", "session.begin"})


def check_of(limits: str) -> Callable[[], None]:
    """Return the check of a request's rates: by account and, since players cost nothing, by
    address; in each process."""
    rates = Rates(limits)

    def count() -> None:
        endpoint = present_request().endpoint
        if endpoint is None or _is_free(endpoint):
            return
        where = address()
        # A new player counts for the address, whatever token comes along.
        rates.hit(where if endpoint in NEW_PLAYERS else account(), where)

    return count


@cache
def _is_free(endpoint: str) -> bool:
    """True for the page's files, and for probes: a flooded service must still be seen to live."""
    blueprint, _, view = endpoint.rpartition(".")
    return blueprint == PAGE or view in PROBES
