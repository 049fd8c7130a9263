"""A host of the service that sends real mails, for tests that need one of their own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.clusters import free_ports
from tests.service import running
from tests.service.notices.mailboxes import Mailbox


@contextmanager
def mailing_host(folder: Path, mailbox: Mailbox, name: str, **more: str) -> Iterator[str]:
    """Run the service under a name of this machine; yield its address."""
    [port] = free_ports(1)
    address = f"http://{name}:{port}"
    settings = {
        "ANABASIS_DATA": str(folder / "var"),
        "ANABASIS_WORKERS": "1",
        "ANABASIS_RATE_LIMIT": "off",
        "ANABASIS_PORT": str(port),
        "ANABASIS_URL": f"{address}/",
        "ANABASIS_SMTP_URL": mailbox.url,
        "ANABASIS_MAIL_FROM": "Anabasis <no-reply@games.example>",
        **more,
    }
    with running.running(folder / "log", running.COMMAND, **settings) as run:
        assert run.address
        yield address
