"""Sixty wrong inputs of `anabasis admin`: each is refused in one line, and nothing is logged."""

import pytest
from click.testing import CliRunner

from service.run.cli import main
from service.store.redis_store import RedisStore

NOBODY = "p0123456789abcdef"
NO_GAME = "k3v9x2m7q4w8z6t5"
WHY = ("--reason", "Why.")
ON_PLAYERS = ("mute", "unmute", "rename", "remove-handle", "link", "resume", "unban", "forget")
ON_GAMES = ("reopen", "unlist", "list")

WRONG: list[tuple[tuple[str, ...], str]] = [
    *(((verb, NOBODY), "There is no player") for verb in ON_PLAYERS),
    *(((verb, "Nobody at all"), "There is no player") for verb in ON_PLAYERS),
    *(((verb, "@nobody"), "There is no player") for verb in ON_PLAYERS[:4]),
    *(((verb, NO_GAME), "There is no game") for verb in ON_GAMES),
    *(((verb, ""), "There is no game") for verb in ON_GAMES),
    (("close", NO_GAME, *WHY), "There is no game"),
    (("close", NO_GAME), "Missing option '--reason'"),
    (("close", NO_GAME, "--reason", " "), "must not be blank"),
    (("close", NO_GAME, "--reason", 201 * "x"), "at most 200 characters"),
    (("close", NO_GAME, "--reason", "a\u202eb"), "U+202E"),
    (("suspend", NOBODY, *WHY), "There is no player"),
    (("suspend", NOBODY), "Missing option '--reason'"),
    (("suspend", NOBODY, *WHY, "--days", "0"), "0 is not in the range"),
    (("suspend", NOBODY, *WHY, "--days", "367"), "367 is not in the range"),
    (("suspend", NOBODY, *WHY, "--days", "a week"), "'a week' is not a valid integer"),
    (("suspend", NOBODY, "--reason", ""), "must not be blank"),
    (("suspend",), "Missing argument 'PLAYER'"),
    (("ban", NOBODY, *WHY), "There is no player"),
    (("ban", NOBODY), "Missing option '--reason'"),
    (("ban", NOBODY, *WHY, "--days", "-1"), "-1 is not in the range"),
    (("ban", NOBODY, *WHY, "--for", "7"), "No such option '--for'"),
    (("ban-network", "203.0.113.0/24", *WHY), "is no network"),
    (("ban-network", "all", *WHY), "is no network"),
    (("ban-network", "", *WHY), "is no network"),
    (("ban-network", "2001:db8::/48", *WHY), "is no network"),
    (("ban-network", "203.0.113.7", *WHY, "--days", "91"), "91 is not in the range"),
    (("ban-network", "203.0.113.7"), "Missing option '--reason'"),
    (("ban-network", "n0123456789abcdef", *WHY), "give the network itself"),
    (("unban-network", "n123"), "is no network"),
    (("unban-network",), "Missing argument 'NETWORK'"),
    (("role", NOBODY, "host"), "There is no player"),
    (("role", NOBODY, "king"), "'king' is not one of 'host', 'moderator', 'none'"),
    (("role", NOBODY), "Missing argument"),
    (("resolve", "game-x", "acted"), "Nobody has reported"),
    (("resolve", "move-x", "acted"), "Nobody has reported"),
    (("resolve", "game-x", "perhaps"), "'perhaps' is not one of 'acted', 'nothing'"),
    (("resolve", "game-x"), "Missing argument"),
    (("reports", "now"), "unexpected extra argument"),
    (("reports", "--xml"), "No such option"),
    (("networks", "all"), "unexpected extra argument"),
    (("mute", NOBODY, "--by", ""), "must not be blank"),
    (("mute", NOBODY, "--by", "E\x1b[2K"), "U+001B"),
    (("mute", NOBODY, NOBODY), "unexpected extra argument"),
    (("hang", NOBODY), "No such command 'hang'"),
    (("invite", "revoke", "nothing"), "There is no invitation"),
    (("invite", "new", "--uses", "0"), "0 is not in the range"),
]


def test_there_are_sixty_of_them():
    assert len(WRONG) >= 60


@pytest.mark.parametrize(("words", "told"), WRONG, ids=str)
def test_a_wrong_input_is_refused_in_one_line_that_names_it(
    real_store: RedisStore, redis_url: str, words: tuple[str, ...], told: str
):
    environment = {"ANABASIS_REDIS_URL": redis_url, "COLUMNS": "200"}
    refused = CliRunner().invoke(main, ["admin", *words], env=environment)
    assert refused.exit_code in (1, 2), refused.output
    assert refused.stdout == ""
    # The command line's own refusals show the usage above their line.
    lines = [line for line in refused.stderr.splitlines() if line.startswith("Error: ")]
    assert len(lines) == 1, refused.stderr
    assert told in lines[0]
    assert refused.stderr.splitlines()[-1] == lines[0]
    assert real_store.client.exists("{admin}:log") == 0
