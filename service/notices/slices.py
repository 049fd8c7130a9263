"""The slices that the work on notices is cut into, by player, and the names of their keys.

All keys of a slice share its hash tag::

    {n07}:pending          notices by the moment at which they are decided: "<player> <key>"
    {n07}:changed          players who have changed a setting, by the moment up to which their
                           pending notices were made due
    {n07}:digest:<name>    notices that a digest has collected, by time
    {n07}:due              deliveries by the moment of their next attempt
    {n07}:deliveries       deliveries by id, JSON
    {n07}:claims           by delivery the worker that attempts it now
    {n07}:done             ids of deliveries of the last 30 days, so that none is made twice
    {n07}:failed:<channel> failed messages in a row
    {n07}:log:<player>     entries of the log by delivery, JSON
    {n07}:logged:<player>  the same deliveries by time
"""

from service.redis.leases import SLICES, part_of


def slice_of(player: str) -> int:
    """Return the slice of a player: the same on every machine, forever."""
    return part_of(player, SLICES)


def prefix(number: int) -> str:
    """Return the prefix of a slice's keys."""
    return f"{{n{number:02}}}:"
