"""The command ``anabasis doctor``: possible problems, each with its remedy."""

import os
from collections.abc import Iterator

import click

from service.operations.commands.reporting import report_end
from service.operations.doctor.archive import check_archive, check_games_outside
from service.operations.doctor.findings import SEVERITY, Finding, error, ok
from service.operations.doctor.machine import check_machine
from service.operations.doctor.packages import check_packages
from service.operations.doctor.server import check_server
from service.operations.doctor.service import check_service
from service.operations.doctor.settings import check_settings
from service.operations.doctor.stopped_folder import check_cold
from service.server.data_folder import running_url
from service.server.folder_owner import FolderUnreadable
from service.settings.config import Config
from service.settings.setting import ConfigRefused
from service.store.configured_store import name_of
from service.store.redis_store import RedisStore


@click.command()
@click.option("--quiet", is_flag=True, help="Show warnings and errors only.")
def doctor(quiet: bool) -> None:
    """Check configuration, rights, clocks, disk, memory, versions, servers and workers.

    \b
    anabasis doctor                      one line for each thing, with a remedy where it needs one
    anabasis doctor --quiet || mail …    warnings and errors only

    It changes nothing, except that it writes an object to the archive, reads it back and deletes
    it. For a stopped data folder it starts a server on a copy. The exit code is 0 if all is well, 1
    after warnings, and 2 after errors, which lose games or keep people from them.
    """
    worst = 0
    with report_end("nothing was changed"):
        for finding in _findings():
            worst = max(worst, SEVERITY[finding.level])
            if not quiet or finding.level != "ok":
                click.echo(str(finding))
    raise SystemExit(worst)


def _findings() -> Iterator[Finding]:
    try:
        config = Config.from_environment()
    except ConfigRefused as refusal:
        yield Finding("error", "configuration", str(refusal))
        return
    yield from check_packages()
    yield from check_settings(config, os.environ)
    yield from check_machine(config, os.environ)
    try:
        url = config.redis_url or running_url(config.data)
    except FolderUnreadable as refusal:
        yield error("server", f"it cannot be looked for: {refusal.text}", refusal.remedy)
        return
    store = RedisStore.of_url(url, config.replicas) if url else None
    yield from check_service(config, store)
    yield from check_archive(config)
    # No server runs that could be asked, so one is started on a copy of the folder.
    if url is None or store is None:
        yield ok("server", "the embedded one is stopped")
        yield from check_cold(config.data)
        return
    yield from check_server(store, name_of(config), url)
    yield from check_games_outside(config, store)
