"""Access: the games that an asker may know of, and the seat from which they see them."""

import hmac

from msgspec import UNSET, UnsetType

from domain.kernel.game import Game, viewer_of
from domain.record.times import moment
from domain.record.visibility import Viewer
from projections.answers.games import Broken, Closed
from service.context import present_request, services
from service.game.state_cache import GameUnknown, History
from service.http.asking.auth import Asker, NoSeat, TokenMissing, asker, sender
from service.store.freezes import Freeze

BROKEN = "anabasis.broken"
"""The key in a WSGI environment of the fault in the record of the requested game."""


def visible(game_id: str, join_code: str | None = None) -> History:
    """Return the newest history of a game that the asker may see, as far as its record is sound.

    Raises TokenUnknown, GameUnknown, or RecordBroken if not even the first event is sound.
    """
    # First, so that a bad token gets the same answer whether or not the game exists.
    asker()
    history = services().cache.current(game_id)
    if not may_see(game_id, history.game, join_code):
        raise GameUnknown(game_id)
    return flag_break(history)


def seated(game_id: str, who: Asker) -> tuple[History, int]:
    """Return the game that a command is for, as far as this process knows it, and the asker's seat.

    Raises GameUnknown, then NoSeat.
    """
    history = services().cache.known(game_id)
    game = history.game
    # The seats of a started game never change, so an older state shows them without a trip to the
    # store. In a study the owner sits in whichever seat is to move.
    may_change = game.status == "open" or game.terms.study is not None
    seat = None if may_change else who.seat(game_id, game)
    if seat is None:
        history = services().cache.current(game_id)
        # After the store was rolled back, somebody else may sit there.
        seat = who.seat(game_id, history.game)
    if seat is None and not may_see(game_id, history.game, None):
        raise GameUnknown(game_id)
    flag_break(history)
    if seat is None:
        raise NoSeat
    return history, seat


def flag_break(history: History) -> History:
    """Return the history; if its record is broken, a header of the answer will say where."""
    present_request().environ[BROKEN] = history.broken
    return history


def broken_in(history: History) -> Broken | UnsetType:
    """Return the notice of a broken record; unset if the record is sound."""
    fault = history.broken
    return UNSET if fault is None else Broken(fault.version, fault.reason)


def freeze_notice(freeze: Freeze) -> Closed:
    """Return a freeze in the form that clients get."""
    return Closed(moment(freeze.since), freeze.reason)


def is_public(game_id: str, game: Game) -> bool:
    """True if everybody may know of a game: it is listed, in a house that lets strangers watch."""
    return services().config.watching == "open" and is_listed(game_id, game)


def is_listed(game_id: str, game: Game) -> bool:
    """True if the creator listed the game and the host has not removed its board."""
    return services().removals.is_listed(game_id, game)


def refuse_strangers() -> None:
    """Raise TokenMissing for an asker without an account where only members may watch."""
    if services().config.watching == "members" and not sender().is_known:
        raise TokenMissing


def may_see(game_id: str, game: Game, join_code: str | None) -> bool:
    """True if the asker may know of a game: it is listed, theirs, or they have its code."""
    # To strangers before a closed house a listed game is as an unlisted one, so that no answer
    # shows them which games there are.
    is_shown = is_listed(game_id, game) and (is_public(game_id, game) or asker().is_known)
    return is_shown or is_inside(game_id, game) or has_code(game, join_code)


def is_inside(game_id: str, game: Game) -> bool:
    """True if the asker sits in the game or made it."""
    who = asker()
    made_it = who.player is not None and is_owner(who.player, game)
    return made_it or who.seat(game_id, game) is not None


def is_owner(player: str, game: Game) -> bool:
    """True for the player who made a game, or imported it: its maker elsewhere is nobody here."""
    return player == (game.terms.creator if game.origin is None else game.origin.by)


def has_code(game: Game, join_code: str | None) -> bool:
    """True if this is the game's join code."""
    # In constant time: the time of a refusal must not show how much of a guess was right.
    return join_code is not None and hmac.compare_digest(join_code.encode(), code_of(game).encode())


def code_of(game: Game) -> str:
    """Return the join code."""
    # Derived from the secret, so it is stored nowhere; the text keeps it apart from other values
    # that are derived in the same way.
    return hmac.digest(game.secret, b"anabasis join code 1", "sha256").hex()[:16]


def viewer(game_id: str, game: Game) -> Viewer:
    """Return the asker as a viewer of a game."""
    return viewer_of(game, asker().seat(game_id, game))
