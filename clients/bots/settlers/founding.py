"""The set-up: the corner to found on, and the first road."""

from functools import cache, partial
from typing import Final

from clients.bots.settlers.position import Position
from clients.bots.settlers.tempo import quickened
from clients.python.shapes import JsonObject

_PIPS: Final = 0.012
"""The worth of a pip, in addition to that of its tempo."""
_NEXT: Final = 0.1
"""The weight of the best corner for the next settlement."""
_KINDS: Final = 0.02


def best_founding(position: Position, moves: list[JsonObject]) -> JsonObject:
    """Return the corner that adds most tempo and has another good corner within reach."""
    # Cached: otherwise each corner is weighed again for each of six sites two edges away.
    shut, site = position.closed, cache(partial(_site, position))

    def worth(move: JsonObject) -> float:
        onward = [site(far) for far in beyond(position, move["corner"]) if far not in shut]
        return site(move["corner"]) + _NEXT * max(onward, default=0.0)

    return max(moves, key=worth)


def _site(position: Position, corner: int) -> float:
    pips = position.land.corner_pips[corner]
    had = position.own_pips
    new = sum(1 for more, before in zip(pips, had, strict=True) if more and not before)
    return quickened(position, corner) + _PIPS * sum(pips) + _KINDS * new


def beyond(position: Position, corner: int) -> frozenset[int]:
    """Return the corners two edges away."""
    near = position.land.ground.neighbours
    return frozenset(far for next_ in near[corner] for far in near[next_]) - {corner}


def best_first_road(position: Position, moves: list[JsonObject], corner: int) -> JsonObject:
    """Return the road towards the best free corner two edges away."""
    ahead = dict(position.land.ground.ways[corner])
    return max(moves, key=lambda move: _beyond_road(position, ahead[move["edge"]]))


def _beyond_road(position: Position, corner: int) -> float:
    near, shut = position.land.ground.neighbours[corner], position.closed
    sites = [_site(position, far) for far in near if far not in shut]
    return max(sites, default=0.0) + 0.1 * sum(sites)
