"""The command line `anabasis`; commands of other modules are loaded when they are called."""

import ast
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.abc import InspectLoader
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import Any, cast

import click

from service.machine.os_errors import NO_ROOM, plain
from service.machine.this_process import flush_output, load_module
from service.operations.commands.groups import Group
from service.operations.commands.reporting import stopped_by
from service.redis.errors import StoreRefused, StoreUnavailable
from service.run import launcher
from service.settings.config import SETTINGS, Config, log_form
from service.settings.setting import ConfigRefused, Setting
from service.settings.setting_values import host
from service.telemetry import logs

ELSEWHERE = {
    "admin": "service.operations.commands.admin:admin",
    "archive": "service.operations.commands.archive:archive",
    "arena": "service.operations.commands.arena:arena",
    "train": "service.operations.commands.train:train",
    "bot": "service.run.bot:bot",
    "backup": "service.operations.commands.backup:backup",
    "check-upgrade": "service.operations.commands.check_upgrade:check_upgrade",
    "doctor": "service.operations.commands.doctor:doctor",
    "demo": "service.run.demo:demo",
    "keys": "service.operations.commands.admin:keys",
    "move": "service.operations.commands.move:move",
    "openapi": "service.run.web:openapi",
    "records-replay": "service.operations.commands.records_replay:records_replay",
    "play": "service.run.play:play",
    "projections": "service.run.projections:projections",
    "restore": "service.operations.commands.restore:restore",
    "verify": "service.operations.commands.verify:verify",
    "worker": "service.run.projections:worker",
}

PORT = click.IntRange(0, 65_535)
PORT.name = "port"


class CommandGroup(Group):
    """The commands written here and those named in ELSEWHERE."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return their names, in alphabetical order."""
        return sorted({*super().list_commands(ctx), *ELSEWHERE})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name; import its module now."""
        if cmd_name not in ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        module, name = ELSEWHERE[cmd_name].split(":")
        return cast("click.Command", getattr(load_module(module), name))

    def listed(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return a command with the same help: importing all modules would take 0.5 s of CPU."""
        module, _, function = ELSEWHERE.get(name, "").partition(":")
        source = _source(module) if module else None
        if source is None:
            return super().listed(ctx, name)
        return click.Command(name, help=_docstring(source, function))

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; report Ctrl-C and errors of its environment in one line."""
        try:
            _refuse_other_bytes(sys.argv)
            result = super().invoke(ctx)
            flush_output()
        except ConfigRefused as error:  # code 2, as for a wrong option: 1 has a meaning in commands
            raise _ending(click.UsageError(str(error))) from error
        except (StoreRefused, StoreUnavailable) as error:
            raise _ending(click.ClickException(readable(str(error)))) from error
        except click.ClickException as error:
            raise _ending(error) from error
        except KeyboardInterrupt as interrupt:
            raise stopped_by(signal.SIGINT) from interrupt
        except OSError as error:
            if error.errno not in NO_ROOM:
                raise
            text = f"Nothing more can be written: {plain(error)}."
            raise _ending(click.ClickException(text)) from error
        return result


def _source(module: str) -> str | None:
    """Return the source of a module; None where only its bytecode is installed."""
    spec = find_spec(module)
    assert spec
    return cast("InspectLoader", spec.loader).get_source(module)


def _docstring(source: str, function: str) -> str | None:
    """Return the docstring of a function in the source of its module."""
    parts = ast.parse(source).body
    found = (each for each in parts if isinstance(each, ast.FunctionDef) and each.name == function)
    return ast.get_docstring(next(found))


def _refuse_other_bytes(arguments: Sequence[str]) -> None:
    """Refuse an argument that is not UTF-8, as the store and gunicorn do not accept it."""
    for argument in map(os.fsencode, arguments):
        try:
            argument.decode()
        except UnicodeDecodeError:
            shown = ascii(argument)[2:-1]
            refusal = f"The argument {shown} is not UTF-8: give it another name."
            raise click.UsageError(refusal) from None


def _ending(error: click.ClickException) -> BaseException:
    """Return the exception that ends a command; click reports it unless a line of JSON does."""
    if not logs.ends_in_json():
        return error
    logs.tell_end(error.format_message())
    return SystemExit(error.exit_code)


class WithVariables(click.Command):
    """A command whose help ends with the variables it reads."""

    def format_epilog(
        self,
        ctx: click.Context,  # noqa: ARG002 (click's own signature)
        formatter: click.HelpFormatter,
    ) -> None:
        """Write each variable with its meaning and default."""
        with formatter.section("Variables (an option overrides its variable)"):
            formatter.write_dl([(_names(each), _meaning(each)) for each in SETTINGS.values()])


def _names(setting: Setting) -> str:
    return f"{setting.variable} or {setting.also}" if setting.also else setting.variable


def _meaning(setting: Setting) -> str:
    return f"{setting.meaning.replace('`', '')}  [default: {setting.shown}]"


@click.group(cls=CommandGroup)
@click.version_option(package_name="anabasis", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Turn-based board games over the web, each a record of events."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a locale may lack our dashes and dots
    logs.install(_log_form(ctx.invoked_subcommand))


def _log_form(command: str | None) -> logs.Form:
    """Return the form of the log; `doctor` reports a wrong one as any other setting."""
    try:
        return log_form(os.environ)
    except ConfigRefused:
        if command != "doctor":
            raise
        return "text"


@main.command(cls=WithVariables)
@click.option("--port", type=PORT, help="Port to listen on; 0: any free one.")
@click.option(
    "--host", type=host, help="Address to listen on; 0.0.0.0: every network of this machine."
)
@click.option("--data", type=click.Path(path_type=Path), help="The folder of the games.")
@click.option("--workers", type=click.IntRange(1, 64), help="Number of web processes.")
def run(**options: Any) -> None:
    """Start the server, the web service and the worker; Ctrl-C stops them all.

    \b
    anabasis run                      http://127.0.0.1:8000, games kept in var/
    anabasis run --port 8001          another port
    anabasis run --data ~/games       another folder
    ANABASIS_REDIS_URL=redis://db:6379 anabasis run
                                      your own Redis or Valkey server

    Everything is kept when it stops, whether by Ctrl-C or a power cut: the next start finds every
    game. A server of your own is refused without `appendonly yes` and `maxmemory-policy
    noeviction`; without `appendfsync always` it is used with a warning.

    After an update of the code, SIGUSR2 restarts web processes and workers. No request is refused
    meanwhile, and streams come back by themselves.
    """
    stated = {name: value for name, value in options.items() if value is not None}
    try:
        config = replace(Config.from_environment(), **stated)
        launcher.run(config, say=logs.teller(config.log, _say))
    except launcher.LaunchFailed as error:
        raise click.ClickException(readable(str(error))) from error


def _say(text: str) -> None:
    click.echo(readable(text))


def readable(text: str) -> str:
    """Return a text in which bytes of paths that the locale cannot decode are read as UTF-8."""
    return text.encode(errors="surrogateescape").decode(errors="backslashreplace")


if __name__ == "__main__":
    main()
