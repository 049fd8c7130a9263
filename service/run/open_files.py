"""Raising the number of files that a process may open."""

import logging
import resource

log = logging.getLogger(__name__)


def allow_open_files(number: int) -> None:
    """Raise the limit to ``number`` files; warn if the hard limit is lower."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= number:
        return
    most = number if hard == resource.RLIM_INFINITY else min(number, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < number:
        log.warning(
            "A web process may open %d files and wants %d: raise the limit (ulimit -n), or lower "
            "ANABASIS_STREAMS.",
            most,
            number,
        )
