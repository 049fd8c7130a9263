"""The exit codes of the terminal's commands, and what to do about each error of the API."""

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


HELP: Final = """\b
Exit codes:
  0    done; also if you leave with /quit or Ctrl-D
  1    refused by the game or the server
  2    wrong words on the command line
  3    not signed in, or no right to this
  4    no such game, or no game waits
  5    no connection, or the server cannot record
  6    too many requests
  130  left by Ctrl-C (129, 143: ended by SIGHUP, SIGTERM)
  141  the reader of the output has gone"""
"""The README has the same list."""


_REMEDIES: Final = {
    "no_connection": "is it running? --server names another",
    "invitation_wanted": "`anabasis-client login --help` says how to enter by one",
}


def remedy(error: ApiError) -> str:
    """Return what a person can do about an error, as the end of its line; empty for nothing."""
    match error:
        case Unauthorized():
            return "sign in with `anabasis-client login`"
        case ApiError(code=code) if code in _REMEDIES:
            return _REMEDIES[code]
        case ApiError(detail=detail) if "://" in detail:  # not the API's words
            return "is it an Anabasis server? --server names another"
        case NotFound(code="not_found"):
            return "`anabasis-client games` lists yours"
        case RateLimited(retry_after=seconds) if seconds:
            return f"try again in {seconds:.0f} s"
    return ""
