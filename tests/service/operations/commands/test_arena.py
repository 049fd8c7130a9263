"""`anabasis arena` plays matches of bots and reports how strong they are."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.planning.levels import LEVELS
from service.clients.planners.strength import Figure, Figures, read_figures, weights_mark
from service.operations.arena.matches import Played
from service.operations.arena.rounds import Match, play_round
from service.run.cli import main

SMALL = ("alexandros", "greedy", "random", "--board", "tiny", "--processes", "1")
ALONE = ("alexandros", "greedy", "greedy", *SMALL[3:])


def arena(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["arena", *arguments])


def test_the_same_seed_gives_the_same_match_whatever_the_processes():
    one, two = (arena(*SMALL, "--games", "8", "--json", "--processes", n) for n in ("1", "2"))
    assert one.exit_code == 0, one.output
    first, second = json.loads(one.stdout), json.loads(two.stdout)
    assert first | {"seconds": 0} == second | {"seconds": 0}
    assert first["games"] == 8
    greedy, random = first["bots"]
    assert greedy["won"] + random["won"] == 8
    assert greedy["low"] < greedy["share"] <= greedy["high"]
    assert greedy["rating"] > random["rating"]


def test_it_stops_as_soon_as_the_first_bots_strength_is_clear():
    played = arena(*SMALL, "--games", "400", "--sprt", "60", "--json")
    result = json.loads(played.stdout)
    assert result["sprt"] == {"share": 0.6, "less": 0.5, "verdict": "reached"}
    assert result["games"] < 60


def test_a_bot_of_ones_own_is_named_as_for_the_runner():
    bots = ("clients.bots.template:choose", "random")
    played = arena("alexandros", *bots, "--board", "tiny", "--games", "2", "--json")
    assert played.exit_code == 0, played.output
    assert [row["bot"] for row in json.loads(played.stdout)["bots"]] == list(bots)


def test_a_levels_share_against_greedy_bots_is_kept_beside_its_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "strength.json"
    monkeypatch.setattr("service.operations.commands.arena.figures_file", lambda _: path)
    bots = ("easy", "greedy", "--board", "tiny", "--processes", "1")
    played = arena("alexandros", *bots, "--games", "2", "--keep", "--json")
    assert played.exit_code == 0, played.output
    easy = json.loads(played.stdout)["bots"][0]
    kept = Figures(
        weights_mark("alexandros"), "tiny", 2, {"easy": Figure(2, easy["won"], LEVELS["easy"])}
    )
    assert read_figures(path) == kept


def test_a_figure_that_could_not_be_kept_is_refused_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "missing" / "strength.json"
    monkeypatch.setattr("service.operations.commands.arena.figures_file", lambda _: path)
    refused = arena("alexandros", "easy", "greedy", "--board", "tiny", "--keep")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert f"{path} cannot be written: No such file or directory. Leave out --keep." in (
        refused.stderr
    )


def test_levels_play_with_a_part_of_their_budgets_the_same_each_time():
    bots = ("alexandros", "easy", "greedy", *SMALL[3:], "--games", "2")
    full, *less = (arena(*bots, "--json", *more) for more in ((), *[("--budget", "5")] * 2))
    first, second = (json.loads(played.stdout) | {"seconds": 0} for played in less)
    assert first == second
    assert (json.loads(full.stdout)["budget"], first["budget"]) == (100, 5)
    assert json.loads(full.stdout)["events"] != first["events"]
    assert "levels thought with 5 % of their budgets" in arena(*bots, "--budget", "5").stdout


def test_games_of_one_bot_alone_judge_the_win_chances():
    played = arena(*ALONE, "--games", "3", "--calibration", "--json")
    assert played.exit_code == 0, played.output
    result = json.loads(played.stdout)
    [greedy] = result["bots"]
    # One seating a round: others would be the same game again.
    assert (greedy["games"], greedy["won"], greedy["share"], greedy["rating"]) == (3, *[None] * 3)
    assert "greedy" not in arena(*ALONE, "--games", "1", "--calibration").stdout.split("\n", 1)[1]
    assert sum(each["judgements"] for each in result["calibration"]["bins"]) > 3


def test_people_read_a_table():
    played = arena(*SMALL, "--games", "3", "--sprt", "99")
    assert played.exit_code == 0, played.output
    title, heads, greedy, _random, test = played.stdout.splitlines()
    assert title.startswith("alexandros on tiny: greedy · random; 4 games, ")
    assert heads.split() == ["bot", "games", "won", "share,", "95", "%", "interval", "rating"]
    assert greedy.split()[:3] == ["greedy", "4", "4"]
    assert test == "greedy wins neither clearly 99% nor 89%; play more (errors 5 %)"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess", "greedy", "random"), "'chess' is not one of"),
        (("settlers", "greedy"), "settlers is for 2, 3, 4 seats; 1 bot named."),
        (
            ("alexandros", "greedy", "clever"),
            "No bot 'clever' plays alexandros; there are: easy, medium, hard, random",
        ),
        (ALONE, "Only 'greedy' is named; name another bot to beat, or add --calibration to"),
        ((*ALONE, "--calibration", "--sprt", "50"), "--sprt asks who is stronger; name another"),
        ((*ALONE, "--calibration", "--keep"), "Only figures of one level against greedy bots can"),
        (("alexandros", "greedy", "random", "--board", "x"), "There is no board 'x'; there are:"),
        (("alexandros", "greedy", "no_such:bot"), "'no_such:bot' names no function"),
        ((*SMALL, "--games", "0"), "0 is not in the range"),
        ((*SMALL, "--sprt", "5"), "5.0 is not in the range"),
        ((*SMALL, "--processes", "0"), "0 is not in the range"),
        ((*SMALL, "--keep"), "Only figures of one level against greedy bots can be kept."),
        ((*SMALL, "--budget", "0"), "0 is not in the range"),
        ((*SMALL, "--budget", "25"), "--budget is for easy, medium and hard; no other bot has one"),
        (
            ("alexandros", "easy", "greedy", "--keep", "--budget", "25"),
            "Only figures of full budgets can be kept. Leave out --budget or --keep.",
        ),
        (
            ("alexandros", "easy", "greedy", "--keep", "--sprt", "50"),
            "of a fixed number of games can be kept. Leave out --sprt or --keep.",
        ),
        (("alexandros",), "Missing argument 'BOTS...'"),
    ],
)
def test_a_wrong_match_is_refused_with_a_remedy(arguments: tuple[str, ...], words: str):
    refused = arena(*arguments)
    assert refused.exit_code == 2
    assert words in refused.stderr


def test_a_level_without_weights_is_refused_with_a_remedy(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.operations.arena.matches.level_names", lambda _: ())
    refused = arena("settlers", "hard", "greedy")
    assert refused.exit_code == 2
    assert "No bot 'hard' plays settlers; there are: random" in refused.stderr


def test_ctrl_c_reports_the_rounds_so_far(monkeypatch: pytest.MonkeyPatch):
    def interrupted(match: Match, *_: int) -> Iterator[list[Played]]:
        yield play_round(match, 0)
        raise KeyboardInterrupt

    monkeypatch.setattr("service.operations.commands.arena.rounds", interrupted)
    stopped = arena(*SMALL, "--json")
    assert stopped.exit_code == 130
    assert json.loads(stopped.stdout)["games"] == 2
    assert stopped.stderr == "Error: Stopped by SIGINT.\n"
