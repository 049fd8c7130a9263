"""The commands ``anabasis projections`` and ``anabasis worker``."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial

import click

from service.context import Services, services_over
from service.game.directory_upkeep import DirectoryUpkeep
from service.heads.recorder import HeadRecorder
from service.machine import companions
from service.machine.stop_signals import StopSignals, run_until_stopped
from service.machine.this_process import name_process
from service.moderation.idle_accounts import IdleAccounts
from service.notices.work import shared_notices
from service.operations.archive.progress import followers, lag, shares, summary, total
from service.operations.archive.work import Archive
from service.operations.commands.groups import Group
from service.operations.doctor.archive import warn_of_archive
from service.operations.verifier.verifier import Verifier
from service.readmodels.generations import Superseded
from service.readmodels.read_models import ReadModels, rebuild
from service.readmodels.renewal import Renewal
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.redis.leases import Leases
from service.redis.retirement import RetirementNotice
from service.redis.shards import SHARDS
from service.run import readiness
from service.run.metrics_endpoint import MetricsUnavailable, metrics_of
from service.settings.config import Config
from service.store.broken_games import BrokenRecords
from service.store.configured_store import name_of, open_store
from service.store.installation import installation_key
from service.store.redis_store import RedisStore
from service.store.schema import begin_writing
from service.telemetry.counting import count_from_now_on, flush
from service.telemetry.tracing import TracingUnavailable, trace_from_now_on
from service.texts import name_house
from service.worker.deadlines import deadlines_of
from service.worker.nursery import Nursery
from service.worker.process_gauges import sample
from service.worker.store_survey import Survey
from service.worker.thinkers import THINKER, Thinkers, Thinking
from service.worker.worker import Duties, Scope, Worker, animator_of

LONGEST_END = 1.8
"""Seconds that a stopped worker may take to end by itself."""


@contextmanager
def _reported() -> Iterator[None]:
    """Report a failing store, metrics or traces in one line, not by a traceback."""
    try:
        with translated_errors():
            yield
    except (StoreUnavailable, MetricsUnavailable, TracingUnavailable) as error:
        raise click.ClickException(str(error)) from error


@click.command()
def worker() -> None:
    """Update read models, play bots, watch deadlines, send notices, make animations, until stopped.

    Any number of workers, on any machines, share this work; `anabasis projections show` lists the
    share of each.
    """
    name_process("worker")
    config = Config.from_environment()
    name_house(config.name)
    with ExitStack() as stack, _reported():
        if metrics := metrics_of(config):
            os.environ.update(stack.enter_context(metrics).variables)
            metrics.tend()
        stack.callback(flush)
        _work(config, metrics.tend if metrics else _nothing)


def _nothing() -> None:
    """Tend no metrics: there are none, or the launcher tends them."""


def _work(config: Config, tend: Callable[[], None]) -> None:
    parent = Nursery(THINKER) if sys.platform == "linux" else companions
    stopping = StopSignals()
    count_from_now_on()
    store = open_store(config)
    begin_writing(store.client, name_of(config))
    own = services_over(replace(config, rate_limit=False), store)
    installation_key(store.client)  # reports a store that is away at once
    sample("worker", own)
    trace_from_now_on("worker")
    thinking = Thinkers(config.bot_processes, config.bot_seconds, parent=parent)
    working = _working(own, store, thinking)
    readiness.tell()
    run = run_until_stopped(stopping, working.run, tend)
    working.stop()
    # A hanging server may delay it longer: ending it then is harmless, as every step is atomic.
    with suppress(TimeoutError):
        run.result(LONGEST_END)


def _working(own: Services, store: RedisStore, thinking: Thinking) -> Worker:
    """Return a worker with all kinds of work, shared with other workers."""
    duties = Duties(
        animator=animator_of(own),
        deadlines=deadlines_of(own),
        notices=shared_notices(own),
        heads=HeadRecorder(store, own.heads),
        verifier=Verifier(store, BrokenRecords(store.client), own.heads, own.config.verify_days),
        archive=Archive(
            store, own.config.archive_days, partial(warn_of_archive, own.config, store)
        ),
        survey=Survey(own),
        renewal=Renewal(store, own.read_models.generations),
        directory=DirectoryUpkeep(store.client),
        idle=IdleAccounts(own, own.config.idle_accounts),
    )
    scope = Scope(
        share=Leases(store.client, "projections", SHARDS),
        is_open=lambda game: own.freezes.of(game) is None,
        is_retired=RetirementNotice(store.client).log_if_retired,
    )
    return Worker(store, own.read_models, thinking, duties, scope)


@click.group(cls=Group)
def projections() -> None:
    """The read models: lobby, my games, bots waiting, deadlines."""


@projections.command("rebuild")
def rebuild_command() -> None:
    """Rebuild the read models beside the live ones, then swap them in."""
    from tqdm import tqdm  # noqa: PLC0415 - the worker, of the same module, needs none

    try:
        with _reported():
            store = open_store(Config.from_environment())
            generations = ReadModels(store.client).generations
            with tqdm(total=SHARDS, unit=" shards", leave=False, disable=None) as bar:
                rebuild(store, generations, bar.update)
            click.echo(f"The read models were rebuilt: {total(generations)}.")
    except Superseded:
        raise click.ClickException("Another rebuild has begun, and replaces this one.") from None


@projections.command()
@click.option("--broken", is_flag=True, help="List the games that could not be followed.")
def show(*, broken: bool) -> None:
    """Show the progress of the read models, and the share of each worker."""
    with _reported():
        store = open_store(Config.from_environment())
        generations = ReadModels(store.client).generations
        click.echo(summary(store, generations))
        breaks = [each for games in generations.broken().values() for each in games.items()]
        for game, why in sorted(breaks) if broken else ():
            click.echo(f"  {game}  version {why.version}: {why.reason}")
        for name, model in followers(store.client).items():
            click.echo(lag(store, store.client, name, model))
        for line in shares(store.client):
            click.echo(line)
