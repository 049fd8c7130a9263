"""The commands of a sitting beside moves, such as ``/undo``; the slash may be left out."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..shapes import JsonObject
from .event_words import event_line
from .harmless import harmless
from .plain import plain
from .raw import told_by_server

if TYPE_CHECKING:
    from .playing import Play

_LOGGED: Final = 15


class Leave(Exception):
    """The player leaves the terminal; the game goes on."""


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A command: its function of the sitting and what follows the word, and its help."""

    run: "Callable[[Play, str], None]"
    usage: str
    help: str


def words_of(commands: Iterable[str]) -> set[str]:
    """Return the commands' words, without the slash."""
    return {each.removeprefix("/") for each in commands}


def _help(play: "Play", _: str) -> None:
    play.say("A move is typed as it is listed; Tab completes it. Beside moves:")
    for each in SLASH.values():
        play.say(f"{each.usage:<22} {each.help}")


def _undo(play: "Play", _: str) -> None:
    _go(play, "back")


def _restart(play: "Play", _: str) -> None:
    _go(play, "restart")


def _go(play: "Play", way: str) -> None:
    table = play.table
    ways = table.view["undo"]["you"] or {}
    target = ways.get(way) or {"to": None, "refused": "not_seated"}
    if target["to"] is None:
        play.refuse(f"No undo now: {_plain(target['refused'])}")
        return
    table.client.undo(table.game, target["to"], table.version)
    if target["leave"] == "consent":
        play.say("The others are asked.")
    play.refresh()


def _redo(play: "Play", _: str) -> None:
    play.table.client.redo(play.table.game, play.table.version)
    play.refresh()


def _yes(play: "Play", _: str) -> None:
    _answer(play, accept=True)


def _no(play: "Play", _: str) -> None:
    _answer(play, accept=False)


def _answer(play: "Play", *, accept: bool) -> None:
    client, game = play.table.client, play.table.game
    view = play.table.view
    match play.table.asked() or (_stand_in(view) if accept else _own_request(view)):
        case "undo":
            client.answer_undo(game, accept, view["undo"]["request"]["to"])
        case "extension":
            client.answer_extension(game, accept)
        case "pause":
            client.answer_pause(game, accept)
        case int(seat):
            client.agree_to_stand_in(game, seat)
        case _:
            play.refuse("Nobody asks you anything now; the board names who asks")
            return
    play.refresh()


def _stand_in(view: JsonObject) -> int | None:
    """Return a seat whose player cannot play, and to whose bot the viewer may agree."""
    offers = view.get("stand_ins", ())
    return next((each["seat"] for each in offers if each["possible"]), None)


def _own_request(view: JsonObject) -> str | None:
    """Return the kind of request that waits for others, which its own seat may withdraw."""
    if view["undo"]["request"]:
        return "undo"
    request = (view.get("clock") or {}).get("request")
    if not request:
        return None
    return "extension" if request["seconds"] else "pause"


def _time(play: "Play", rest: str) -> None:
    play.table.client.ask_extension(play.table.game, rest or "1d")
    play.refresh()


def _pause(play: "Play", _: str) -> None:
    play.table.client.ask_pause(play.table.game)
    play.refresh()


def _resume(play: "Play", _: str) -> None:
    play.table.client.resume(play.table.game)
    play.refresh()


def _return(play: "Play", _: str) -> None:
    play.table.client.come_back(play.table.game)
    play.refresh()


def _orders(play: "Play", _: str) -> None:
    table = play.table
    given = {each["code"]: each for each in table.client.orders(table.game)["orders"]}
    for each in table.client.ruleset(table.view["ruleset"]).get("orders", ()):
        order = given.get(each["code"])
        mark = f"ON {json.dumps(order['values'])}" if order else "off"
        values = " ".join(f"{name}=…" for name in each["values"].get("properties", {}))
        play.say(f"  {harmless(each['code'])} {harmless(values)}  [{mark}]")
        play.say(f"      {harmless(each['title'])}")
    play.say("Give one: /order CODE name=value …; withdraw it: /order CODE off")


