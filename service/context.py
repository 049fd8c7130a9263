"""The parts of the service that requests use, made once for each app, over a store."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from flask import Flask, Request, current_app, request
from redis import Redis
from werkzeug.local import LocalProxy

from service.game.admission import Room
from service.game.commands import Commands
from service.game.games_with_orders import OrderedGames, Unfinished
from service.game.instrumentation import (
    CountingObserver,
    MeteredCommands,
    is_metered,
    metered_store,
)
from service.game.live import LiveGames
from service.game.open_games import OpenGames
from service.game.quiet_clocks import QuietClocks
from service.game.removals import Removals
from service.game.snapshots import Snapshots
from service.game.state_cache import StateCache
from service.heads.keys import SigningKeys
from service.heads.log import HeadLog
from service.machine.byte_cache import ByteCache
from service.machine.turns import Turns
from service.notices.account_events.live_players import LivePlayers
from service.notices.account_events.player_feeds import PlayerFeeds, news_keys
from service.notices.feeds import FeedAddresses
from service.notices.parts import NoticeParts, notice_parts
from service.people.account_invitations import AccountInvitations
from service.people.allowances import Allowances
from service.people.announcements import KEY as ANNOUNCEMENT
from service.people.announcements import Announcements
from service.people.bot_accounts import BotAccounts
from service.people.challenges import Challenges
from service.people.devices import DeviceTokens
from service.people.directory import Directory
from service.people.handles import Handles
from service.people.invitations import InvitedPlayers
from service.people.names import Names
from service.people.network_bans import NetworkBans
from service.people.passkeys import PlayerPasskeys
from service.people.players import Players
from service.people.reports import Reports
from service.people.scoped_tokens import ScopedTokens
from service.people.sessions import Sessions
from service.people.sign_in_links import SignInLinks
from service.people.visits import VisitLog
from service.people.waiting_line import WaitingLine
from service.pictures.animations.shelf import Animations
from service.pictures.studio import Studio
from service.readmodels.read_models import ReadModels
from service.redis.retirement import RetirementNotice
from service.redis.tracked_values import Remembered
from service.settings.config import Config
from service.store.broken_games import CHANGES_KEY as BREAKS
from service.store.broken_games import Breaks
from service.store.contract import EventStore
from service.store.freezes import CHANGES_KEY as FREEZES
from service.store.freezes import Freezes
from service.store.imported_games import ImportedGames
from service.store.installation import InstallationKey
from service.store.redis_store import RedisStore
from service.store.removed_texts import CHANGES_KEY as REMOVALS
from service.store.removed_texts import RemovedTexts
from service.store.snapshots import SnapshotStore
from service.texts import name_house

REMEMBERED = ("token:", "player:", BREAKS, FREEZES, REMOVALS, ANNOUNCEMENT)
"""The prefixes of the keys whose values a process remembers."""
ANSWER_BYTES = 16_000_000
"""The most bytes of answers about finished games that a process keeps."""
# A record of 10,000 events is 3 MB of JSON: a hundred at once slowed everybody down.
LONG_ANSWERS, LONG_ANSWERS_EACH = 4, 20
"""Long answers made at a time, and those of one address that are being made or waiting."""

# Each holds up to 8 MiB while it arrives, and a slow client takes its time.
UPLOADS, UPLOADS_EACH = 8, 2
"""Long bodies received at a time, and those of one address that are being received or waiting."""

# Flask's proxies look up their object at each attribute, which takes a microsecond: code that every
# request runs asks here, once.
present_app = cast("LocalProxy[Flask]", current_app)._get_current_object
present_request = cast("LocalProxy[Request]", request)._get_current_object


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of one app; ``allowances`` and ``waiting_line`` are None if nothing is limited."""

    config: Config
    store: EventStore
    cache: StateCache
    commands: Commands
    players: Players
    names: Names
    handles: Handles
    announcements: Announcements
    bot_accounts: BotAccounts
    challenges: Challenges
    directory: Directory
    reports: Reports
    network_bans: NetworkBans
    sessions: Sessions
    devices: DeviceTokens
    scoped_tokens: ScopedTokens
    passkeys: PlayerPasskeys
    sign_in_links: SignInLinks
    ordered: OrderedGames
    invitations: InvitedPlayers
    account_invitations: AccountInvitations
    open_games: OpenGames
    visits: VisitLog
    feeds: FeedAddresses
    player_feeds: PlayerFeeds
    notices: NoticeParts
    heads: HeadLog
    breaks: Breaks
    freezes: Freezes
    removals: Removals
    signing: SigningKeys
    read_models: ReadModels
    remembered: Remembered
    live: LiveGames
    live_players: LivePlayers
    retirement_notice: RetirementNotice
    animations: Animations
    imported: ImportedGames
    allowances: Allowances | None
    waiting_line: WaitingLine | None
    # Called when it is needed, so that an app can be made while the store is away: gunicorn gives
    # up if a worker cannot start.
    read_key: Callable[[], bytes]
    kept_answers: ByteCache = field(default_factory=lambda: ByteCache(ANSWER_BYTES))
    uploads: Turns = field(default_factory=lambda: Turns(UPLOADS, UPLOADS_EACH))
    long_answers: Turns = field(default_factory=lambda: Turns(LONG_ANSWERS, LONG_ANSWERS_EACH))
    studio: Studio = field(default_factory=Studio)

    @property
    def key(self) -> bytes:
        """The installation's key (32 bytes), shared by its processes. Raises StoreUnavailable."""
        return self.read_key()


