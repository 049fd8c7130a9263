"""The terminal's commands in the test's own process, on a transport in a server's place."""

import httpx
import pytest
from click.testing import CliRunner, Result

from clients.python import Anabasis, Patience
from clients.python.terminal import context
from clients.python.terminal.commands import terminal


def run(
    monkeypatch: pytest.MonkeyPatch,
    transport: httpx.BaseTransport,
    words: str | list[str],
    token: str | None = None,
    typed: str = "",
) -> Result:
    """Run a command to its end."""

    def client(address: str, token: str | None) -> Anabasis:
        patience = Patience(retries=0, sleep=lambda _: None)
        return Anabasis(address, token, transport=transport, patience=patience)

    monkeypatch.setattr(context, "Anabasis", client)
    environment = {"ANABASIS_TOKEN": token}
    split = words if isinstance(words, list) else words.split()
    return CliRunner().invoke(
        terminal, split, input=typed, env=environment, prog_name="anabasis-client"
    )
