"""`anabasis admin` on a real server: one line a refusal, and running processes obey at once."""

import json
import subprocess

import pytest

from service.moderation.log import AdminLog
from service.store.redis_store import RedisStore
from tests.programs import ANABASIS
from tests.service.api import BASE, Api
from tests.waiting import eventually


@pytest.fixture
def game(api: Api) -> str:
    ada, bob = api.person("Ada"), api.person("Bob")
    game = api.game(ada, bob)
    api.move(game, ada)
    return game


def test_a_running_process_obeys_a_close_and_a_reopening_at_once(api: Api, game: str, admin):
    ada, _ = api.people
    assert "closed" not in api.view(game)
    closed = admin("close", game, "--reason", "Under  review.", "--by", "Eve")
    assert (closed.exit_code, closed.output) == (0, f"The game {game} is closed.\n")
    eventually(lambda: api.view(game).get("closed", {}).get("reason") == "Under review.")
    assert api.act(game, ada, "resign", {}).json["code"] == "game_closed"
    again = admin("close", game, "--reason", "Under review.").output
    assert again.endswith(" is closed. It already was; nothing new was logged.\n")
    assert admin("reopen", game).exit_code == 0
    eventually(lambda: "closed" not in api.view(game))
    assert api.act(game, ada, "resign", {}).status_code == 201


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("Eve\x1b[2K", "U+001B is not a printable character"),
        ("\u202eEve", "U+202E RIGHT-TO-LEFT OVERRIDE changes"),
        ("\u3164", "U+3164 HANGUL FILLER is invisible"),
        ("E" + 32 * "\u0336", "COMBINING LONG STROKE OVERLAY is one mark too many"),
        (201 * "E", "at most 200 characters"),
    ],
)
def test_a_name_that_would_not_be_seen_as_it_is_does_not_go_into_the_log(
    game: str, admin, name: str, remedy: str
):
    refused = admin("unlist", game, "--by", name)
    assert refused.exit_code == 2
    assert remedy in refused.output
    assert admin("unlist", game, "--by", "Eve\n2  now  Bob").exit_code == 0
    assert len(admin("log").stdout.splitlines()) == 1


@pytest.mark.parametrize("name", ["", "  "])
def test_a_blank_name_is_refused(game: str, admin, name: str):
    refused = admin("unlist", game, "--by", name)
    assert (refused.exit_code, "must not be blank" in refused.stderr) == (2, True)
    assert admin("log").stdout == ""


def test_the_log_is_printed_as_json_and_verified_at_once(game: str, admin):
    admin("unlist", game)
    both, plain = admin("log", "--json", "--verify"), admin("log", "--json")
    assert (both.exit_code, both.stdout) == (0, plain.stdout)
    assert both.stderr == admin("log", "--verify").stdout


def test_the_log_shows_who_did_what_to_what_and_why(game: str, admin):
    admin("close", game, "--reason", "Under review.", "--by", "Eve")
    admin("unlist", game)
    shown = admin("log").stdout.splitlines()
    assert shown[0].split("  ")[2:] == ["Eve", "game_closed", game, "Under review."]
    assert "@" in shown[1].split("  ")[2]
    assert admin("show").stdout.splitlines() == shown
    lines = [json.loads(line) for line in admin("log", "--json").stdout.splitlines()]
    assert [line["number"] for line in lines] == [1, 2]
    verified = admin("log", "--verify")
    assert (verified.exit_code, verified.stdout.split(".")[0]) == (0, "2 entries hold")
    assert lines[1]["hash"] in verified.stdout


def test_another_reason_for_the_same_is_printed_and_logged(game: str, admin):
    admin("close", game, "--reason", "Under review.")
    again = admin("close", game, "--reason", "A complaint.")
    assert again.output == f"The game {game} is closed. It already was; only the reason changed.\n"
    assert [line.split("  ")[-1] for line in admin("log").stdout.splitlines()] == [
        "Under review.",
        "A complaint.",
    ]


@pytest.mark.parametrize(
    ("words", "none"),
    [(("show",), "Nothing is in force.\n"), (("log",), "No action is recorded.\n")],
)
def test_that_there_is_no_entry_is_shown_beside_the_output(
    admin, words: tuple[str, ...], none: str
):
    shown = admin(*words)
    assert (shown.exit_code, shown.stdout, shown.stderr) == (0, "", none)


def test_an_empty_log_as_json_has_no_lines(admin):
    assert admin("log", "--json").output == ""


def test_one_entry_is_shown_in_the_singular(game: str, admin):
    admin("unlist", game)
    assert admin("log", "--verify").stdout.startswith("1 entry holds. ")


def test_a_changed_log_is_named_with_its_entry(game: str, admin, real_store: RedisStore):
    admin("close", game, "--reason", "Under review.", "--by", "Eve")
    [[_, fields]] = real_store.client.xrange("{admin}:log")
    real_store.client.delete("{admin}:log")
    forged = fields[b"e"].replace(b"Eve", b"Bob")
    real_store.client.xadd("{admin}:log", {"e": forged, "h": fields[b"h"]}, id="1-0")
    found = admin("log", "--verify")
    assert found.exit_code == 1
    assert (
        found.stderr == "Error: The log breaks at entry 1: it does not have the hash it states.\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ("close", "nosuchgame", "--reason", "Why."),
        ("reopen", "nosuchgame"),
        ("unlist", "nosuchgame"),
        ("list", "nosuchgame"),
        ("mute", "nobody"),
        ("unmute", "nobody"),
        ("forget", "nobody", "--yes"),
        ("role", "nobody", "host"),
        ("role", "nobody", "none"),
        ("link", "nobody"),
        ("rename", "nobody"),
        ("remove-handle", "nobody"),
    ],
)
def test_an_unknown_game_or_player_is_one_line_and_logs_nothing(admin, words: tuple[str, ...]):
    refused = admin(*words)
    assert refused.exit_code == 1
    assert refused.stderr.startswith("Error: There is no ")
    assert repr(words[1]) in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert admin("log").stdout == ""


