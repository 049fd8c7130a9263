"""Players as a host types them: by id, by handle, or by a name that only one player has."""

from collections.abc import Iterator

from service.context import Services
from service.game.directory_upkeep import is_whole
from service.machine.slices import chunks
from service.moderation.actions import ActionRefused, check_player
from service.moderation.listing_answers import HostPlayer
from service.moderation.listings import described_players
from service.people.directory import PAGE, player_ids
from service.people.names import player_key
from service.people.player import ID, Muted
from service.redis.error_translation import translated_errors

LISTED = 10
"""The most ids listed of players who share a name."""


def find_player(own: Services, text: str) -> str:
    """Return the id of the player with an id, a handle (``@`` marks one) or a name, in any case.

    Raises ActionRefused if there is none, or if several fit.
    """
    if ID.fullmatch(text):
        check_player(own, text)
        return text
    # Names are free to choose: a handle that equals another player's name must not win in silence.
    matches = _with_handle(own, text.removeprefix("@"))
    if not text.startswith("@"):
        matches |= set(_with_name(own, text))
    if not matches:
        raise ActionRefused(
            "player_unknown",
            f"There is no player {text!r} here: give an id, which begins with p, a handle or a "
            "name; `GET /games/<id>` names the players at its seats.",
        )
    if len(matches) > 1:
        raise ActionRefused("player_ambiguous", _ambiguous(own, text, sorted(matches)))
    return matches.pop()


def find_by_handle(own: Services, text: str) -> str:
    """Return the id of the player with an id or a handle. Raises ActionRefused."""
    # Requests do not search for names: that would read the whole store.
    player = None if ID.fullmatch(text) else own.handles.find(text.removeprefix("@"))
    if player is None:
        check_player(own, text)
        return text
    return player


def check_name_shown(own: Services, player: str) -> str:
    """Return a player whose name others see. Raises ActionRefused for a muted one."""
    try:
        own.players.check_may_publish(player)
    except Muted:
        raise ActionRefused(
            "player_is_muted",
            f"The player {player} is muted, so others do not see their name: `anabasis admin "
            "unmute` them first.",
        ) from None
    return player


def check_handle(own: Services, player: str) -> str:
    """Return a player who has a handle. Raises ActionRefused for any other."""
    if own.handles.of(player).handle is None:
        raise ActionRefused(
            "no_handle", f"The player {player} has no handle: there is none to take away."
        )
    return player


def _with_handle(own: Services, handle: str) -> set[str]:
    player = own.handles.find(handle)
    return set() if player is None else {player}


def _with_name(own: Services, name: str) -> Iterator[str]:
    """Yield the ids of players with a name; some perhaps twice."""
    wanted, client = name.casefold(), own.read_models.client
    # Until the directory is whole, the whole store is searched: a command may, never a request.
    known = _in_directory(own, name) if is_whole(client) else player_ids(client)
    with translated_errors():
        for ids in chunks(known, PAGE):
            pipeline = client.pipeline(transaction=False)
            for player in ids:
                pipeline.hget(player_key(player), "name")
            for player, stored in zip(ids, pipeline.execute(), strict=True):
                if stored is not None and stored.decode().casefold() == wanted:
                    yield player


def _in_directory(own: Services, name: str) -> Iterator[str]:
    cursor = None
    while True:
        found = own.directory.players_named(name, cursor, PAGE)
        yield from found.subjects
        if (cursor := found.following) is None:
            return


def _ambiguous(own: Services, text: str, players: list[str]) -> str:
    more = len(players) - LISTED
    each = [_told_apart(player) for player in described_players(own, players[:LISTED])]
    listed = ", ".join(each) + (f" and {more} more" if more > 0 else "")
    return f"{len(players)} players have the name or handle {text!r}: {listed}. Give an id."


def _told_apart(player: HostPlayer) -> str:
    handle = f"@{player.handle}" if player.handle else "no handle"
    seen = f"seen {player.last_seen}" if player.last_seen else "never seen"
    return f"{player.player_id} ({handle}, since {player.created_at[:10]}, {seen})"
