"""`anabasis play`: the library's terminal, on the service that runs here."""

import pytest
from click.testing import CliRunner

from service.run import play


def test_the_terminal_is_on_the_service_running_here_by_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play, "running_service", lambda _: "http://127.0.0.1:9")
    ended = CliRunner().invoke(play.play, ["nosuchgame"], env={"XDG_CONFIG_HOME": "/nowhere"})
    assert ended.exit_code == 3
    assert "You have no account on http://127.0.0.1:9 here" in ended.output
