"""Other pages of a list: their cursors, and their addresses in the header ``Link`` (RFC 8288)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import Response, request, url_for

from projections.answers.lists import Row
from service.readmodels.read_models import Run
from service.readmodels.selecting import ListPosition

Game = TypeVar("Game", bound=Row)


def cursor_after(run: Run[Any]) -> str | None:
    """Return the cursor of the page after a run of games."""
    return run.following and run.following.cursor


def cursor_before(run: Run[Any]) -> str | None:
    """Return the cursor of the page before a run of games."""
    return run.preceding and run.preceding.cursor


def next_of(games: Sequence[Game], has_more: bool, score_of: Callable[[Game], int]) -> str | None:
    """Return the cursor of the page after a numbered one; ``score_of`` is that of its list."""
    if not games or not has_more:
        return None
    return ListPosition(score_of(games[-1]), games[-1].game_id).cursor


def linked(response: Response, before: str | None, after: str | None) -> Response:
    """Add the addresses of other pages to a page by cursor."""
    links = {"next": after, "prev": before}
    return _with_links(response, {rel: {"cursor": each} for rel, each in links.items() if each})


def linked_numbered(response: Response, page: int, after: str | None) -> Response:
    """Add the addresses of other pages to a numbered one."""
    links: dict[str, Mapping[str, Any]] = {"next": {"cursor": after}} if after else {}
    # Beyond the end the page before may be one of them: it is empty, too, but leads back.
    return _with_links(response, links | ({"prev": {"page": page - 1}} if page > 1 else {}))


def _with_links(response: Response, links: Mapping[str, Mapping[str, Any]]) -> Response:
    each = [f'<{_address(where)}>; rel="{rel}"' for rel, where in {**links, "first": {}}.items()]
    response.headers["Link"] = ", ".join(each)
    return response


def _address(where: Mapping[str, Any]) -> str:
    """Return the address of the requested list elsewhere, without a host."""
    kept = [(k, v) for k, v in request.args.items(multi=True) if k not in ("page", "cursor")]
    path = url_for(str(request.endpoint))
    words = urlencode([*kept, *where.items()])
    return f"{path}?{words}" if words else path