def services() -> Services:
    """Return the parts of the app that serves the present request."""
    own: Services = present_app().extensions["anabasis"]
    return own


OF_THE_STORE: Mapping[str, Callable[[Redis], Any]] = {
    "challenges": Challenges,
    "directory": Directory,
    "reports": Reports,
    "passkeys": PlayerPasskeys,
    "sign_in_links": SignInLinks,
    "ordered": OrderedGames,
    "invitations": InvitedPlayers,
    "account_invitations": AccountInvitations,
    "visits": VisitLog,
    "feeds": FeedAddresses,
    "player_feeds": PlayerFeeds,
    "heads": HeadLog,
    "signing": SigningKeys,
    "read_models": ReadModels,
    "animations": Animations,
    "read_key": InstallationKey,
}
"""The parts that need the store's client alone."""
REMEMBERING: Mapping[str, Callable[[Redis, Remembered], Any]] = {
    "announcements": Announcements,
    "names": Names,
    "handles": Handles,
    "bot_accounts": BotAccounts,
    "sessions": Sessions,
    "devices": DeviceTokens,
    "scoped_tokens": ScopedTokens,
}
"""The parts that also need what is remembered of the store."""


def services_over(config: Config, store: RedisStore) -> Services:
    """Return new services over a store: everything that an app keeps between requests."""
    name_house(config.name)
    kept = Remembered(store.client, REMEMBERED)
    broken, freezes = Breaks(store.client, kept), Freezes(store.client, kept)
    snapshots = Snapshots(SnapshotStore(store.client))
    observer = CountingObserver() if is_metered() else None
    is_stuck = _cannot_move(broken, freezes)
    states = StateCache(store, config.cache_bytes, snapshots, broken.of, observer)
    client = store.client
    people, retirement_notice = Players(store.client, kept), RetirementNotice(store.client)
    removals = Removals(RemovedTexts(client, kept))
    live = _live(config, store, states, retirement_notice, removals)
    news = store.reader_of(news_keys())
    return Services(
        **{name: part(client) for name, part in OF_THE_STORE.items()},
        **{name: part(client, kept) for name, part in REMEMBERING.items()},
        config=config,
        store=store,
        cache=states,
        commands=_commands(store, states, people, freezes),
        players=people,
        network_bans=NetworkBans(client, InstallationKey(client)),
        open_games=OpenGames(client, config.open_games, is_stuck),
        notices=notice_parts(client, config),
        breaks=broken,
        freezes=freezes,
        removals=removals,
        remembered=kept,
        live=live,
        live_players=LivePlayers(client, news, live.admission, retirement_notice.log_if_retired),
        retirement_notice=retirement_notice,
        imported=ImportedGames(client, store.writing, store.replicas),
        allowances=Allowances(client, config.new_players) if config.rate_limit else None,
        waiting_line=_waiting_line(client, config),
    )


def _live(
    config: Config,
    store: RedisStore,
    states: StateCache,
    notice: RetirementNotice,
    removals: Removals,
) -> LiveGames:
    return LiveGames(
        store,
        states,
        _room(config),
        is_retired=notice.log_if_retired,
        is_restricted=lambda game: removals.marks.of(game).board,
    )


def _cannot_move(broken: Breaks, freezes: Freezes) -> Callable[[str], bool]:
    """Return a function that is true for games with a broken record, or frozen by the host."""
    return lambda game_id: (freezes.of(game_id) or broken.of(game_id)) is not None


def _commands(store: RedisStore, states: StateCache, people: Players, freezes: Freezes) -> Commands:
    quiet, unfinished = QuietClocks(people.quiet_hours), Unfinished(store.client)
    parts = states, quiet, unfinished, freezes.check
    return (
        MeteredCommands(metered_store(store), *parts) if is_metered() else Commands(store, *parts)
    )


def _waiting_line(client: Redis, config: Config) -> WaitingLine | None:
    if not config.rate_limit:
        return None
    return WaitingLine(client, config.new_players_house, InstallationKey(client))


def _room(config: Config) -> Room:
    return Room(config.streams, config.streams_each, config.streams_address)


def forget(own: Services, player: str) -> None:
    """Delete a player; safe to repeat after a StoreUnavailable."""
    for game_id in games_with_orders(own, player):
        own.commands.withdraw_orders(game_id, player)
    parts = (own.ordered, own.passkeys, own.feeds, own.notices, own.invitations, own.visits)
    kept = (own.player_feeds, own.imported, own.handles, own.challenges, own.account_invitations)
    for part in (*parts, *kept, own.reports, own.open_games, own.allowances):
        if part is not None:
            part.forget(player)
    own.players.forget(player)  # last: until then the player can ask for it again


def games_with_orders(own: Services, player: str) -> set[str]:
    """Return the games in which a player may have standing orders, including very new ones."""
    # The read models may not know a game yet in which an order was just given.
    return {*own.read_models.live_games(player), *own.ordered.of(player)}
