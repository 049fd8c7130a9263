"""The API's resources, mounted under one path and described by one document."""

from collections.abc import Sequence
from functools import partial

from flask import Flask

from service.http.document import document
from service.http.document.limits import limits_in_words
from service.http.reading.deadlines import TERMS_FORM
from service.http.reading.parsing import Resource
from service.http.resources import (
    account_invitations,
    account_stream,
    animations,
    announcements,
    archive,
    bot_accounts,
    challenges,
    devices,
    events,
    exports,
    extensions,
    feeds,
    games,
    handles,
    heads,
    health,
    host_acts,
    host_lists,
    host_reports,
    hosting,
    imports,
    index,
    invitations,
    lobby,
    moves,
    notices,
    oembed,
    orders,
    own_data,
    passkeys,
    pauses,
    pictures,
    players,
    rematches,
    replays,
    reports,
    rulesets,
    seats,
    session,
    signing_in,
    stand_ins,
    statistics,
    studies,
    tokens,
    vacations,
)
from service.settings.config import Config

BASE = "/api/v1"


def add_all(app: Flask, config: Config) -> None:
    """Add every resource of the API, its document, and the probes."""
    recorded = (events, exports, replays, statistics, pictures, animations)
    beside = (orders, extensions, pauses, vacations, stand_ins)
    playing = (imports, games, seats, hosting, moves, *beside, *recorded, rematches, studies)
    of_games = (archive, own_data, account_stream, feeds, invitations, account_invitations)
    accounts = (players, handles, bot_accounts, challenges, tokens)
    people = (*accounts, devices, passkeys, signing_in, *of_games, session, notices)
    house = (reports, host_reports, host_acts, host_lists, announcements)
    every = (index, *people, rulesets, lobby, *playing, heads, oembed, health, *house)
    resources = [*((each.blp, BASE) for each in every), (feeds.secret_blp, None)]
    _mount(app, resources)
    limits = partial(limits_in_words, config)
    document.register(app, resources, {"DeadlineTerms": TERMS_FORM}, limits)
    # Also outside the API's path, where orchestrators look for `/livez` and `/readyz`.
    app.register_blueprint(health.blp, name="probes")


def add_some(app: Flask, resources: Sequence[Resource]) -> None:
    """Add some resources of the API, without a document."""
    _mount(app, [(resource, BASE) for resource in resources])


def _mount(app: Flask, resources: Sequence[document.Mounted]) -> None:
    for resource, prefix in resources:
        app.register_blueprint(resource, url_prefix=prefix)
