"""No kind of secret stays in a line of the log, wherever it stands."""

import re
from collections.abc import Iterator
from re import _constants as parts  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from service.people.devices import new_token
from service.telemetry import redaction
from service.telemetry.redaction import LONGEST, hide, own_secrets, redacted, redacted_fields

SECRET = "s3cr3tS3CR3T"
LONG = "bR7" + "x_-9" * 10
"""As long as ``secrets.token_urlsafe(32)``."""


@pytest.mark.parametrize(
    "line",
    [
        f"redis://:{SECRET}@db.example:6379/0",
        f"redis+cluster://ada:{SECRET}@a:1,b:2",
        f"redis+sentinel://one:1/games?sentinel_password={SECRET}&x=1",
        f"smtp://ada:p@{SECRET}@mail.example:587",
        f"{{'Authorization': 'Bearer {SECRET}'}}",
        f"Authorization: Basic {SECRET}==",
        f"bearer {SECRET}",
        f"Cookie: anabasis=1; other={SECRET}",
        f"{{'Set-Cookie': 'anabasis={SECRET}; Path=/'}}",
        f"HTTP_COOKIE={SECRET}",
        f'{{"password": "{SECRET}", "name": "Ada"}}',
        f'{{"password": "correct {SECRET}", "name": "Ada"}}',
        f'{{"body": "{{\\"password\\": \\"correct {SECRET}\\"}}"}}',
        f"Config(backup_passphrase='{SECRET}')",
        f"Config(backup_passphrase='correct {SECRET}')",
        f"ANABASIS_BACKUP_PASSPHRASE={SECRET}",
        f"GET /api/v1/games/abcd?join_code={SECRET}&at=3",
        f"GET /api/v1/games/abcd%3Fjoin_code%3D{SECRET}",
        f"GET /api/v1/games/abcd%26code%3D{SECRET}",
        f"GET /api/v1/games/abcd%253Fcode%253D{SECRET}",
        f"GET /api/v1/games/abcd%2526join_code%253D{SECRET}",
        f"GET /api/v1/games/abcd?join%5Fcode={SECRET}",
        f"GET /api/v1/games/abcd?join_code%20%3D%20{SECRET}",
        f"GET /api/v1/games/%7B%22join_code%22%3A%22{SECRET}%22%7D",
        f"https://games.example/account#sign-in={SECRET}",
        f"http://127.0.0.1:8000/account#confirm={SECRET}",
        f"/?code={SECRET}",
        f"https://push.example/wpush/v2/{SECRET}",
        f"https://hooks.example:8443/services/{SECRET}?x",
        f"{{'endpoint': '{SECRET}', 'p256dh': '{SECRET}', 'auth': 1}}",
        f"/feeds/{SECRET}/turns.atom",
        f"/unsubscribe/{SECRET}",
        f"to {SECRET}@mail.example: refused",
        f"to {SECRET}%40mail.example: refused",
        f"GET /players?mail={SECRET}%40mail.example",
        f"token={SECRET}",
        f"smtp://ada:{SECRET}{'x' * 400}@mail.example",
        f"to {SECRET}{'x' * 80}@mail.example: refused",
        f"token={'|' * 40}'correct {SECRET}'".replace("|", chr(92)),
    ],
)
def test_a_secret_does_not_stay(line: str) -> None:
    assert SECRET not in redacted(line)
    assert SECRET not in redacted(f"ValueError({line!r})\n")
    assert SECRET not in str(redacted_fields({"path": line, "more": [{"deep": line}]}))


@pytest.mark.parametrize(
    "word",
    [LONG, new_token(), "ana_short-token", "anas_p1_short", "anai_6cd3_short"],
    ids=["link", "new", "short", "scoped", "invitation"],
)
def test_a_token_does_not_stay_whatever_stands_around_it(word: str) -> None:
    for line in (word, f"deliver {word}.", f"KeyError: '{word}'", f"/x/{word}/y"):
        assert word not in redacted(line)


@pytest.mark.parametrize(
    "line",
    [
        "game abcdefghijklmnop: the record breaks at version 12: hash",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "the worker ended with code -9; starting it again",
        "Play http://127.0.0.1:8000/ API http://127.0.0.1:8000/docs",
        "redis://db.example:6379 does not answer",
        "GET /api/v1/games/abcdefghijklmnop/moves?limit=9",
    ],
)
def test_what_a_host_needs_stays(line: str) -> None:
    assert redacted(line) == line