def test_the_first_host_is_named_by_name_handle_or_id(api: Api, game: str, admin):
    ada, _ = api.people
    assert admin("role", "ada", "host").output == f"The player {ada.player_id} is host now.\n"
    assert api.get("/me", ada)["role"] == "host"
    assert admin("role", ada.player_id, "none", "--reason", "Left.").exit_code == 0
    assert api.get("/me", ada)["role"] is None
    shown = [line.split("  ")[3:5] for line in admin("log").stdout.splitlines()]
    assert shown == [["player_made_host", ada.player_id], ["player_role_ended", ada.player_id]]


def test_a_link_signs_its_player_in_once_and_is_logged_without_its_secret(
    api: Api, game: str, admin
):
    ada, _ = api.people
    made = [admin("link", "Ada", "--by", "Eve") for _ in range(2)]
    for each in made:
        assert ada.player_id in each.stderr
        address, code = each.stdout.strip().split("#transfer=")
        assert address.startswith("http")
        browser = api.app.test_client()
        browser.post(f"{BASE}/session", json={"transfer": code})
        assert browser.get(f"{BASE}/me").json["player_id"] == ada.player_id
        assert browser.post(f"{BASE}/session", json={"transfer": code}).status_code == 401
        assert code not in admin("log", "--json").stdout
    shown = [line.split("  ")[2:5] for line in admin("log").stdout.splitlines()]
    assert shown == 2 * [["Eve", "player_link_made", ada.player_id]]
    assert admin("show").stdout == ""


@pytest.mark.parametrize("command", ["rename", "remove-handle"])
def test_a_name_or_handle_that_is_not_there_is_one_line(api: Api, game: str, admin, command: str):
    admin("mute", "Ada")
    refused = admin(command, api.people[0].player_id)
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert len(admin("log").stdout.splitlines()) == 1


def test_a_name_of_several_players_does_nothing(api: Api, game: str, admin):
    twin = api.person("Ada")
    for words in (
        ("mute", "Ada"),
        ("forget", "Ada", "--yes"),
        ("role", "Ada", "host"),
        ("link", "Ada"),
    ):
        refused = admin(*words)
        assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
        assert twin.player_id in refused.stderr
    assert admin("log").stdout == ""


@pytest.mark.parametrize("role", ["", "Host", "HOST ", "admin", "null"])
def test_another_role_is_refused(api: Api, game: str, admin, role: str):
    refused = admin("role", "Ada", role)
    assert (refused.exit_code, "is not one of" in refused.stderr) == (2, True)
    assert admin("log").stdout == ""


@pytest.mark.parametrize("reason", ["", "  ", "a" * 201, "two\x07bells"])
def test_a_reason_that_players_could_not_read_is_refused(game: str, admin, reason: str):
    assert admin("close", game, "--reason", reason).exit_code == 2
    assert admin("log").stdout == ""


def test_forgetting_shows_first_what_would_go_and_stay(api: Api, game: str, admin):
    ada, _ = api.people
    told = admin("forget", ada.player_id)
    assert told.exit_code == 0
    assert "name 'Ada'" in told.stdout
    assert "Nothing was done" in told.stdout
    assert admin("log").stdout == ""
    for _ in range(2):
        assert admin("forget", ada.player_id, "--yes").exit_code == 0
    assert api.view(game)["seats"][0]["forgotten"]
    assert len(admin("log").stdout.splitlines()) == 1


@pytest.mark.parametrize("words", [("admin", "rotate-keys"), ("keys", "--rotate")])
def test_both_ways_to_rotate_the_keys_are_logged(admin, words: tuple[str, ...]):
    [before] = admin(command="keys").stdout.splitlines()
    assert admin(*words[1:], command=words[0]).exit_code == 0
    assert admin(command="keys").stdout.splitlines()[0] == before
    [line] = admin("log").stdout.splitlines()
    assert line.split("  ")[3:] == ["keys_rotated", before.split("  ")[0]]


def test_the_help_teaches_every_action(admin):
    shown = admin("--help").stdout
    for name in ("close", "reopen", "unlist", "list", "mute", "unmute", "forget", "rotate-keys"):
        assert f"  {name} " in shown
    assert "..." not in shown.partition("Commands:")[2]
    assert "409" in admin("close", "--help").stdout


@pytest.mark.parametrize(("reason", "told"), [("Under review", "Under review."), ("Why?", "Why?")])
def test_a_reason_ends_as_a_sentence_as_another_follows_it(
    game: str, admin, reason: str, told: str
):
    assert admin("close", game, "--reason", reason).exit_code == 0
    assert f"  {told}\n" in admin("show").output


def test_an_entry_of_an_older_release_is_printed_so_that_nothing_in_it_works(
    real_store: RedisStore, admin
):
    AdminLog(real_store.client).append("game_closed", "abc", "Why\x1b[2K\n\u202e", "Eve")
    [line] = admin("log").stdout.splitlines()
    assert line.endswith(r"Why\x1b[2K\n\u202e")


def test_an_argument_that_is_not_utf_8_is_refused_in_one_line():
    words = [ANABASIS, "admin", "close", b"\xff"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    refusal = r"Error: The argument \xff is not UTF-8: give it another name."
    assert done.stderr.splitlines()[-1] == refusal
