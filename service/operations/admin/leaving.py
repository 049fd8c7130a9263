"""The data of a player that would be deleted, and that would stay, if they were forgotten."""

from collections.abc import Iterator

from service.context import Services, games_with_orders
from service.game.orders import book_of
from service.machine.plain_text import counted
from service.people.player import PlayerUnknown


def parts_of(own: Services, player: str) -> Iterator[str]:
    """Yield a line for each part that would be deleted."""
    try:
        yield f"name {own.players.read(player).name!r}, settings, tokens and devices"
    except PlayerUnknown:
        yield "no name: it went before, and the rest is deleted again"
    yield f"passkeys: {len(own.passkeys.of(player))}"
    yield f"channels for notices: {len(own.notices.channels.of(player))}"
    yield f"feeds: {'yes' if own.feeds.exists(player) else 'none'}"
    yield f"invitations: {len(own.invitations.of(player))}"
    orders = sum(_orders_of(own, game_id, player) for game_id in games_with_orders(own, player))
    yield f"standing orders: {orders}"


def kept_of(own: Services, player: str) -> Iterator[str]:
    """Yield a line for each part that would stay."""
    _, total = own.read_models.my_games(player, 1, 1)
    games = counted(total, "game")
    yield f"seats in {games}, whose records are immutable: the id {player}, without a name"
    yield "the entries of `anabasis admin log`, and backups made before"


def _orders_of(own: Services, game_id: str, player: str) -> int:
    if not own.commands.has_orders(game_id):
        return 0
    game = own.cache.current(game_id).game
    book = book_of(game, own.commands.books.read(game_id))
    return sum(order.seat == game.seat_of(player) for order in book)
