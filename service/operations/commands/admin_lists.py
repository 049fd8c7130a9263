"""The commands of ``anabasis admin`` that list: players, games, and what the store holds."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import click
import msgspec

from service.context import Services
from service.machine.plain_text import counted, printable
from service.moderation.listing_answers import HostGame, HostPlayer, HostStorage
from service.moderation.listings import (
    games_titled,
    open_games,
    players_matching,
    players_ranked,
    storage_of,
)
from service.moderation.player_lookup import find_player
from service.operations.commands.admin_options import JSON_LINES, opened_service
from service.operations.commands.reporting import size
from service.people.directory import Board, CursorInvalid

MOST = 1_000
"""The most players or games that a command lists at once."""

Command = Callable[..., Any]
Page = Callable[
    [Services, str | None, int], tuple[Sequence[HostPlayer | HostGame], str | None, bool]
]
"""Returns a page from a cursor on, the cursor of the next one, and whether all were looked at."""

LIMIT = click.option(
    "--limit", type=click.IntRange(1, MOST), default=20, show_default=True, help="The most listed."
)
CURSOR = click.option("--cursor", metavar="TEXT", help="Go on where another list ended.")


def _paged(command: Command) -> Command:
    """Add the options of a command that lists."""
    # Decorators apply from the last to the first, but --help lists options from the first.
    return LIMIT(CURSOR(JSON_LINES(command)))


@click.command()
@click.argument("text")
@click.option("--titles", is_flag=True, help="Look for titles of games instead.")
@_paged
def search(text: str, *, titles: bool, limit: int, cursor: str | None, as_json: bool) -> None:
    """Find players by the beginning of a name, of a handle or of a word in them; or by id.

    \b
    anabasis admin search ad
    anabasis admin search --titles "monday night"

    Letters that look alike are one, in any case: `Adrnin` finds `Admin`. A muted player is found by
    their own name, too. A line shows id, name, handle, the day they came and the last day they were
    seen, and their games under way.
    """

    def page(own: Services, after: str | None, most: int) -> Any:
        if titles:
            games = games_titled(own, text, after, most, only_listed=False)
            return games.games, games.next, games.complete
        players = players_matching(own, text, after, most)
        return players.players, players.next, players.complete

    _list(page, limit, cursor, as_json=as_json, none=f"Nothing begins with {text!r}.")


@click.command()
@_paged
def newest(*, limit: int, cursor: str | None, as_json: bool) -> None:
    """List the players who came last."""
    _list_ranked("newest", limit, cursor, as_json=as_json)


@click.command()
@_paged
def busiest(*, limit: int, cursor: str | None, as_json: bool) -> None:
    """List the players with the most games under way."""
    _list_ranked("busiest", limit, cursor, as_json=as_json)


@click.command()
@click.argument("player", required=False)
@_paged
def games(player: str | None, *, limit: int, cursor: str | None, as_json: bool) -> None:
    """List the open games that a player made; without a player, those who made the most.

    \b
    anabasis admin games
    anabasis admin games ada
    """
    if player is None:
        _list_ranked("creators", limit, cursor, as_json=as_json)
        return

    def page(own: Services, after: str | None, most: int) -> Any:
        creator = find_player(own, player)
        found = open_games(own, creator, after, most, only_listed=False)
        return found.games, found.next, found.complete

    _list(page, limit, cursor, as_json=as_json, none="They have made no open game.")


def _list_ranked(board: Board, limit: int, cursor: str | None, *, as_json: bool) -> None:
    def page(own: Services, after: str | None, most: int) -> Any:
        found = players_ranked(own, board, after, most)
        return found.players, found.next, found.complete

    _list(page, limit, cursor, as_json=as_json, none="There is nobody to list.")


def _list(page: Page, limit: int, cursor: str | None, *, as_json: bool, none: str) -> None:
    """Print a page, and on stderr how to go on: programs read stdout as lines of entries."""
    try:
        with opened_service() as own:
            entries, following, is_whole = page(own, cursor, limit)
    except CursorInvalid:
        raise click.BadParameter(
            f"{cursor!r} is not where such a list ended: leave it out to begin anew.",
            param_hint="'--cursor'",
        ) from None
    for each in entries:
        click.echo(msgspec.json.encode(each) if as_json else printable(_line(each)))
    if not is_whole:
        click.echo("The worker has yet to look at all players of this store.", err=True)
    if not entries:
        click.echo(none, err=True)
    if following is not None:
        click.echo(f"There are more: --cursor {following}", err=True)


def _line(entry: HostPlayer | HostGame) -> str:
    return _player_line(entry) if isinstance(entry, HostPlayer) else _game_line(entry)


def _player_line(player: HostPlayer) -> str:
    own_name = f" ({player.own_name})" if player.own_name else ""
    marks = (
        player.role,
        player.muted and f"muted{own_name}",
        player.account == "bot" and "bot account",
        player.open_games and counted(player.open_games, "open game"),
    )
    parts = (
        player.player_id,
        player.name,
        f"@{player.handle}" if player.handle else "no handle",
        f"since {player.created_at[:10]}",
        f"seen {player.last_seen}" if player.last_seen else "never seen",
        counted(player.games, "game"),
    )
    return "  ".join((*parts, *(str(mark) for mark in marks if mark)))


def _game_line(game: HostGame) -> str:
    seats = ", ".join(
        "free" if seat is None else seat.bot or seat.name or "left" for seat in game.seats
    )
    marks = (
        not game.listed and "by link only",
        game.unlisted and "unlisted",
        game.title_removed and "title removed",
        game.board_removed and "board removed",
        game.closed and f"closed: {game.closed}",
    )
    by = game.creator_name or game.creator or "unknown"
    first = (game.game_id, game.ruleset, game.status, game.title or "no title", f"by {by}", seats)
    return "  ".join((*first, *(mark for mark in marks if mark)))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one object of JSON.")
def storage(*, as_json: bool) -> None:
    """Show what the store holds, what lags, waits and is broken, as metrics do."""
    with opened_service() as own:
        held = storage_of(own)
    if as_json:
        click.echo(msgspec.json.encode(held))
        return
    for line in _storage_lines(held):
        click.echo(line)


def _storage_lines(held: HostStorage) -> list[str]:
    limit = f" of {size(held.memory_limit)}" if held.memory_limit else ", without a limit"
    lines = [
        f"holds: {counted(held.players, 'player')}, {counted(held.games, 'game')}",
        f"memory of the store: {size(held.memory)}{limit}",
        f"newest backup: {held.backed_up_at or 'none is known'}",
        f"broken games: {held.broken_games}, disputed: {held.disputed_games}",
        f"all games verified within: {_time(held.verified_age)}",
        f"workers: {held.workers}",
    ]
    if held.disk_free is not None and held.disk_total is not None:
        lines.insert(2, f"disk: {size(held.disk_free)} free of {size(held.disk_total)}")
    if held.late_sync is not None:
        lines.append(f"appendfsync {held.late_sync}: a power cut may lose moves")
    for name, lag in held.lag.items():
        lines.append(f"lag of {name}: {counted(lag.number, 'line')}, {_time(lag.seconds)}")
    for name, bots in held.bots.items():
        lines.append(
            f"waiting for bots, {name}: {counted(bots.number, 'game')}, {_time(bots.seconds)}"
        )
    late = f"{_time(held.notices_late)} late, deliveries {_time(held.deliveries_late)} late"
    return [*lines, f"notices to come: {held.notices}, {late}"]


def _time(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))
