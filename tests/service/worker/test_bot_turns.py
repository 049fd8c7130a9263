"""The turns of bots: in one go for all bots of a game that are to act, and each with its token."""

from random import Random
from typing import Any

import pytest

from projections.bots_waiting import BotWaiting
from service.worker import bot_turns
from service.worker.bot_turns import play
from service.worker.seat import BotSeat, SeatOf, in_process
from tests.service.api import Api, Person


@pytest.fixture
def seats(api: Api) -> SeatOf:
    return in_process(api.app)


@pytest.fixture
def alone(api: Api, ada: Person) -> str:
    """A game of two bots, the first to move."""
    return made(api, ada, bots=["random", "random"], join=False)


def made(api: Api, who: Person, **terms: Any) -> str:
    fixed = {"ruleset": "alexandros", "board": "tiny", "seed": "01", "first_seat": 0}
    body = {**fixed, "seats": 2, **terms}
    return str(api.ask("POST", "/games", who, json=body, expect=201).json["game_id"])


def never() -> bool:
    return False


def movers(api: Api, game: str) -> list[int]:
    return [event["seat"] for event in api.get(f"/games/{game}/events")["events"][3:]]


def test_it_is_one_move_by_default(api, alone, seats):
    assert play(seats, BotWaiting(alone, 0, "random", 3), Random(1)).moves == 1
    assert movers(api, alone) == [0]


def test_the_bots_of_a_game_play_it_to_its_end_if_it_is_never_enough(api, alone, seats):
    ended = play(seats, BotWaiting(alone, 0, "random", 3), Random(1), never)
    assert (ended.moves, ended.fault) == (len(movers(api, alone)), None)
    assert api.view(alone)["status"] == "finished"
    assert set(movers(api, alone)) == {0, 1}
    assert api.get(f"/games/{alone}/verify")["valid"]


def test_bots_stop_before_a_persons_seat(api, ada, seats):
    game = made(api, ada, bots=["random"], first_seat=1)
    play(seats, BotWaiting(game, 1, "random", 3), Random(1), never)
    assert set(movers(api, game)) == {1}
    assert api.view(game)["to_act"] == [0]


def test_a_bot_with_nothing_to_do_leaves_the_turn_to_the_one_that_is_to_act(api, alone, seats):
    assert play(seats, BotWaiting(alone, 1, "random", 3), Random(1)).moves == 1
    assert movers(api, alone) == [0]


def test_a_fault_is_shown_with_the_moves_made_before_it(alone, seats, monkeypatch):
    failing(monkeypatch, seat=0, after=2)
    ended = play(seats, BotWaiting(alone, 0, "random", 3), Random(1), never)
    assert ended.moves == 2
    assert "out of order" in str(ended.fault)


def test_the_fault_of_another_bot_is_left_for_its_own_turn(alone, seats, monkeypatch):
    failing(monkeypatch, seat=1, after=0)
    first = play(seats, BotWaiting(alone, 0, "random", 3), Random(1), never)
    assert first.moves
    assert first.fault is None
    assert play(seats, BotWaiting(alone, 1, "random", 3), Random(1), never).fault


def test_a_game_that_the_host_closes_between_two_moves_is_no_fault_of_its_bot(
    api, alone, seats, monkeypatch
):
    real, freezes = bot_turns.take_turns, api.app.extensions["anabasis"].freezes

    def closed_meanwhile(client: BotSeat, game: str, luck: Random, *bot: Any) -> Any:
        for move in real(client, game, luck, *bot):
            freezes.stored.freeze(game, "its host looks at it")
            yield move

    monkeypatch.setattr(bot_turns, "take_turns", closed_meanwhile)
    ended = play(seats, BotWaiting(alone, 0, "random", 3), Random(1), never)
    assert (ended.moves, ended.fault) == (1, None)
    assert movers(api, alone) == [0]


def failing(monkeypatch: pytest.MonkeyPatch, seat: int, after: int) -> None:
    """Let a seat's bot fail after so many moves."""
    real = bot_turns.take_turns

    def take_turns(client: BotSeat, game: str, luck: Random, *bot: Any) -> Any:
        for number, move in enumerate(real(client, game, luck, *bot)):
            yield move
            if client._place[1] == seat and number + 1 == after:
                raise ValueError("out of order")

    def fail_at_once(client: BotSeat, game: str, luck: Random, *bot: Any) -> Any:
        if client._place[1] == seat and not after:
            raise ValueError("out of order")
        yield from take_turns(client, game, luck, *bot)

    monkeypatch.setattr(bot_turns, "take_turns", fail_at_once)


def test_a_planner_reads_the_events_that_its_seat_is_shown_and_plays(api, ada, seats):
    game = made(api, ada, bots=["easy", "random"], join=False)
    for _ in range(12):
        seat = api.get(f"/games/{game}")["to_act"][0]
        ended = play(seats, BotWaiting(game, seat, ["easy", "random"][seat], 3), Random(1))
        assert (ended.moves > 0, ended.fault) == (True, None)
    [planner] = [bot for key, bot in bot_turns.PLANNERS._bots.items() if key[0] == game]
    assert planner.version > 0


def test_where_a_planner_cannot_play_another_bot_does(api, ada, seats, monkeypatch, caplog):
    monkeypatch.setattr("service.clients.planners.levels.has_numpy", lambda: False)
    game = made(api, ada, bots=["easy", "random"], join=False)
    assert play(seats, BotWaiting(game, 0, "easy", 3), Random(1)).moves == 1
    assert "greedy plays in place of easy: Planner bots are off" in caplog.text
