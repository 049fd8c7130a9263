"""Cards: short descriptions of listed games, for previews of links and embedded games."""

from dataclasses import dataclass

from domain.errors import RecordBroken
from domain.kernel.game import Game
from domain.record.visibility import Viewer
from projections.view import result, seats
from service.context import services
from service.game.state_cache import GameUnknown, History
from service.game.words import ending_words, player_words
from service.http.asking.access import is_public
from service.redis.errors import StoreUnavailable
from service.texts import text
from service.texts.domain_texts import listed_words

# A card shows everybody the same, players of the game included.
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
    """Return a game that everybody may know of.

    Raises GameUnknown, RecordBroken, StoreUnavailable.
    """
    history = services().cache.current(game_id)
    if not is_public(game_id, history.game):
        raise GameUnknown(game_id)
    return history


def card_if_listed(game_id: str, language: str) -> Card | None:
    """Return the card of a game as it is now; None unless it is listed and can be read."""
    try:
        return card_of(game_id, listed_game(game_id).game, language)
    # The page works without a preview, and asks the API again by itself.
    except (GameUnknown, RecordBroken, StoreUnavailable):
        return None


def card_of(game_id: str, game: Game, language: str) -> Card:
    """Return a game's card in a language."""
    names = services().names.in_game(game)
    players = [player_words(seat, language) for seat in seats(game_id, game, names.__getitem__)]
    return Card(
        game_id=game_id,
        ruleset=game.ruleset.id,
        title=services().removals.title(game_id, game, language),
        players=players,
        standing=_standing(game, players, language),
    )


def _standing(game: Game, players: list[str], language: str) -> str:
    outcome = result(game)
    if outcome is not None:
        return ending_words(game.ruleset.id, outcome, players, language)
    if game.status in ("cancelled", "abandoned"):
        return text(language, f"game_{game.status}")
    if game.timeline is None:
        return text(language, "told.card_open", game=text(language, f"{game.ruleset.id}.title"))
    names = listed_words(language, [players[seat] for seat in game.to_act])
    waits = text(language, "prompt_wait", names=names, n=len(game.to_act))
    turn = game.ruleset.wire.view(game.state, EVERYBODY)["turn"]
    return f"{waits} · {text(language, 'row_turn', n=turn)}"
