"""The exit codes of the terminal's commands; the README lists them."""

from typing import Final

from ..errors import ApiError, Forbidden, Gone, NotFound, RateLimited, Unauthorized, Unavailable

REFUSED: Final = 1
USAGE: Final = 2
NOT_SIGNED_IN: Final = 3
NOT_FOUND: Final = 4
UNREACHABLE: Final = 5
BUSY: Final = 6
INTERRUPTED: Final = 130

_CODES: Final[tuple[tuple[type[ApiError], int], ...]] = (
    (Unauthorized, NOT_SIGNED_IN),
    (Forbidden, NOT_SIGNED_IN),
    (NotFound, NOT_FOUND),
    (Gone, NOT_FOUND),
    (RateLimited, BUSY),
    (Unavailable, UNREACHABLE),
)


def exit_code(error: ApiError) -> int:
    """Return the exit code for an error of the API."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), REFUSED)
