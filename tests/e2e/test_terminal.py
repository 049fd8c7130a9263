"""The terminal against a real server: whole games on a pseudo-terminal, and commands in pipes."""

import json
import os
import random
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from clients.bots import bot_named
from clients.python import Anabasis
from clients.python.connection import API, authorization
from clients.python.shapes import JsonObject
from clients.python.terminal import exit_codes
from clients.python.terminal.plain import plain
from tests.e2e.terminal import run, terminal
from tests.servers import Service, serving, working
from tests.waiting import eventually

MOST_MOVES = 400
REFUSED = "Refused: "
SHORT = {
    "alexandros": {"board": "tiny", "bots": ["greedy"], "options": {"target_score": 10}},
    "settlers": {"bots": ["greedy"], "options": {"target_points": 3}},
    "alexander_the_great": {"bots": ["greedy"] * 2, "options": {"target_points": 5}},
}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with a worker, which moves its bots."""
    with serving(tmp_path_factory.mktemp("terminal")) as service, working(service):
        yield service


@pytest.fixture
def config(service: Service, tmp_path: Path) -> Path:
    """A folder in which Tess has signed in."""
    made = run(tmp_path, "login", "--server", service.web.address, "--name", "Tess")
    assert made.returncode == 0, made.stderr
    return tmp_path


@pytest.fixture
def tess(service: Service, config: Path) -> Anabasis:
    kept = json.loads((config / "anabasis" / "accounts.json").read_text())
    return service.client(kept["accounts"][service.web.address]["token"], retries=3)


def new(config: Path, ruleset: str, *more: str) -> str:
    made = run(config, "--json", "new", ruleset, "--bot", "greedy", *more)
    assert made.returncode == 0, made.stderr
    return str(json.loads(made.stdout)["game_id"])


def typed(position: JsonObject, luck: random.Random) -> str:
    """Return how the greedy bot's move is typed; the end of the turn where it is not listed."""
    view, moves = position["view"], position["moves"]
    notations = [fact["notation"] for fact in position["facts"]]
    move = bot_named(view["ruleset"], "greedy")(view, moves, luck)
    if move in moves:
        return str(notations[moves.index(move)])
    return "end" if "end" in notations else str(notations[0])


def moved(tess: Anabasis, game: str, position: JsonObject) -> bool:
    """Wait until the game has gone on; on a busy machine one wait may be too short."""
    return any(tess.wait(game, after=position["version"]) for _ in range(5))


ENDED = re.compile(r"(?:You can:|Waiting for)[^>]*>|The game is")
"""The end of a drawn position: its prompt, or the end of the game."""


def is_asked(text: str, version: int) -> bool:
    """Return True if the position is drawn and the prompt stands below it."""
    return ">" in text.partition(f"· event {version} ·")[2].partition("You can: ")[2]


def last_drawn(text: str) -> int:
    """Return the event of the last position with its prompt, or the end, below it; 0 for none."""
    _, *parts = re.split(r"· event (\d+) ·", text)
    drawn = (
        int(at) for at, below in zip(parts[::2], parts[1::2], strict=True) if ENDED.search(below)
    )
    return max(drawn, default=0)


# The scenario's bots also act between the player's moves, so that its game takes minutes.
LONG = pytest.param("alexander_the_great", marks=pytest.mark.long)


@pytest.mark.parametrize("ruleset", ["alexandros", "settlers", LONG])
def test_a_whole_game_is_played_in_80_by_24(config: Path, tess: Anabasis, ruleset: str) -> None:
    game = tess.create_game(ruleset=ruleset, **SHORT[ruleset])["game_id"]
    luck = random.Random(5)
    with terminal(config, "play", game) as window:
        for _ in range(MOST_MOVES):
            position = plain(tess.position(game))
            if position["view"]["status"] != "live":
                break
            if len(position["moves"]) == 1:
                assert moved(tess, game, position), "no bot has moved"
                continue
            at = position["version"]
            text = window.wait_for(lambda text, at=at: last_drawn(text) >= at or REFUSED in text)
            # A bot may withdraw its offer, and move on, before it is answered.
            if REFUSED in text:
                window.enter("/show")
                continue
            if last_drawn(text) > at:
                continue
            window.enter(typed(position, luck))
            assert moved(tess, game, position), "the move was not made"
        assert window.ended() == 0
        assert "The game is over: " in window.text
    assert tess.view(game)["status"] == "finished"