def _order(play: "Play", rest: str) -> None:
    code, *parts = rest.split() or [""]
    if not code:
        _orders(play, "")
    elif parts == ["off"]:
        play.table.client.withdraw_order(play.table.game, code)
        play.say(f"{harmless(code)} is withdrawn.")
    else:
        try:
            values = order_values(parts)
        except ValueError as error:
            play.refuse(str(error))
            return
        play.table.client.give_order(play.table.game, code, **values)
        play.say(f"{harmless(code)} is given.")
    play.refresh()


def order_values(parts: Iterable[str]) -> dict[str, Any]:
    """Return named values, typed as ``most=5``, ``most={"ore":1}`` or ``x=yes``.

    Raises ValueError for one without a name.
    """
    pairs = [part.partition("=") for part in parts]
    for name, sign, text in pairs:
        if not (name and sign):
            raise ValueError(
                f"{name + sign + text!r} has no value: type NAME=VALUE, such as most=5"
            )
    return {name: _value(text) for name, _, text in pairs}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return {"yes": True, "no": False}.get(text, text)


def _moves(play: "Play", rest: str) -> None:
    play.list_moves(rest)


def _preview(play: "Play", rest: str) -> None:
    if rest:
        play.show_preview(rest)
    else:
        play.refuse("Name a move, as it is listed: /preview road 7, or its number of /moves")


def _map(play: "Play", _: str) -> None:
    play.show_all()


def _text(play: "Play", _: str) -> None:
    for line in told_by_server(play.table.client, play.table.game).splitlines():
        play.say(harmless(line))


def _log(play: "Play", rest: str) -> None:
    table = play.table
    if rest and not (rest.isdecimal() and len(rest) < 6):
        play.refuse(f"{rest!r} is no number of events: /log 30")
        return
    number = int(rest or _LOGGED)
    events = table.client.events(table.game, after=max(0, table.version - number))["events"]
    for event in events:
        play.say(event_line(plain(event), table.view))


def _show(play: "Play", _: str) -> None:
    play.refresh()


def _resign(play: "Play", _: str) -> None:
    if play.confirms("/resign"):
        play.table.client.resign(play.table.game)
        play.refresh()


def _quit(_play: "Play", _: str) -> None:
    raise Leave


def _plain(code: str | None) -> str:
    return harmless(code or "it is not possible").replace("_", " ")


SLASH: Final[dict[str, SlashCommand]] = {
    each.usage.partition(" ")[0]: each
    for each in (
        SlashCommand(_help, "/help", "this list"),
        SlashCommand(_moves, "/moves [BEGINNING]", "list moves; a number then makes one"),
        SlashCommand(_preview, "/preview MOVE", "what a move would do; nothing is done"),
        SlashCommand(_show, "/show", "the position again"),
        SlashCommand(_map, "/map", "the whole board, however large"),
        SlashCommand(_text, "/text", "the position in words, for screen readers"),
        SlashCommand(_log, "/log [NUMBER]", "the last events"),
        SlashCommand(_undo, "/undo", "take the last move back, or ask to"),
        SlashCommand(_restart, "/restart", "take the whole turn back, or ask to"),
        SlashCommand(_redo, "/redo", "take the last undo back"),
        SlashCommand(_yes, "/yes", "agree to what another seat asks"),
        SlashCommand(_no, "/no", "decline it, or withdraw your own request"),
        SlashCommand(_orders, "/orders", "standing orders: what there is, and what you gave"),
        SlashCommand(_order, "/order CODE most=5 …", "give a standing order; off withdraws it"),
        SlashCommand(_time, "/time [2d|6h]", "ask for more time in this turn"),
        SlashCommand(_pause, "/pause", "ask for a pause"),
        SlashCommand(_resume, "/resume", "end a pause"),
        SlashCommand(_return, "/return", "play again yourself where a bot plays for you"),
        SlashCommand(_resign, "/resign", "give the game up; asked twice"),
        SlashCommand(_quit, "/quit", "leave the terminal; the game goes on"),
    )
}
"""By their word, in the order of the help."""
