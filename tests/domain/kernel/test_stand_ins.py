"""Stand-ins: a bot plays for a stopped player, if the others agree, until they move by hand."""

import pytest
from msgspec.structs import replace

from domain.kernel.audit import audit
from domain.kernel.consent import others
from domain.kernel.deadlines import DAY
from domain.kernel.expiry import BY_BOT
from domain.kernel.game import evolve, sealed_creation
from domain.kernel.stand_in_state import StandIn
from domain.kernel.stand_ins import decide_stand_in, yet_to_agree_to
from domain.kernel.studies import branch
from domain.kernel.undo import LONGEST_RECORD
from tests.domain.conftest import NOON, Table, seated
from tests.domain.forging import forged
from tests.domain.kernel.timed import BOT, PATIENT, left, refused, timed


def begun(seats: int = 2) -> Table:
    """A game in which a bot plays for seat 1."""
    table = seated(seats)
    for seat in range(seats):
        if seat != 1:
            table.stand_in(seat, 1)
    return table


def test_in_a_game_of_two_the_first_yes_begins_it():
    table = seated()
    event = table.stand_in(0, 1)
    assert (event.type, event.seat) == ("stand_in_agreed", 0)
    assert event.data == {"absent": 1, "stopped": [1], "bot": "greedy", "begins": True}
    assert table.game.is_absent(1)
    assert not table.game.is_absent(0)
    assert others(table.game, 0) == ()
    assert audit(table.events).valid


def test_of_three_both_others_have_to_agree():
    table = seated(3)
    assert not table.stand_in(0, 1).data["begins"]
    assert not table.game.is_absent(1)
    assert yet_to_agree_to(table.game, 1, [1]) == (2,)
    refused("stand_in_agreed", lambda: table.stand_in(0, 1))
    assert table.stand_in(2, 1).data["begins"]
    assert table.game.stand_ins == (StandIn(1, "greedy", (0, 2), True),)
    assert audit(table.events).valid


def test_stopped_players_and_those_for_whom_a_bot_plays_are_not_asked():
    table = seated(4)
    assert not table.stand_in(0, 1, stopped=[2, 1]).data["begins"]
    assert table.stand_in(3, 1, stopped=[1, 2]).data["begins"]
    assert not table.stand_in(0, 2, stopped=[2]).data["begins"]
    assert table.stand_in(3, 2, stopped=[2]).data["begins"]
    assert [each.seat for each in table.game.stand_ins] == [1, 2]
    assert audit(table.events).valid


def test_bots_are_not_asked():
    table = Table.open(seats=3)
    for player, bot in (("p0", None), ("p1", None), (None, "random")):
        table.sit(player, bot)
    assert table.stand_in(0, 1).data["begins"]


def test_the_bots_moves_say_so_and_the_players_own_move_ends_it():
    table = begun().move(0, "pass").move(1, "pass", by=BY_BOT).move(0, "pass")
    assert table.game.is_absent(1)
    table.move(1, "pass")
    assert table.game.stand_ins == ()
    assert audit(table.events).valid
    table.move(0, "pass").move(1, "pass", by=BY_BOT)
    assert audit(table.events).broken_at == table.game.version


def test_anything_that_the_player_does_by_hand_ends_it_and_the_agreements_to_it():
    table = begun()
    table.move(0, "pass").move(1, "pass", by=BY_BOT).undo(1, table.game.version - 2)
    assert table.game.stand_ins == ()
    three = seated(3)
    three.stand_in(0, 1)
    three.move(0, "pass").later(1).move(1, "pass")
    assert three.game.stand_ins == ()


def test_an_answer_by_order_at_the_time_of_the_event_before_it_ends_no_agreement():
    table = seated(3)
    table.stand_in(0, 1)
    table.move(0, "pass").move(1, "pass")
    assert [each.agreed for each in table.game.stand_ins] == [(0,)]
    assert audit(table.events).valid


def test_the_player_can_come_back_before_their_turn():
    table = begun().move(0, "pass").move(1, "pass", by=BY_BOT)
    assert table.play_again(1) == "came_back"
    assert table.game.stand_ins == ()
    refused("not_absent", lambda: table.play_again(1))
    table.move(0, "pass").move(1, "pass")
    assert audit(table.events).valid
    assert table.stand_in(0, 1).data["begins"]


def test_a_player_whose_time_was_up_comes_back_too():
    table = timed(BOT).later(2 * DAY)
    table.expire(0)
    assert table.game.is_absent(0)
    table.move(0, "pass", by=BY_BOT).play_again(0)
    assert not table.game.is_absent(0)
    table.move(1, "pass")
    assert left(table)[0] == DAY
    assert audit(table.events).valid


def test_a_resignation_that_an_undo_takes_back_ends_no_stand_in():
    table = seated(3, undo="free").move(0, "pass").move(1, "resign")
    table.undo(0, table.game.version - 1)
    table.stand_in(0, 1)
    table.stand_in(2, 1)
    table.redo(0)
    refused("seat_left", lambda: table.play_again(1))
    table.undo(0, table.game.version - 5)
    assert table.game.is_absent(1)
    assert audit(table.events).valid