def test_moves_are_undone_orders_given_and_numbers_chosen(config: Path) -> None:
    game = new(config, "alexandros", "--undo", "free")
    with terminal(config, "play", game) as window:
        # Luck decides who begins.
        text = window.wait_for(lambda text: ">" in text.partition("You can: card")[2])
        at = int(re.findall(r"· event (\d+) ·", text)[-1])
        window.enter("/moves card hand")
        window.wait_for(lambda text: "   1  card hand" in text)
        window.enter("1")
        window.wait_for(lambda text: is_asked(text, at + 1))
        window.enter("/undo")
        window.wait_for(lambda text: is_asked(text, at + 2))
        window.enter("redo")
        window.wait_for(lambda text: is_asked(text, at + 3))
        window.enter("/order move_on")
        window.wait_for(lambda text: "move_on is given" in text)
        window.enter("/orders")
        window.wait_for(lambda text: "[ON {}]" in text)
        window.enter("nonsense 5")
        window.wait_for(lambda text: REFUSED in text)
        window.enter("/quit")
        assert window.ended() == 0


def test_ctrl_c_leaves_cleanly(config: Path) -> None:
    game = new(config, "settlers")
    with terminal(config, "play", game) as window:
        # On one's own turn: while others move, the prompt is made anew, and a key may be lost.
        window.wait_for(lambda text: ">" in text.partition("You can: ")[2])
        window.press("\x03")
        assert window.ended() == exit_codes.INTERRUPTED
        assert "Your games go on" in window.text
        assert "Traceback" not in window.text


def test_there_are_no_colours_where_they_are_not_wanted(config: Path) -> None:
    game = new(config, "settlers")
    with terminal(config, "replay", game, "--at", "3") as window:
        assert window.ended() == 0
        assert "\x1b[" in window.all
    with terminal(config, "replay", game, "--at", "3", NO_COLOR="1") as window:
        assert window.ended() == 0
        assert "\x1b[" not in window.all


def test_a_script_plays_by_lines(config: Path, tess: Anabasis) -> None:
    game = new(config, "alexandros")
    played = run(config, "--json", "play", game, typed="card hand\nbogus\n/resign\n/resign\n")
    assert played.returncode == 0, played.stderr
    lines = list(map(json.loads, played.stdout.splitlines()))
    assert lines[0]["view"]["game_id"] == game
    assert any("error" in line for line in lines)
    assert lines[-1]["view"]["status"] == "finished"


def test_a_finished_game_is_watched_replayed_and_exported_in_pipes(
    config: Path, tess: Anabasis
) -> None:
    game = new(config, "alexandros")
    tess.resign(game)
    watched = run(config, "watch", game, "--after", "0", "--json")
    assert watched.returncode == 0, watched.stderr
    events = list(map(json.loads, watched.stdout.splitlines()))
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    replayed = json.loads(run(config, "replay", game, "--at", "3", "--json").stdout)
    assert replayed["version"] == 3
    assert "Alexander: at point" in run(config, "replay", game, "--text").stdout
    record = json.loads(run(config, "export", game).stdout)
    assert (record["game_id"], record["complete"]) == (game, True)
    eventually(lambda: tess.my_games()["total"] == 1)
    listed = list(map(json.loads, run(config, "games", "--json").stdout.splitlines()))
    assert [each["game_id"] for each in listed] == [game]


def test_watching_is_ended_by_ctrl_c_without_a_word_of_python(config: Path) -> None:
    game = new(config, "settlers")
    with terminal(config, "watch", game) as window:
        window.wait_for(lambda text: "to act" in text)
        os.kill(window.process.pid, signal.SIGINT)
        assert window.ended() == exit_codes.INTERRUPTED
        assert "Traceback" not in window.text


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("play", "nosuchgame"), exit_codes.NOT_FOUND),
        (("replay",), exit_codes.USAGE),
        (("new", "chess"), exit_codes.REFUSED),
        (("--server", "http://127.0.0.1:9", "replay", "g", "--at", "1"), exit_codes.UNREACHABLE),
        (("--server", "http://127.0.0.1:9", "play", "g"), exit_codes.NOT_SIGNED_IN),
    ],
)
def test_each_failure_is_one_line_and_its_exit_code(
    config: Path, words: tuple[str, ...], code: int
) -> None:
    failed = run(config, *words)
    assert failed.returncode == code, failed.stderr
    assert "Traceback" not in failed.stderr
    assert failed.stderr.splitlines()[-1].startswith("Error: ")


def test_a_token_comes_by_the_input_or_by_a_code_and_is_never_printed(
    config: Path, tess: Anabasis, service: Service, tmp_path: Path
) -> None:
    token = tess.token
    assert token
    by_token = run(tmp_path / "b", "login", "--server", service.web.address, typed=token + "\n")
    assert by_token.returncode == 0, by_token.stderr
    assert "You are Tess" in by_token.stdout
    shown = httpx.post(
        f"{service.web.address}{API}/session/transfer", json={}, headers=authorization(token)
    )
    by_code = run(
        tmp_path / "c",
        "login",
        "--server",
        service.web.address,
        "--code",
        typed=str(shown.json()["transfer"]) + "\n",
    )
    assert by_code.returncode == 0, by_code.stderr
    assert "You are Tess" in by_code.stdout
    for output in (by_token.stdout, by_token.stderr, by_code.stdout, by_code.stderr):
        assert "ana_" not in output
