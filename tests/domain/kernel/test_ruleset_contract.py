"""The contract of the rules, kept by every ruleset in every version."""

from collections import Counter
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest

from domain.errors import Refused
from domain.kernel.decider import Ruleset
from domain.record.visibility import Viewer, conceal, hidden_values
from tests.domain.playing import (
    EVERY_MOVE,
    EVERY_VERSION,
    GAMES,
    Step,
    chance_of,
    every_step,
    listed,
    name_of,
    opening,
    setup_of,
    steps,
)

pytestmark = pytest.mark.parametrize("rules", EVERY_VERSION, ids=name_of)
Rules = Ruleset[Any, Any, Any]


def sampled(rules: Rules, every: int = 7) -> Iterator[tuple[int, Step]]:
    """A step in so many of all games, numbered."""
    return ((n, step) for n, step in enumerate(every_step(rules)) if n % every == 0)


def seen(rules: Rules, event: Any, viewer: int) -> Any:
    """The type and data of a seat's own event, as it may see them."""
    type_, data = rules.wire.events.type(event), rules.wire.events.json(event)
    hidden = hidden_values(data, rules.visibility.get(type_, {}), viewer)
    return type_, conceal(data, [each.path for each in hidden if each.owner != viewer])


def test_the_same_luck_deals_the_same_and_other_luck_otherwise(rules: Rules):
    setup = setup_of(rules)
    deals = [rules.deal(setup, chance_of(number)) for number in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]
    assert rules.wire.events.type(deals[0]) == rules.DEALT


def test_a_board_takes_weak_references(rules: Rules):
    board = setup_of(rules).board
    assert ref(board)() is board


def test_every_number_of_seats_is_dealt(rules: Rules):
    for number, _ in enumerate(rules.seat_counts):
        seats = setup_of(rules, number).seats
        state = opening(rules, number)
        assert rules.situation(state).staying == tuple(range(seats))
        assert rules.turn(state) == 1
        assert rules.situation(state).outcome is None


def test_the_deal_keeps_a_first_seat_that_is_chosen(rules: Rules):
    firsts = {first_to_act(rules, None, number) for number in range(12)}
    assert len(firsts) > 1
    for seat in firsts:
        assert {first_to_act(rules, seat, number) for number in range(3)} == {seat}


def first_to_act(rules: Rules, first_seat: int | None, number: int) -> int:
    setup = setup_of(rules)
    setup = type(setup)(setup.board, setup.options, setup.seats, first_seat)
    opening = rules.initial_state(setup, rules.deal(setup, chance_of(number)))
    (seat,) = rules.situation(opening).to_act
    return seat


def test_the_same_move_and_luck_decide_and_evolve_the_same_and_change_no_position(rules: Rules):
    for n, step in sampled(rules):
        kept = repr(step.before)
        event = rules.decide(step.before, step.seat, step.move, chance_of(GAMES[0]))
        if n < len(steps(rules, GAMES[0])):
            assert event == step.event
        assert rules.evolve(step.before, step.event) == step.after
        assert repr(step.before) == kept


def test_every_listed_move_is_accepted_and_listed_once(rules: Rules):
    for n, step in sampled(rules, 11):
        for seat in rules.situation(step.before).to_act:
            moves = listed(rules, step.before, seat)
            assert len(set(map(repr, moves))) == len(moves)
            for move in moves[n % 5 :: 5]:
                event = rules.decide(step.before, seat, move, chance_of(n))
                rules.evolve(step.before, event)


def test_a_type_of_move_that_is_not_listed_is_refused(rules: Rules):
    """By an example of each type met in these games; settlers lists but one offer a turn."""
    json = rules.wire.moves.json
    examples = {json(step.move)["type"]: step.move for step in every_step(rules)}
    refused: Counter[str] = Counter()
    for _, step in sampled(rules, 23):
        moves = listed(rules, step.before, step.seat)
        for type_ in examples.keys() - {json(move)["type"] for move in moves} - {"offer_trade"}:
            with pytest.raises(Refused):
                rules.decide(step.before, step.seat, examples[type_], chance_of(0))
            refused[type_] += 1
    assert len(refused) > len(examples) / 2 or len(examples) == 1


def test_a_seat_that_is_not_to_act_is_refused_all_but_resigning(rules: Rules):
    resign = rules.wire.moves.read({"type": "resign"})
    for _, step in sampled(rules, 23):
        if step.move == resign:
            continue
        now = rules.situation(step.before)
        for seat in set(now.staying) - set(now.to_act):
            assert set(listed(rules, step.before, seat)) <= {resign}
            with pytest.raises(Refused):
                rules.decide(step.before, seat, step.move, chance_of(0))


def test_a_list_of_one_type_has_all_of_that_type_and_no_other(rules: Rules):
    json = rules.wire.moves.json
    for _, step in sampled(rules, 17):
        moves = listed(rules, step.before, step.seat)
        for type_ in rules.wire.moves.types:
            own = rules.legal_moves(step.before, step.seat, EVERY_MOVE, type_)
            assert own.moves == tuple(move for move in moves if json(move)["type"] == type_)


