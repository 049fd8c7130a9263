"""Standing orders: a seat's answers given beforehand, for its player alone."""

from collections.abc import Iterator

from flask import Response

from domain.errors import UnknownName
from domain.kernel.game import Game
from domain.kernel.order_contract import Book, Standing
from domain.kernel.orders import standing_orders, with_order, withdrawn
from domain.kernel.rulesets import rulesets
from projections.answers.games import (
    AnswerByOrder,
    StandingOrder,
    StandingOrders,
    WithdrawnOrder,
)
from service.context import services
from service.game.orders import ChangeBook, book_of
from service.game.state_cache import History
from service.http.answering.private_answers import answer
from service.http.asking.access import seated
from service.http.asking.auth import NoSeat, asker, player_id
from service.http.document.describing import scoped
from service.http.document.game_shapes import prefix
from service.http.document.shapes import ref
from service.http.reading.bodies import body
from service.http.reading.parsing import Resource
from service.http.reading.schemas import Nothing

AN_ORDER = {
    "anyOf": [ref(f"{prefix(name)}Order") for name, each in rulesets().items() if each.has_orders]
}
ORDERS = ref("StandingOrders")

blp = Resource("orders", __name__, description="Standing orders, for a seat's own player alone.")


@blp.get("/games/<game_id>/orders")
@blp.doc(operationId="list_orders", security=scoped("read"))
@blp.response(200, ORDERS, description="The orders of the asker's seat.")
def list_orders(game_id: str) -> Response:
    """List the standing orders of your seat, and the events that followed from them.

    Nobody else ever sees them: they are not part of the record, an export or a study, and are
    forgotten at the end of the game.
    """
    _, seat = _own_seat(game_id)
    return _listed(game_id, services().cache.current(game_id), seat)


@blp.put("/games/<game_id>/orders/<code>")
@blp.doc(operationId="give_order", security=scoped("play"))
@blp.body(Nothing(), AN_ORDER)
@blp.response(200, ORDERS, description="The orders of the asker's seat now.")
def give_order(game_id: str, code: str) -> Response:
    """Give or change a standing order: an answer of your seat that is made in advance.

    `GET /rulesets/{name}` lists the orders that exist. Whenever your seat is asked, the order
    answers at once, as an ordinary event of your seat in the same append as the move before it;
    now, too, if your seat is asked already. The answer follows from public facts and from the
    limits that you set; hidden cards only cap a limit, as a lower limit would. After an undo people
    decide, until the next move or order, or until a seat's time is up. An order ends with its
    subject, and is switched off if you undo its answer. If another seat's undo takes its answer
    back, it sleeps until you act in the game or give any order, and meanwhile no other order of
    your seat answers in its place. It stays active while a bot plays for you because your time was
    up, and does not count as your return. If two orders could answer, the newer one does. A kind
    of order that no longer exists is refused with 410 `order_gone`, which names its successor.
    """
    _, seat = _own_seat(game_id)
    values = body()
    # Before the order itself: a crash between the two must not leave an order behind that nobody
    # finds when its player leaves.
    services().ordered.add(player_id(), game_id)

    def change(game: Game, book: Book) -> Book:
        return with_order(game, _still(game, seat), code, values, book)

    return _listed(game_id, services().commands.change_orders(game_id, change), seat)


@blp.delete("/games/<game_id>/orders/<code>")
@blp.doc(operationId="withdraw_order", security=scoped("play"))
@blp.response(200, ORDERS, description="The orders of the asker's seat now.")
def withdraw_order(game_id: str, code: str) -> Response:
    """Withdraw a standing order.

    There need not be one. Answers that have followed from it stay.
    """
    game, seat = _own_seat(game_id)
    codec = game.ruleset.orders.codec
    # Orders of kinds that are gone can still be withdrawn.
    if code not in codec.kinds and code not in codec.gone:
        raise UnknownName("order", code, list(codec.kinds))
    return _withdrawn(game_id, seat, lambda _, book: tuple(_without(book, seat, code)))


@blp.delete("/games/<game_id>/orders")
@blp.doc(operationId="withdraw_orders", security=scoped("play"))
@blp.response(200, ORDERS, description="The orders of the asker's seat now: none.")
def withdraw_orders(game_id: str) -> Response:
    """Withdraw all standing orders of your seat.

    Answers that have followed from them stay.
    """
    _, seat = _own_seat(game_id)
    return _withdrawn(game_id, seat, lambda _, book: tuple(o for o in book if o.seat != seat))


def _own_seat(game_id: str) -> tuple[Game, int]:
    """Return the game and the seat of the asking player. Raises NoRight for a bot."""
    player_id()
    history, seat = seated(game_id, asker())
    return history.game, seat


def _still(game: Game, seat: int) -> int:
    """Return the seat if it is still the asker's. Raises NoSeat."""
    # Checked on the newest state, in which the player may have left the seat.
    occupant = game.seats[seat]
    if game.terms.study is None and (occupant is None or occupant.player != asker().player):
        raise NoSeat
    return seat


def _withdrawn(game_id: str, seat: int, change: ChangeBook) -> Response:
    history = services().commands.change_orders(game_id, change, follow=False)
    return _listed(game_id, history, seat)


def _without(book: Book, seat: int, code: str) -> Iterator[Standing]:
    return (each for each in book if (each.seat, each.code) != (seat, code))


def _listed(game_id: str, history: History, seat: int) -> Response:
    books, game = services().commands.books, history.game
    book = book_of(game, books.read(game_id))
    orders = [_order(game, each) for each in standing_orders(game, book) if each.seat == seat]
    answered = books.answered(game_id)
    events = history.each(min(answered) - 1, max(answered)) if answered else ()
    own = [
        AnswerByOrder(event.version, answered[event.version])
        for event in events
        if event.version in answered and event.seat == seat
    ]
    gone = [
        WithdrawnOrder(each.former, each.values, each.successor) for each in withdrawn(book, seat)
    ]
    return answer(StandingOrders(game.version, orders, gone, own))


def _order(game: Game, given: Standing) -> StandingOrder:
    order = given.order
    values = game.ruleset.orders.codec.json(order)
    return StandingOrder(order.code, values, until=order.span, asleep=given.asleep > 0)
