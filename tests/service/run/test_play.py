"""`anabasis play`: the library's terminal, on the service that runs here."""

import pytest
from click.testing import CliRunner

from service.run import play


def test_the_terminal_is_on_the_service_running_here_by_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play, "running_service", lambda _: "http://127.0.0.1:9")
    unset = {"ANABASIS_TOKEN": None, "ANABASIS_SERVER": None}
    environment = {"XDG_CONFIG_HOME": "/nowhere", **unset}
    ended = CliRunner().invoke(play.play, ["nosuchgame"], env=environment)
    assert ended.exit_code == 3
    assert "You have no account on http://127.0.0.1:9 here" in ended.output
