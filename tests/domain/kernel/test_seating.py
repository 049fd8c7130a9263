"""Seats of an open game: taken, freed and taken again; and the game cancelled."""

import pytest

from domain.errors import Refused
from domain.kernel.audit import audit
from domain.kernel.game import CANCELLED, SEAT_FREED, Seat
from domain.kernel.play import decide_move
from domain.kernel.seating import MOST_REMOVALS, MOST_SEATINGS, cancel, free_seat, take_seat
from domain.record.record import Draft
from tests.domain import cards
from tests.domain.conftest import Table, seated


def opened() -> Table:
    table = Table.open(seats=3)
    table.sit("p0")
    table.sit("p1")
    return table


def refused(code, act):
    with pytest.raises(Refused) as refusal:
        act()
    assert refusal.value.code == code


def test_a_freed_seat_is_taken_again_by_another():
    table = opened()
    event = table.record(free_seat(table.game, 1, removed=False))
    assert (event.type, event.seat, event.data) == (SEAT_FREED, 1, {"seat": 1, "removed": False})
    assert table.game.seats[1] is None
    assert table.game.seat_of("p1") is None
    table.sit("p2")
    table.sit("p3")
    assert table.game.status == "live"
    assert [seat.player for seat in table.game.seats] == ["p0", "p2", "p3"]
    assert audit(table.events).valid


def test_a_free_seat_cannot_be_freed():
    table = opened()
    refused("seat_free", lambda: free_seat(table.game, 2, removed=True))


def test_a_started_game_keeps_its_seats_and_cannot_be_cancelled():
    game = seated().game
    refused("game_not_open", lambda: free_seat(game, 1, removed=True))
    refused("game_not_open", lambda: cancel(game))


def test_seats_change_hands_only_so_often():
    table = opened()
    while table.game.version < MOST_SEATINGS:
        table.record(free_seat(table.game, 1, removed=False))
        table.sit("p1")
    refused("seats_traded_often", lambda: free_seat(table.game, 1, removed=False))
    while table.game.version < MOST_REMOVALS:
        table.record(free_seat(table.game, 1, removed=True))
        table.sit("p1")
    refused("seats_traded_often", lambda: free_seat(table.game, 1, removed=True))
    assert cancel(table.game).type == CANCELLED
    assert audit(table.events).valid


def test_nothing_can_be_done_in_a_cancelled_game():
    table = opened()
    table.record(cancel(table.game))
    game = table.game
    assert (game.status, game.to_act) == ("cancelled", ())
    assert audit(table.events).valid
    refused("game_cancelled", lambda: cancel(game))
    refused("game_cancelled", lambda: free_seat(game, 0, removed=False))
    refused("game_cancelled", lambda: take_seat(game, Seat("p2", None, None), None))
    refused("game_cancelled", lambda: decide_move(game, 0, cards.Move("draw")))


@pytest.mark.parametrize(
    "forged",
    [
        Draft(CANCELLED, 0, {"by": "p0"}),
        Draft(CANCELLED, None, {"by": "p1"}),
        Draft(SEAT_FREED, 2, {"seat": 2}),
    ],
)
def test_an_audit_finds_a_forged_event_of_seating(forged):
    table = opened()
    table.events.append(table.game.seal(forged, table.game.updated_at, "c"))
    assert audit(table.events).broken_at == len(table.events)


def test_an_audit_finds_a_seat_freed_after_the_start():
    table = seated()
    table.record(Draft(SEAT_FREED, 1, {"seat": 1, "removed": True}))
    assert "the rules refuse it" in audit(table.events).reason
