"""Everything that the service keeps about a player, as one file for them."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from flask import Response, stream_with_context

from domain.errors import RecordBroken
from service.context import services
from service.game.orders import book_of
from service.game.state_cache import GameUnknown
from service.http.answering.private_answers import NOT_KEPT, VARY_PRIVATE
from service.http.asking.allowances import spend
from service.http.asking.auth import is_same_asker, player_id
from service.http.document.describing import TOKEN
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource
from service.http.resources import (
    account_invitations,
    bot_accounts,
    challenges,
    devices,
    handles,
    imports,
    notices,
    passkeys,
    players,
    tokens,
)
from service.machine import clock
from service.machine.slices import in_slices
from service.notices.outbox import MOST_LOGGED
from service.people.bot_accounts import NoBotAccount
from service.people.names import player_key
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable

PAGE = 100
"""The games that are read at a time."""
SECRET = re.compile(r"[0-9a-f]{64}|^(?:token|void|sessions|feed|named_under|salt)$")
"""Fields of the stored player that are hashes of secrets, or named by one."""

blp = Resource("own_data", __name__, description="Everything kept about a player.")


@blp.get("/me/data")
@blp.doc(operationId="read_my_data", security=TOKEN)
@blp.response(
    200,
    ref("OwnData"),
    description="One JSON document, sent as it is read.",
)
def read_my_data() -> Response:
    """Read everything that the service keeps about you, as one file.

    Each part is named for what it holds, and has the form of the operation that shows it alone,
    such as `devices` of `GET /me/devices`. There is no secret in it: no token, no link, no key. Of
    your games it has the lists and your standing orders; their records are in `GET /me/archive`. If
    the service has to stop, `stopped` says why.
    """
    player = player_id()
    spend("own_data")
    response = Response(
        stream_with_context(in_slices(_document(player))), content_type="application/json"
    )
    day = clock.now()[:10]
    response.headers["Content-Disposition"] = f'attachment; filename="anabasis-{day}.json"'
    response.headers["Cache-Control"] = NOT_KEPT
    # nginx would otherwise hold the parts back until its buffer is full.
    response.headers["X-Accel-Buffering"] = "no"
    response.vary.update(VARY_PRIVATE)
    return response


def _document(player: str) -> Iterator[bytes]:
    """Yield a JSON object piece by piece: whole, wherever it has to stop."""
    yield b'{"player_id":%s,"made_at":%s' % (_json(player), _json(clock.now()))
    stopped = None
    try:
        for name, read in PARTS.items():
            yield b",\n%s:%s" % (_json(name), read(player))
        yield from _list(b"games", _games(player))
        yield from _list(b"standing_orders", _orders(player))
    # The answer has begun, so no status can report it.
    except StoreUnavailable:
        stopped = "store_unavailable"
    yield b',\n"stopped":%s}\n' % _json(stopped)


def _list(name: bytes, pages: Iterator[list[Any]]) -> Iterator[bytes]:
    """Yield a list, of which a page is in memory at a time."""
    yield b',\n"%s":[' % name
    lead = b""
    try:
        for rows in pages:
            for row in rows:
                yield lead + _json(row)
                lead = b",\n"
    finally:
        yield b"]"


def _games(player: str) -> Iterator[list[Any]]:
    page = 1
    while is_same_asker():
        rows, total = services().read_models.my_games(player, page, PAGE)
        for row in rows:
            services().removals.hide_in_row(row)
        yield [*rows]
        if page * PAGE >= total:
            return
        page += 1


def _orders(player: str) -> Iterator[list[Any]]:
    own = services()
    for game_id in sorted({*own.read_models.live_games(player), *own.ordered.of(player)}):
        if not own.commands.has_orders(game_id):
            continue
        try:
            game = own.cache.current(game_id).game
        except (GameUnknown, RecordBroken):
            continue
        seat, book = game.seat_of(player), book_of(game, own.commands.books.read(game_id))
        yield [{"game_id": game_id, "order": order.code} for order in book if order.seat == seat]


def _stored(player: str) -> dict[str, str]:
    """Return the player as the store keeps them, without what a secret could be tried against."""
    with translated_errors():
        client: Any = services().read_models.client  # redis-py does not type bytes answers
        fields = client.hgetall(player_key(player))
    shown = {name.decode(): value.decode(errors="replace") for name, value in fields.items()}
    return {
        name: value
        for name, value in sorted(shown.items())
        if not SECRET.search(name) and not SECRET.search(value)
    }


def _bot(_: str) -> bytes:
    try:
        return _answered(bot_accounts.read_bot())
    except NoBotAccount:
        return b"null"


def _log(player: str) -> list[Any]:
    return services().notices.outbox.log(player, 1, MOST_LOGGED, clock.now_ms())[0]


def _answered(response: Response) -> bytes:
    return bytes(response.get_data())


def _json(value: Any) -> bytes:
    return msgspec.json.encode(value)


PARTS: Mapping[str, Callable[[str], bytes]] = {
    "account": lambda _: _answered(players.read_me()),
    "stored": lambda player: _json(_stored(player)),
    "handle": lambda _: _answered(handles.read_handle()),
    "bot": _bot,
    "devices": lambda _: _answered(devices.list_devices()),
    "tokens": lambda _: _answered(tokens.list_tokens()),
    "passkeys": lambda _: _answered(passkeys.list_passkeys()),
    "notices": lambda _: _answered(notices.read_notices()),
    "messages": lambda player: _json(_log(player)),
    "challenges": lambda _: _answered(challenges.mine()),
    "account_invitations": lambda _: _answered(account_invitations.list_account_invitations()),
    "game_invitations": lambda player: _json(services().invitations.of(player)),
    "visited_games": lambda player: _json(services().visits.games_of(player)),
    "reports": lambda player: _json(services().reports.of(player)),
    "imports": lambda _: _answered(imports.my_imports()),
}
"""What is kept besides games, by name: each as the operation that shows it alone answers."""
