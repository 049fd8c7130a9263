"""Whole games over the HTTP API, driven in-process: bots, demo, stream and library together."""

from contextlib import closing
from functools import partial
from itertools import islice
from random import Random

import httpx
import pytest

from clients.bots import bot_named, take_turn
from clients.demo import DemoFailed, Terms, run_demo
from clients.python import Anabasis, Patience, Refused, Stale, Unauthorized
from service.app import create_app
from service.settings.config import Config
from tests.service.conftest import fake_store

ALEXANDROS = "alexandros"
QUICK = Terms(target_score=15, seed="0a")


@pytest.fixture
def transport() -> httpx.WSGITransport:
    return httpx.WSGITransport(create_app(Config(rate_limit=False), fake_store()))


@pytest.fixture
def public(transport: httpx.WSGITransport) -> Anabasis:
    return Anabasis(transport=transport)


def seated(public: Anabasis, **terms: object) -> tuple[str, Anabasis, Anabasis]:
    ada, bob = (public.with_token(public.create_player(n)["token"]) for n in ("Ada", "Bob"))
    given = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "first_seat": 0, **terms}
    game = ada.create_game(**given)["game_id"]
    bob.take_seat(game)
    return game, ada, bob


def played_out(
    game: str, clients: tuple[Anabasis, Anabasis], names: tuple[str, str], ruleset: str = ALEXANDROS
) -> dict:
    bots, luck = [bot_named(ruleset, name) for name in names], Random(1)
    while (view := clients[0].view(game))["status"] == "live":
        acting = view["to_act"]
        assert any(take_turn(clients[seat], game, luck, bots[seat]) for seat in acting)
    return view


@pytest.mark.parametrize(
    "names", [("random", "random"), ("greedy", "random"), ("greedy", "greedy")]
)
@pytest.mark.parametrize(
    "terms",
    [
        {},
        {"ruleset": "settlers", "board": "first_island", "options": {"target_points": 5}},
    ],
    ids=["alexandros", "settlers"],
)
def test_a_game_of_bots_comes_to_an_end_and_is_verified(public: Anabasis, names, terms):
    game, ada, bob = seated(public, seed="01", **terms)
    ruleset = terms.get("ruleset", ALEXANDROS)
    view = played_out(game, (ada, bob), names, ruleset)
    assert view["result"]["reason"] != "resignation"
    assert public.verify(game)["valid"]
    assert public.export(game)["complete"]
    assert take_turn(ada, game, Random(0), bot_named(ruleset, "random")) is None


@pytest.mark.parametrize("greedy_seat", [0, 1])
def test_greedy_beats_random_from_either_seat(public: Anabasis, greedy_seat: int):
    terms = {"board": "asia_minor", "options": {"target_score": 30}, "seed": "02"}
    game, ada, bob = seated(public, **terms)
    names = ("greedy", "random") if greedy_seat == 0 else ("random", "greedy")
    assert played_out(game, (ada, bob), names)["result"]["winners"] == [greedy_seat]


def test_the_stream_of_a_finished_game_is_its_record(public: Anabasis, transport):
    game, ada, bob = seated(public, seed="01")
    played_out(game, (ada, bob), ("random", "random"))
    impatient = Anabasis(transport=transport, patience=Patience(retries=0))
    events = [event["version"] for event in impatient.stream(game)]
    assert events == [event["version"] for event in public.events(game)["events"]]
    assert list(impatient.stream(game, last_event_id=events[-1])) == []


def test_a_live_stream_can_be_taken_up_after_an_event(public: Anabasis):
    game, _, _ = seated(public)
    # Left to the garbage collector, the stream would end in the request of another test.
    with closing(public.stream(game, 1)) as stream:
        assert [event["version"] for event in islice(stream, 2)] == [2, 3]


def test_a_move_sent_twice_with_one_key_is_made_once(public: Anabasis):
    game, ada, _ = seated(public)
    listed = ada.moves(game, type="choose_card")
    first = ada.move(game, listed["moves"][0], listed["version"], key="once")
    again = ada.move(game, listed["moves"][0], listed["version"], key="once")
    assert again["version"] == first["version"] == ada.view(game)["version"]


def test_a_move_for_an_older_version_is_stale(public: Anabasis):
    game, ada, _ = seated(public)
    move = ada.moves(game, type="choose_card")["moves"][0]
    with pytest.raises(Stale):
        ada.move(game, move, version=1)


