"""Log lines: input from a client can neither forge one nor steer the terminal it is read on."""

import logging
from collections.abc import Iterator
from io import StringIO

import pytest

from tests.service.telemetry.written import written_by


@pytest.fixture
def written() -> Iterator[StringIO]:
    with written_by("tests.logs", logging.Formatter("%(levelname)s %(message)s")) as lines:
        yield lines


def test_a_line_feed_in_a_path_begins_no_line(written: StringIO) -> None:
    logging.getLogger("tests.logs").error("GET %s", "/x\n2026-01-01 ERROR forged\r\n")
    assert written.getvalue() == "ERROR GET /x\\n2026-01-01 ERROR forged\\r\\n\n"


@pytest.mark.parametrize("sent", ["\x1b[2J", "\x00", "\x7f", "\x9b", "\u2028", "\u202e", "\ud800"])
def test_control_and_invisible_characters_are_written_out(written: StringIO, sent: str) -> None:
    logging.getLogger("tests.logs").error("GET /%s", sent)
    line = written.getvalue()
    assert sent not in line
    assert line.removesuffix("\n").isprintable()
    assert sent.encode("unicode_escape").decode() in line


def test_letters_of_all_languages_stay(written: StringIO) -> None:
    logging.getLogger("tests.logs").error("Ἀλέξανδρος, Åse, „Größe“, 🎲")
    assert written.getvalue() == "ERROR Ἀλέξανδρος, Åse, „Größe“, 🎲\n"


def test_a_traceback_cannot_pass_for_lines_of_the_log(written: StringIO) -> None:
    fault = ValueError("bad\nERROR forged\x1b[2J")
    logging.getLogger("tests.logs").error("broken", exc_info=fault)
    first, *rest = written.getvalue().splitlines()
    assert first == "ERROR broken"
    assert all(line.startswith("    ") for line in rest)
    assert any("ERROR forged\\x1b[2J" in line for line in rest)


@pytest.mark.parametrize("name", ["feeds", "unsubscribe"])
def test_a_secret_in_a_path_is_not_written(written: StringIO, name: str) -> None:
    path = f"/play/{name}/s3cr-e_t/turns.atom?x=1"
    logging.getLogger("tests.logs").error("GET %s", path, exc_info=ValueError(path))
    assert "s3cr" not in written.getvalue()
    assert f"ERROR GET /play/{name}/…/turns.atom?x=1" in written.getvalue()
