"""Cards: a listed game in a few words, for whoever follows or is shown a link to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.errors import RecordBroken
from domain.kernel.game import Game
from domain.record.visibility import JsonObject, Viewer
from projections.lookalikes import numbered
from projections.view import players_of, result, seats
from service.context import services
from service.game.state_cache import GameUnknown, History
from service.store.contract import StoreUnavailable
from service.texts import has_text, text
from service.texts.wording import listed

EVERYBODY = Viewer(None, over=False)


@dataclass(frozen=True, slots=True)
class Card:
    """A game in words: its title, its players by seat, and its standing."""

    game_id: str
    ruleset: str
    title: str
    players: list[str]
    standing: str

    @property
    def description(self) -> str:
        """Who plays, and the standing, in one line."""
        return f"{' · '.join(self.players)}. {self.standing}"


def listed_game(game_id: str) -> History:
    """Return a game that everybody may know of, whoever asks.

    Raises GameUnknown, RecordBroken, StoreUnavailable.
    """
    history = services().cache.current(game_id)
    if not history.game.terms.listed:
        raise GameUnknown(game_id)
    return history


def card_if_listed(game_id: str, language: str) -> Card | None:
    """Return the card of a game as it is now; None unless it is listed and can be read."""
    try:
        return card_of(game_id, listed_game(game_id).game, language)
    except (GameUnknown, RecordBroken, StoreUnavailable):
        return None


def card_of(game_id: str, game: Game, language: str) -> Card:
    """Return a game's card in a language."""
    names = services().players.names(players_of(game))
    players = [player_words(seat, language) for seat in seats(game_id, game, names.__getitem__)]
    return Card(
        game_id=game_id,
        ruleset=game.ruleset.id,
        title=game.terms.title,
        players=players,
        standing=_standing(game, players, language),
    )


def player_words(seat: JsonObject, language: str) -> str:
    """Return the name of a seat's player, or the words for a seat without one.

    One that looks like another at the table has its seat's number.
    """
    gone = text(language, "player_forgotten") if seat["forgotten"] else None
    name = gone or seat["name"] or text(language, "row_open_seat")
    return numbered(name, seat["seat"]) if "name_twin" in seat else name


def others_words(seats: Sequence[JsonObject | None], own: int, language: str) -> str:
    """Return the players of a game but for one seat, in a sentence."""
    others = [seat for seat in seats if seat and seat["seat"] != own]
    names = listed(language, [player_words(seat, language) for seat in others])
    return text(language, "told.feed_others", names=names)


def _standing(game: Game, players: list[str], language: str) -> str:
    outcome = result(game)
    if outcome is not None:
        return ending_words(game.ruleset.id, outcome, players, language)
    if game.status in ("cancelled", "abandoned"):
        return text(language, f"game_{game.status}")
    if game.timeline is None:
        return _invitation(game, language)
    names = listed(language, [players[seat] for seat in game.to_act])
    waits = text(language, "prompt_wait", names=names, n=len(game.to_act))
    turn = game.ruleset.wire.view(game.state, EVERYBODY)["turn"]
    return f"{waits} · {text(language, 'row_turn', n=turn)}"


def _invitation(game: Game, language: str) -> str:
    return text(language, "told.card_open", game=text(language, f"{game.ruleset.id}.title"))


def ending_words(ruleset: str, outcome: JsonObject, players: list[str], language: str) -> str:
    """Return the winners, the score and the reason of the end."""
    winners = outcome["winners"]
    code = "result_won" if len(winners) == 1 else "result_shared"
    names = listed(language, [players[seat] for seat in winners])
    won = text(language, code, names=names, n=outcome["scores"][winners[0]])
    own = f"{ruleset}.reason_{outcome['reason']}"
    reason = own if has_text(own) else f"reason_{outcome['reason']}"
    return f"{won} {text(language, reason)}"
