"""Stepping through a record: the changes of each event to a view, and their application."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from domain.record.visibility import JsonObject

Changes = dict[str, Any]
"""New values by path: keys and list indices joined by ``/``; no path is a prefix of another."""


def steps(views: Iterable[JsonObject]) -> Iterator[Changes]:
    """Yield the changes from each view to the next; views are read lazily and not kept."""
    return (dict(_changes("", before, after)) for before, after in pairwise(views))


def _changes(path: str, before: Any, after: Any) -> Iterator[tuple[str, Any]]:
    """Yield the smallest changed parts; a list of another length changes as a whole."""
    if before == after:
        return
    if _is_alike(before, after):
        for key in after if isinstance(after, dict) else range(len(after)):
            yield from _changes(f"{path}/{key}" if path else str(key), before[key], after[key])
    else:
        yield path, after


def _is_alike(before: Any, after: Any) -> bool:
    if isinstance(before, dict) and isinstance(after, dict):
        return before.keys() == after.keys()
    return isinstance(before, list) and isinstance(after, list) and len(before) == len(after)