def test_of_addresses_the_host_stays() -> None:
    assert redacted("ada@mail.example: refused") == "…@mail.example: refused"
    assert (
        redacted("POST https://push.example/abc got 410") == "POST https://push.example/… got 410"
    )


def test_the_passwords_of_this_process_do_not_stay_whoever_repeats_them() -> None:
    settings = {
        "ANABASIS_REDIS_URL": "redis+cluster://:of-store%21@a:1,b:2",
        "ANABASIS_SMTP_URL": "smtp://ada:of-mails@mail.example",
        "ANABASIS_BACKUP_PASSPHRASE": "of backups",
        "ANABASIS_HOST": "127.0.0.1",
        "AWS_ACCESS_KEY_ID": "who it is",
        "AWS_SECRET_ACCESS_KEY": "of buckets",
        "AWS_SESSION_TOKEN": "of sessions",
        "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20of-traces, x-key=of-others",
    }
    secrets = own_secrets(settings)
    of_store = {"of-store%21", "of-store!"}
    of_others = {"of-mails", "of backups", "of buckets", "of sessions", "of-traces", "of-others"}
    assert set(secrets) == of_store | of_others
    hide(secrets)
    try:
        assert redacted("530 of-mails, of-store! of backups") == "530 …, … …"
    finally:
        hide(())


@pytest.mark.parametrize("name", ["token", "smtp_password", "Authorization", "cookie", "email"])
def test_a_field_with_the_name_of_a_secret_does_not_stay(name: str) -> None:
    fields = redacted_fields({name: SECRET, "seat": 1, "more": {name: [SECRET]}})
    assert fields == {name: "…", "seat": 1, "more": {name: "…"}}


PATTERNS = [redaction._ADDRESS, redaction._TOKEN, *(pattern for pattern, _ in redaction._RULES)]
REPEATS = (parts.MAX_REPEAT, parts.MIN_REPEAT, parts.POSSESSIVE_REPEAT)
FEW = 16


def steps_in(tree: Any, around: tuple[Any, ...] = ()) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """Yield each part of a parsed pattern with its argument and the repeats around it."""
    for kind, argument in tree:
        yield kind, argument, around
        within = (*around, argument) if kind in REPEATS else around
        inner = argument if isinstance(argument, (list, tuple)) else [argument]
        for each in inner:
            for branch in each if isinstance(each, list) else [each]:
                if isinstance(branch, _parser.SubPattern):
                    yield from steps_in(branch, within)


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.pattern[:30])
def test_no_pattern_takes_longer_than_the_length_of_a_line_asks_for(pattern: re.Pattern[str]):
    """By its form: no part of a line is read again and again from each of its characters."""
    tree = _parser.parse(pattern.pattern, pattern.flags)
    widths: dict[int, int] = {}
    for kind, argument, around in steps_in(tree):
        if kind is parts.SUBPATTERN and argument[0]:
            widths[argument[0]] = argument[-1].getwidth()[1]
        if kind is parts.GROUPREF:
            assert widths[argument] <= FEW, "a long group is compared at each character"
        if kind in REPEATS:
            _, most, _ = argument
            endless = [each for each in around if each[1] is parts.MAXREPEAT]
            assert not (endless and most is parts.MAXREPEAT), "a repeat within a repeat"
            assert most <= FEW or most is parts.MAXREPEAT, "as long for each character"
    (first, argument), *_ = tree
    assert first not in REPEATS, "it begins anywhere in a word"
    if first is parts.SUBPATTERN:
        assert argument[-1][0][0] not in REPEATS or argument[-1][0][1][1] <= FEW


def test_of_a_line_without_end_the_beginning_is_kept_and_no_part_of_a_word():
    line = f"{'word ' * (LONGEST // 5 - 1)}{LONG} {'x' * LONGEST}"
    shown = redacted(line)
    assert len(shown) < LONGEST + 50
    assert shown.startswith("word word")
    assert LONG[:4] not in shown
    assert re.search(r"… \(\d+ more characters\)$", shown)
    assert redacted("x" * 2 * LONGEST) == f" … ({2 * LONGEST} more characters)"
