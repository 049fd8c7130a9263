"""A whole game of Alexandros between two bots, over HTTP, with a line for each turn."""

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, cast

import httpx
from tqdm import tqdm

from clients.bots import UnknownBot, bot_named
from clients.python import Anabasis, ApiError, JsonObject
from clients.python.connection import API

Echo = Callable[[str], object]

_NAMES: Final = ("Ada", "Blaise")
_RULESET: Final = "alexandros"
_REASONS: Final = {
    "target_score": "the target score is reached",
    "last_wall": "the walls have run out",
    "no_march": "nobody can march any more",
    "no_progress": "nobody has laid a wall or scored for 25 rounds",
    "resignation": "the others have resigned",
}


class DemoFailed(Exception):
    """The demo could not be played to its end; the message says why, in one line."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of the game: bots, board, target; ``seed`` (hex) makes it repeatable."""

    bots: tuple[str, str] = ("greedy", "random")
    board: str = "asia_minor"
    target_score: int = 50
    seed: str | None = None


@dataclass(slots=True)
class Table:
    """The game in play: each seat's client and bot, and the newest view."""

    clients: list[Anabasis]
    bots: tuple[str, str]
    luck: random.Random
    view: JsonObject
    actions: list[str] = field(default_factory=list)

    @property
    def game(self) -> str:
        """The game's id."""
        return str(self.view["game_id"])


def run_demo(
    base_url: str,
    echo: Echo,
    terms: Terms = Terms(),
    transport: httpx.BaseTransport | None = None,
) -> None:
    """Play a whole game on a running service and ``echo`` its lines.

    A progress bar goes to stderr if that is a terminal. Raises DemoFailed.
    """
    try:
        with Anabasis(base_url, transport=transport) as public:
            _demo(public, echo, terms)
    except (ApiError, UnknownBot, httpx.InvalidURL) as error:
        raise DemoFailed(str(error).splitlines()[0]) from error


def _demo(public: Anabasis, echo: Echo, terms: Terms) -> None:
    table = _table(public, terms)
    echo(f"Game {table.game} on {terms.board}, to {terms.target_score} points: {_players(table)}")
    with _progress(table.view) as show:
        for line in _turns(table):
            # The line would otherwise be written into the bar.
            with tqdm.external_write_mode():
                echo(line)
            show(table.view)
    for line in _ending(public, table):
        echo(line)


def _table(public: Anabasis, terms: Terms) -> Table:
    """Return two new players at a new game."""
    # An unknown name must fail before players are made, not at that bot's first move.
    for bot in terms.bots:
        bot_named(_RULESET, bot)
    clients = [
        public.with_token(public.create_player(f"{name} ({bot})")["token"])
        for name, bot in zip(_NAMES, terms.bots, strict=True)
    ]
    made = clients[0].create_game(
        ruleset=_RULESET,
        seats=2,
        board=terms.board,
        options={"target_score": terms.target_score},
        title="Demonstration",
        listed=True,
        seed=terms.seed,
    )
    view = clients[1].take_seat(made["game_id"])["view"]
    return Table(clients, terms.bots, random.Random(terms.seed), cast("JsonObject", view))


def _turns(table: Table) -> Iterator[str]:
    """Play to the end; yield a line for each turn."""
    while table.view["status"] == "live":
        turn, seat = table.view["turn"], table.view["to_act"][0]
        # Each seat's own view: a bot may choose only by what its seat sees.
        table.view = cast("JsonObject", table.clients[seat].view(table.game))
        while table.view["status"] == "live" and table.view["turn"] == turn:
            _move(table, seat)
        yield _line(table, turn, seat)


def _move(table: Table, seat: int) -> None:
    client, before = table.clients[seat], table.view
    bot = bot_named(_RULESET, table.bots[seat])
    moves = cast("list[JsonObject]", client.moves(table.game)["moves"])
    move = bot(before, moves, table.luck)
    table.view = cast("JsonObject", client.move(table.game, move, before["version"])["view"])
    action = _in_words(move, before, table.view)
    table.actions += [action] if action else []


