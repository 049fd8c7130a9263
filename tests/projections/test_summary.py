"""Summaries: the same from the events of an append as from the whole record, and public."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.deadlines import DAY, Deadline
from domain.kernel.game import viewer_of
from projections.summary import (
    Summary,
    SummaryUnreadable,
    decode,
    encode,
    facts_of,
    follow_all,
    summary_after,
    summary_of,
)
from tests import fixtures
from tests.domain.conftest import Table, seated
from tests.fixtures import events_of, load, moments, name_of
from tests.service.readmodels.stored_games import fake_stored_games

A_DAY = Deadline(at_zero="bot", per_move=DAY, bot="greedy")
RULESETS = ("alexandros", "settlers", "alexander_the_great")
ONE_EACH = [fixtures.fixtures(name)[0] for name in RULESETS]


def kept(events, luck) -> Summary:
    """The summary that the store has after appends of one event or several, like commands."""
    stored, game, after = fake_stored_games(), None, 0
    while after < len(events):
        upto = after + luck.choice([1, 1, 2, 5])
        game = stored.record("g", game, events[after:upto])
        after = upto
    return decode(stored.store.summaries.newest(["g"])["g"].summary)


def from_the_whole(events) -> Summary:
    followed = follow_all(None, events)
    return summary_of(followed)


@pytest.mark.parametrize("path", ONE_EACH[:2], ids=name_of)
def test_the_summary_of_appends_is_that_of_the_whole_record(path):
    events, luck = events_of(load(path)), random.Random(5)
    for length in (1, 3, 9, 40, len(events)):
        assert kept(events[:length], luck) == from_the_whole(events[:length])


def asked() -> Table:
    """A game in which requests to undo, for time and for a pause come and go."""
    table = seated(3, deadline=A_DAY).move(0, "draw", "draw")
    table.undo(0, 4)
    table.later(60).answer(1, accept=True)
    table.ask_time(0, DAY)
    table.later(60).answer(2, accept=False)
    table.answer_time(2)
    table.later(60).answer_time(1)
    table.move(0, "pass")
    table.pause(1)
    table.later(60).answer_time(0)
    table.answer_time(2)
    table.later(60).resume(1)
    table.later(DAY * 3).expire(1)
    return table


@pytest.mark.parametrize("seed", range(4))
def test_it_is_so_while_seats_are_asked_and_their_time_runs(seed):
    events, luck = asked().events, random.Random(seed)
    for length in range(1, len(events) + 1):
        assert kept(events[:length], luck) == from_the_whole(events[:length])


@pytest.mark.parametrize("path", ONE_EACH, ids=name_of)
def test_turn_and_board_are_those_of_the_public_view(path):
    for game in moments(path)[::25]:
        facts, wire = facts_of(game), game.ruleset.wire
        board = wire.boards.json(game.setup.board)
        assert (facts.board, facts.board_title) == (board["id"], board["title"])
        if game.timeline is not None:
            assert facts.turn == wire.view(game.state, viewer_of(game, None))["turn"]


def test_what_is_stored_is_read_again():
    events = asked().events
    for length in range(1, len(events) + 1):
        summary = from_the_whole(events[:length])
        assert decode(encode(summary)) == summary


def test_no_events_make_no_summary():
    assert summary_after(seated(2).game, []) == b""


def test_a_summary_of_a_release_that_noted_no_creators_or_requests_is_read():
    events = asked().events
    each = (from_the_whole(events[:length]) for length in range(1, len(events) + 1))
    summary = next(summary for summary in each if summary.game.requests)
    version, moments, packed = encode(summary).split(b" ", 2)
    *facts, creator, requests = msgspec.msgpack.decode(packed)
    older = b" ".join([version, moments, msgspec.msgpack.encode(facts)])
    assert (creator, requests) == (summary.game.creator, [["undo", [1, 2]]])
    assert decode(older).game == replace(summary.game, creator=None, requests=())


@pytest.mark.parametrize("stored", [b"", b"3 - \xc0", b"3 -,- ", b"x"])
def test_a_summary_of_another_release_is_not_read(stored):
    with pytest.raises(SummaryUnreadable):
        decode(stored)


def test_a_hidden_card_is_not_in_it():
    events = seated(2).move(0, "draw").events
    other = [*events[:-1], replace(events[-1], data={**events[-1].data, "card": 19})]
    assert events[-1].data["card"] != 19
    assert encode(from_the_whole(events)) == encode(from_the_whole(other))