def test_a_bounded_list_states_its_completeness(rules: Rules):
    for n, step in sampled(rules, 17):
        moves, limit = listed(rules, step.before, step.seat), 1 + n % 12
        bounded = rules.legal_moves(step.before, step.seat, limit, None)
        assert len(bounded.moves) == min(limit, len(moves))
        assert set(map(repr, bounded.moves)) <= set(map(repr, moves))
        assert bounded.complete is (len(moves) <= limit)


def test_seats_are_to_act_until_the_game_has_an_outcome(rules: Rules):
    for step in every_step(rules):
        outcome, acting = rules.situation(step.after).outcome, rules.situation(step.after).to_act
        assert (outcome is None) is bool(acting)
        assert set(acting) <= set(rules.situation(step.after).staying)
        assert len(set(acting)) == len(acting)


def test_turns_follow_one_another(rules: Rules):
    for step in every_step(rules):
        assert rules.turn(step.after) - rules.turn(step.before) in (0, 1)


def test_any_seat_may_resign_until_the_last_one_wins(rules: Rules):
    resign = rules.wire.moves.read({"type": "resign"})
    for n, step in sampled(rules, 31):
        state = step.before
        while rules.situation(state).outcome is None:
            staying = rules.situation(state).staying
            seat = staying[n % len(staying)]
            state = rules.evolve(state, rules.decide(state, seat, resign, chance_of(n)))
            assert rules.situation(state).staying == tuple(each for each in staying if each != seat)
        outcome = rules.situation(state).outcome
        assert outcome is not None
        assert outcome.winners == rules.situation(state).staying


def test_a_position_imagined_looks_the_same_to_its_viewer_and_has_the_same_moves(rules: Rules):
    differing = 0
    for n, step in sampled(rules, 5):
        seat = (None, step.seat, *rules.situation(step.before).to_act)[n % 3]
        other = rules.imagined(step.before, seat, chance_of(n))
        view = rules.wire.view
        assert view(other, Viewer(seat)) == view(step.before, Viewer(seat))
        assert rules.situation(other).to_act == rules.situation(step.before).to_act
        if seat is not None:
            assert listed(rules, other, seat) == listed(rules, step.before, seat)
        differing += other != step.before
    assert differing > 20 or not rules.visibility


def test_a_position_imagined_with_its_past_looks_the_same_and_lets_all_move_that_have_to(
    rules: Rules,
):
    """A9, G16: so a study does not begin with a resignation as the only move."""
    resign, view = rules.wire.moves.read({"type": "resign"}), rules.wire.view
    for number in GAMES:
        line = [step.before for step in steps(rules, number)]
        for n in range(0, len(line), 13):
            viewers = (None, *rules.situation(line[n]).staying)
            seat = viewers[n % len(viewers)]
            found = rules.imagined(line[n], seat, chance_of(n), line[:n])
            assert view(found, Viewer(seat)) == view(line[n], Viewer(seat))
            assert rules.situation(found).to_act == rules.situation(line[n]).to_act
            for acting in rules.situation(found).to_act:
                assert any(move != resign for move in listed(rules, found, acting))


def test_an_imagined_position_follows_from_its_viewers_view(rules: Rules):
    """Two positions that look the same to a viewer are imagined the same, by the same luck."""
    for n, step in sampled(rules, 5):
        seat = (None, 0, 1)[n % 3]
        alike = rules.imagined(step.before, seat, chance_of(n))
        luck = chance_of(n + 1)
        assert rules.imagined(alike, seat, luck) == rules.imagined(step.before, seat, luck)


def test_an_event_that_reveals_nothing_follows_from_its_seats_view(rules: Rules):
    """Otherwise a seat could take back a move that showed it something, and choose again."""
    revealing = Counter()
    for n, step in sampled(rules, 1):
        shown = step.event.reveals or rules.situation(step.after).outcome is not None
        other = rules.imagined(step.before, step.seat, chance_of(n))
        try:
            event = rules.decide(other, step.seat, step.move, chance_of(n + 1))
        except Refused:
            continue
        alike = seen(rules, event, step.seat) == seen(rules, step.event, step.seat)
        assert alike or shown, step.event
        revealing[alike] += shown
    assert revealing[False] > 20 or not rules.visibility


def test_an_independent_move_means_the_same_though_another_seat_moves_first(rules: Rules):
    """It comes to the same event, or is refused: so it may be made for an older version."""
    independent = (
        (step, seat, move)
        for step in every_step(rules)
        for seat in rules.situation(step.before).to_act
        if seat != step.seat
        for move in listed(rules, step.before, seat)
        if move.is_independent
    )
    met = compared = 0
    for step, seat, move in independent:
        met += 1
        event = rules.decide(step.before, seat, move, chance_of(0))
        try:
            later = rules.decide(step.after, seat, move, chance_of(0))
        except Refused:
            continue
        compared += 1
        assert later == event
    assert compared or not met