def _line(table: Table, turn: int, seat: int) -> str:
    actions, table.actions = table.actions, []
    name = table.view["seats"][seat]["name"]
    score = " : ".join(str(standing["score"]) for standing in table.view["state"]["seats"])
    return f"{turn:>3}  {name:<16} {'; '.join(actions) or 'passes'}  [{score}]"


def _in_words(move: JsonObject, before: JsonObject, after: JsonObject) -> str:
    """Return a move in words; empty for one that goes without saying."""
    words = _WORDS.get(move["type"])
    return words(move, before, after) if words else ""


def _choice(move: JsonObject, before: JsonObject, after: JsonObject) -> str:
    if move["from"] == "hand":
        return f"plays {_a(move['card'])}"
    joker = f" as a joker for {move['joker']}" if move.get("joker") else ""
    return _card(move, before, after) + joker


def _card(move: JsonObject, before: JsonObject, _after: JsonObject) -> str:
    if move["from"] == "supply":
        return "takes a card"
    return f"takes the {before['state']['display'][move['slot']]}"


def _march(move: JsonObject, before: JsonObject, after: JsonObject) -> str:
    walls = _walls_left(before) - _walls_left(after)
    length = len(move["path"]) - 1
    if not length:
        return "stays"
    return f"marches {length}, laying {walls} wall{'' if walls == 1 else 's'}"


def _conquest(move: JsonObject, before: JsonObject, _after: JsonObject) -> str:
    provinces = before["state"]["provinces"]
    province = next(p for p in provinces if move["province"] in p["spaces"])
    verb = "occupies" if move["type"] == "occupy" else "takes over"
    return f"{verb} a province of {province['yield']}"


def _levy(move: JsonObject, before: JsonObject, after: JsonObject) -> str:
    pairs = zip(before["state"]["seats"], after["state"]["seats"], strict=True)
    gains = " : ".join(f"+{new['score'] - old['score']}" for old, new in pairs)
    return f"levies taxes with {_a(move['card'])} ({gains})"


def _a(card: str) -> str:
    return f"an {card}" if card[0] in "aeiou" else f"a {card}"


def _recall(_move: JsonObject, _before: JsonObject, _after: JsonObject) -> str:
    return "recalls a governor"


_WORDS: Final[dict[str, Callable[[JsonObject, JsonObject, JsonObject], str]]] = {
    "choose_card": _choice,
    "march": _march,
    "take_card": _card,
    "occupy": _conquest,
    "take_over": _conquest,
    "levy_taxes": _levy,
    "recall": _recall,
}


def _players(table: Table) -> str:
    return " against ".join(seat["name"] for seat in table.view["seats"])


def _walls_left(view: JsonObject) -> int:
    return int(sum(view["state"]["walls_left"].values()))


@contextmanager
def _progress(first: JsonObject) -> Iterator[Callable[[JsonObject], None]]:
    """Show a bar on stderr, if that is a terminal: the way to the target or to the last wall."""
    total, target = _walls_left(first), first["options"]["target_score"]
    with tqdm(total=100, unit="%", leave=False, disable=None, file=sys.stderr) as bar:

        def show(view: JsonObject) -> None:
            best = max(standing["score"] for standing in view["state"]["seats"])
            used = 1 - _walls_left(view) / total
            bar.n = round(100 * min(1.0, max(best / target, used)))
            bar.refresh()

        yield show


def _ending(public: Anabasis, table: Table) -> Iterator[str]:
    view = cast("JsonObject", public.view(table.game))
    result, names = view["result"], [seat["name"] for seat in view["seats"]]
    scores = zip(names, result["scores"], strict=True)
    winners = " and ".join(names[seat] for seat in result["winners"])
    yield f"Final score: {', '.join(f'{name} {score}' for name, score in scores)}"
    yield f"Winner: {winners} ({_REASONS.get(result['reason'], result['reason'])})"
    yield f"Replay: {public.base_url}/game/{table.game}"
    yield f"Record: {public.base_url}{API}/games/{table.game}/export"
    yield _verdict(public.verify(table.game))


def _verdict(audit: Mapping[str, Any]) -> str:
    if not audit["valid"]:
        raise DemoFailed(
            f"the record does not hold at event {audit['broken_at']}: {audit['reason']}"
        )
    return f"Verified: {audit['events']} events, hash {audit['hash'][:16]}…"
