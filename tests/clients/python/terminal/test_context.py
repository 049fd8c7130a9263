"""Whatever ends a command is told in one line, with an exit code."""

import pytest

from clients.python import ChainBroken
from clients.python.chain import LastSeen
from clients.python.terminal import exit_codes
from clients.python.terminal.context import Ending, endings


def test_an_event_that_is_not_to_be_trusted_ends_in_one_line() -> None:
    with pytest.raises(Ending) as ending, endings():
        raise ChainBroken(LastSeen(), {"version": "2\n\x1b[2J"}, "its hash is wrong")
    assert ending.value.exit_code == exit_codes.REFUSED
    assert "its hash is wrong" in ending.value.message
    assert "\n" not in ending.value.message
    assert "\x1b" not in ending.value.message