def test_only_players_agree_and_come_back():
    for last in (begun(3).events[-1], _returned().events[-1]):
        table = begun(3) if last.type == "stand_in_agreed" else _returned()
        events = forged(table.events, last.version, by=BY_BOT)
        assert audit(events).broken_at == last.version


def _returned() -> Table:
    table = begun()
    table.play_again(1)
    return table


def test_others_who_are_stopped_are_named_only_once_the_bot_begins():
    table = seated(4)
    assert table.stand_in(0, 1, stopped=[1, 2]).data["stopped"] == [1]
    assert table.stand_in(3, 1, stopped=[1, 2]).data["stopped"] == [1, 2]


def test_a_player_comes_back_even_in_a_record_at_its_longest(monkeypatch: pytest.MonkeyPatch):
    table = begun()
    monkeypatch.setattr("domain.kernel.consent.LONGEST_RECORD", table.game.version)
    assert table.play_again(1) == "came_back"


def test_if_the_last_who_was_asked_leaves_another_yes_begins_it():
    table = seated(4)
    table.stand_in(0, 1)
    table.stand_in(2, 1)
    table.move(3, "resign")
    assert yet_to_agree_to(table.game, 1, [1]) == ()
    assert table.stand_in(0, 1).data["begins"]
    assert table.game.stand_ins == (StandIn(1, "greedy", (0, 2), True),)
    assert audit(table.events).valid


def test_an_undo_takes_back_no_agreement():
    table = seated(3, undo="free").move(0, "pass")
    before = table.game.version - 1
    table.stand_in(0, 1)
    table.undo(0, before)
    assert table.game.stand_ins == (StandIn(1, "greedy", (0,), False),)
    table.redo(0)
    assert table.stand_in(2, 1).data["begins"]
    assert audit(table.events).valid
    assert table.refolded().stand_ins == table.game.stand_ins


def test_a_pending_request_to_undo_stays():
    table = seated(undo="consent").move(0, "draw")
    table.undo(0, table.game.version - 1)
    table.stand_in(0, 1)
    assert table.game.timeline.request is not None


def test_where_a_clock_goes_on_it_is_refused():
    for at_zero in ("skip", "resign", "bot"):
        table = timed(replace(BOT, at_zero=at_zero))
        refused("clock_goes_on", lambda table=table: table.stand_in(0, 1))


def test_in_a_study_it_is_refused():
    table = seated().move(0, "show")
    terms = branch(table.game, "g", "p0", bytes(32), finished=True)
    study = evolve(None, sealed_creation(terms, NOON, "c"))
    refused("no_stand_in", lambda: decide_stand_in(study, 0, 1, [1], "greedy"))


def test_with_a_deadline_that_only_nudges_it_plays_and_the_clock_stays_as_it_is():
    table = timed(PATIENT)
    clock = table.game.clock
    table.stand_in(0, 1)
    assert table.game.is_absent(1)
    assert table.game.clock.seats == clock.seats
    table.move(0, "pass").move(1, "pass", by=BY_BOT)
    assert audit(table.events).valid


def test_an_agreement_that_no_rule_allows_is_refused():
    refused("not_started", lambda: Table.open(seats=2).stand_in(0, 1))
    table = seated(3)
    refused("own_stand_in", lambda: table.stand_in(1, 1))
    refused("not_stopped", lambda: table.stand_in(0, 1, stopped=[2]))
    refused("not_stopped", lambda: table.stand_in(0, 7, stopped=[7]))
    table.move(2, "resign")
    refused("seat_left", lambda: table.stand_in(2, 1))
    refused("not_stopped", lambda: table.stand_in(0, 2, stopped=[2]))
    table.stand_in(0, 1)
    refused("stand_in_plays", lambda: table.stand_in(0, 1))
    table.move(1, "resign", by=BY_BOT)
    refused("game_over", lambda: table.stand_in(0, 1))


def test_a_record_that_is_too_long_takes_none(monkeypatch: pytest.MonkeyPatch):
    table = seated()
    monkeypatch.setattr("domain.kernel.consent.LONGEST_RECORD", table.game.version)
    assert table.game.version < LONGEST_RECORD
    refused("record_long", lambda: table.stand_in(0, 1))


@pytest.mark.parametrize(
    "data",
    [
        {"begins": False},
        {"stopped": []},
        {"stopped": [2, 1]},
        {"stopped": [1, 1]},
        {"stopped": [1, 7]},
        {"stopped": [True]},
        {"absent": 0},
        {"absent": "1"},
        {"bot": 3},
    ],
)
def test_an_audit_finds_data_that_do_not_follow(data: dict[str, object]):
    table = begun(3)
    last = table.events[-1]
    events = forged(table.events, last.version, data={**last.data, **data})
    assert audit(events).broken_at == last.version
