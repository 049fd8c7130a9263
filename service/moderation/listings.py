"""Players and games as hosts and moderators look for them, and what the store holds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domain.record.times import moment
from projections.summary import Facts, Sitting, SummaryUnreadable, decode
from service.context import Services
from service.game.directory_upkeep import is_whole
from service.moderation.listing_answers import (
    HostGame,
    HostGames,
    HostGameSeat,
    HostPlayer,
    HostPlayers,
    HostStorage,
    Lag,
)
from service.moderation.store_levels import WaitLevel, disk_of, levels_of
from service.people.answers import PlayerSuspended
from service.people.directory import Board, DirectoryPage
from service.people.names import player_key
from service.people.player import days_of_use, player_of, suspension_of
from service.redis.error_translation import translated_errors
from service.store.unlisted_games import UnlistedGames
from service.texts.titles import default_titles


def players_matching(own: Services, text: str, cursor: str | None, limit: int) -> HostPlayers:
    """Return the players with a name or handle that begins so, or the one with this id.

    Raises CursorInvalid.
    """
    found = own.directory.players_named(text.removeprefix("@"), cursor, limit)
    return _players_of(own, found, () if cursor else (text,))


def players_ranked(own: Services, board: Board, cursor: str | None, limit: int) -> HostPlayers:
    """Return players from the top of a board on. Raises CursorInvalid."""
    return _players_of(own, own.directory.board(board, cursor, limit))


def _players_of(own: Services, found: DirectoryPage, ids: Iterable[str] = ()) -> HostPlayers:
    players = described_players(own, [*dict.fromkeys((*ids, *found.subjects))])
    return HostPlayers(players, found.following, is_whole(own.read_models.client))


def described_players(own: Services, ids: Sequence[str]) -> list[HostPlayer]:
    """Return players by id, without those who have left."""
    with translated_errors():
        pipeline: Any = own.read_models.client.pipeline(transaction=False)
        for player in ids:
            pipeline.hgetall(player_key(player))
        stored = dict(zip(ids, pipeline.execute(), strict=True))
    there = {player: fields for player, fields in stored.items() if b"name" in fields}
    games = own.directory.scores("busiest", [*there])
    opened = own.directory.scores("creators", [*there])
    return [_player(each, there[each], games[each], opened[each]) for each in there]


def _player(player_id: str, fields: Mapping[bytes, bytes], games: int, opened: int) -> HostPlayer:
    player = player_of(player_id, dict(fields))
    text = {name: value.decode() for name, value in fields.items() if name in _TEXTS}
    return HostPlayer(
        player_id=player_id,
        name=player.name,
        own_name=text.get(b"own_name"),
        handle=text.get(b"handle"),
        account="bot" if b"bot_account" in fields else "person",
        role=player.role,
        muted=b"muted" in fields,
        suspended=_stop(fields.get(b"suspended")),
        banned=_stop(fields.get(b"banned")),
        created_at=player.created_at,
        last_seen=max(days_of_use(fields), default=None),
        invited_by=text.get(b"invited_by"),
        games=games,
        open_games=opened,
    )


def _stop(stored: bytes | None) -> PlayerSuspended | None:
    stop = suspension_of(stored)
    return None if stop is None else PlayerSuspended(moment(stop.until), stop.reason)


_TEXTS = frozenset({b"own_name", b"handle", b"invited_by"})


def games_titled(
    own: Services, text: str, cursor: str | None, limit: int, *, only_listed: bool
) -> HostGames:
    """Return the games with a title that begins so, or the one with this id.

    Raises CursorInvalid.
    """
    found = own.directory.games_titled(text, cursor, limit, only_listed=only_listed)
    return _games_of(own, found, only_listed=only_listed, ids=() if cursor else (text,))


def open_games(
    own: Services, creator: str, cursor: str | None, limit: int, *, only_listed: bool
) -> HostGames:
    """Return the open games that a player made, the newest first. Raises CursorInvalid."""
    found = own.directory.open_games(creator, cursor, limit, only_listed=only_listed)
    return _games_of(own, found, only_listed=only_listed)


def _games_of(
    own: Services, found: DirectoryPage, *, only_listed: bool, ids: Iterable[str] = ()
) -> HostGames:
    games = described_games(own, [*dict.fromkeys((*ids, *found.subjects))], only_listed=only_listed)
    return HostGames(games, found.following, is_whole(own.read_models.client))


def described_games(own: Services, ids: Sequence[str], *, only_listed: bool) -> list[HostGame]:
    """Return games by id, without those that are not there, or may not be seen."""
    known = own.store.summaries.newest(ids)
    facts = {each: read for each in ids if each in known and (read := _facts(known[each].summary))}
    seen = {each: of for each, of in facts.items() if of.listed or not only_listed}
    unlisted = UnlistedGames(own.read_models.client).among([*seen])
    names = own.names.of({player for of in seen.values() for player in _people_in(of)})
    return [_game(own, each, of, names, each in unlisted) for each, of in seen.items()]


def seated_in(own: Services, ids: Sequence[str]) -> dict[str, set[str]]:
    """Return by game the players who sit in it, and its maker, by the newest summaries."""
    known = own.store.summaries.newest(ids)
    read = {each: _facts(known[each].summary) for each in ids if each in known}
    return {each: _people_in(facts) for each, facts in read.items() if facts is not None}


def _facts(summary: bytes) -> Facts | None:
    try:
        return decode(summary).game
    except SummaryUnreadable:  # a newer release has written it
        return None


def _people_in(facts: Facts) -> set[str]:
    seated = {seat.player for seat in facts.seats if seat is not None}
    return {player for player in (*seated, facts.creator) if player is not None}


def _game(
    own: Services, game_id: str, facts: Facts, names: Mapping[str, str | None], is_unlisted: bool
) -> HostGame:
    freeze, removed = own.freezes.of(game_id), own.removals.marks.of(game_id)
    is_default = default_titles().get(facts.title) == facts.ruleset
    return HostGame(
        game_id=game_id,
        ruleset=facts.ruleset,
        title="" if is_default else facts.title,
        status=facts.status,
        listed=facts.listed,
        unlisted=is_unlisted,
        title_removed=removed.title,
        own_board=facts.board is None,
        board_removed=removed.board,
        closed=None if freeze is None else freeze.reason,
        creator=facts.creator,
        creator_name=names[facts.creator] if facts.creator else None,
        seats=[_seat(seat, names) for seat in facts.seats],
        created_at=facts.created_at,
        updated_at=facts.updated_at,
    )


def _seat(seat: Sitting | None, names: Mapping[str, str | None]) -> HostGameSeat | None:
    if seat is None:
        return None
    return HostGameSeat(seat.player, names[seat.player] if seat.player else None, seat.bot)


def storage_of(own: Services) -> HostStorage:
    """Return what the store holds, lags and waits. Raises StoreUnavailable."""
    levels, disk = levels_of(own), disk_of(own)
    notices_late, deliveries_late = levels.late
    return HostStorage(
        players=own.directory.size("players"),
        games=levels.games,
        memory=levels.memory,
        memory_limit=levels.memory_limit,
        disk_free=disk and disk[0],
        disk_total=disk and disk[1],
        backed_up_at=moment(round(levels.backed_up * 1000)) if levels.backed_up else None,
        late_sync=own.store.late_sync,
        workers=levels.workers,
        lag=_lags(levels.lag),
        bots=_lags(levels.bots),
        notices=levels.notices,
        notices_late=round(notices_late, 1),
        deliveries_late=round(deliveries_late, 1),
        broken_games=levels.broken,
        disputed_games=levels.disputed,
        verified_age=round(levels.verified_age, 1),
    )


def _lags(waiting: Mapping[str, WaitLevel]) -> dict[str, Lag]:
    return {name: Lag(each.number, round(each.seconds, 1)) for name, each in waiting.items()}