def test_undo_and_redo_go_back_and_forth(public: Anabasis):
    game, ada, _ = seated(public, undo="free")
    listed = ada.moves(game, type="choose_card")
    made = ada.move(game, listed["moves"][0], listed["version"])["version"]
    undone = ada.undo(game, listed["version"], made)
    assert undone["view"]["head"] == listed["version"]
    assert ada.redo(game, undone["version"])["view"]["head"] == made


def test_a_move_out_of_turn_is_refused_and_one_without_a_token_unauthorised(public: Anabasis):
    game, ada, bob = seated(public)
    listed = ada.moves(game, type="choose_card")
    with pytest.raises(Refused) as raised:
        bob.move(game, listed["moves"][0], listed["version"])
    assert raised.value.code == "not_your_turn"
    with pytest.raises(Unauthorized):
        public.moves(game)


def test_a_view_that_stands_still_is_none(public: Anabasis):
    game, ada, _ = seated(public)
    version = ada.view(game)["version"]
    assert ada.view_if_changed(game, version) is None
    assert ada.view_if_changed(game, version - 1) is not None
    assert ada.wait(game, after=version - 1, wait=5) is not None
    assert ada.wait(game, after=version, wait=0.01) is None


def test_resigning_ends_a_game_of_two(public: Anabasis):
    game, ada, _ = seated(public)
    assert ada.resign(game)["view"]["result"] == {
        "winners": [1],
        "scores": [0, 0],
        "reason": "resignation",
    }


def test_the_demo_shows_a_whole_game(transport: httpx.WSGITransport):
    lines: list[str] = []
    run_demo("http://games.test", lines.append, QUICK, transport)
    told = "\n".join(lines)
    for part in ("Ada (greedy) against Blaise (random)", "marches", "Final score: ", "Winner: "):
        assert part in told
    assert lines[-3].startswith("Replay: http://games.test/game/")
    assert lines[-2].startswith("Record: http://games.test/api/v1/games/")
    assert lines[-1].startswith("Verified: ")


def test_the_same_seed_makes_the_same_demo(transport: httpx.WSGITransport):
    tellings: list[list[str]] = [[], []]
    for lines in tellings:
        run_demo("http://games.test", lines.append, QUICK, transport)
    assert tellings[0][1:-3] == tellings[1][1:-3]


@pytest.mark.parametrize("terms", [Terms(board="atlantis"), Terms(bots=("greedy", "brilliant"))])
def test_a_demo_that_cannot_be_says_why_in_one_line(transport: httpx.WSGITransport, terms: Terms):
    with pytest.raises(DemoFailed) as raised:
        run_demo("http://games.test", [].append, terms, transport)
    assert "there are: " in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_demo_without_a_service_names_the_address_it_tried(monkeypatch: pytest.MonkeyPatch):
    hasty = partial(Anabasis, patience=Patience(retries=0))
    monkeypatch.setattr("clients.demo.Anabasis", hasty)
    with pytest.raises(DemoFailed, match=r"http://127\.0\.0\.1:9/api/v1"):
        run_demo("http://127.0.0.1:9", [].append)


def test_a_replay_is_read_in_parts(public: Anabasis):
    game, ada, bob = seated(public)
    version = played_out(game, (ada, bob), ("random", "random"))["version"]
    part, events = public.replay(game, limit=40), []
    while part["more"]:
        events += [step["event"]["version"] for step in part["steps"]]
        part = public.replay(game, after=events[-1], limit=40)
    events += [step["event"]["version"] for step in part["steps"]]
    assert events == list(range(2, version + 1))


def test_an_answer_to_another_wish_than_the_one_there_is_is_refused(public: Anabasis):
    game, ada, bob = seated(public, undo="consent")
    start = ada.view(game)["head"]
    shown = next(m for m in ada.moves(game)["moves"] if m.get("from") == "display")
    ada.move(game, shown, start)
    ada.undo(game, start, start + 1)
    with pytest.raises(Refused) as refusal:
        bob.answer_undo(game, accept=True, to=start - 1)
    assert refusal.value.code == "another_undo_requested"
    assert bob.answer_undo(game, accept=True, to=start)["view"]["head"] == start
