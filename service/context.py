"""The parts of the service that requests use, made once for each app."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import cast

from redis import Redis

from service.accounts.devices import Devices
from service.accounts.passkeys import Passkeys
from service.accounts.sign_in_links import SignInLinks
from service.allowances import Allowances
from service.animations.shelf import Animations
from service.byte_cache import ByteCache
from service.config import Config
from service.game.commands import Commands
from service.game.live import Live
from service.game.open_games import OpenGames
from service.game.ordered import OrderedGames
from service.game.state_cache import StateCache
from service.heads.keys import SigningKeys
from service.heads.log import HeadLog
from service.invitations import Invitations
from service.notices.feeds import Feeds
from service.notices.parts import NoticeParts
from service.pictures.studio import Studio
from service.players import Players
from service.present import present_app
from service.store.broken import Breaks
from service.store.closed_notice import ClosedNotice
from service.store.closings import Closings
from service.store.contract import EventStore
from service.store.reaching import reaching
from service.store.read_models import ReadModels
from service.store.remembered import Remembered
from service.turns import Turns
from service.visits import Visits

KEY_SECONDS = 2.0
ANSWER_BYTES = 16_000_000
"""The most bytes of answers about finished games that a process keeps."""
LONG_ANSWERS, LONG_ANSWERS_EACH = 4, 20
"""Long answers made at a time, and those of one address that wait for their turn or have it."""
_KEY = "anabasis:key"


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of one app; ``read_key`` is not called before it is needed.

    So an app can be made while the store is away: gunicorn gives up if a worker cannot start.
    ``allowances`` is None where nothing is limited.
    """

    config: Config
    store: EventStore
    cache: StateCache
    commands: Commands
    players: Players
    devices: Devices
    passkeys: Passkeys
    sign_in_links: SignInLinks
    ordered: OrderedGames
    invitations: Invitations
    open_games: OpenGames
    visits: Visits
    feeds: Feeds
    notices: NoticeParts
    heads: HeadLog
    breaks: Breaks
    closings: Closings
    signing: SigningKeys
    read_models: ReadModels
    remembered: Remembered
    live: Live
    closed_notice: ClosedNotice
    animations: Animations
    allowances: Allowances | None
    read_key: Callable[[], bytes]
    kept_answers: ByteCache = field(default_factory=lambda: ByteCache(ANSWER_BYTES))
    long_answers: Turns = field(default_factory=lambda: Turns(LONG_ANSWERS, LONG_ANSWERS_EACH))
    studio: Studio = field(default_factory=Studio)

    @property
    def key(self) -> bytes:
        """The installation's key (32 bytes), shared by its processes. Raises StoreUnavailable."""
        return self.read_key()


def services() -> Services:
    """Return the parts of the app that serves the present request."""
    return cast("Services", present_app().extensions["anabasis"])


class InstallationKey:
    """The installation's key, asked for again every few seconds.

    A store that was emptied or restored has another one; bots would be strangers with the old.
    """

    def __init__(self, client: Redis, clock: Callable[[], float] = monotonic) -> None:
        self._client = client
        self._clock = clock
        self._due = 0.0
        self._key = b""

    def __call__(self) -> bytes:
        """Return the key (32 bytes). Raises StoreUnavailable."""
        now = self._clock()
        if not self._key or now >= self._due:
            self._key, self._due = installation_key(self._client), now + KEY_SECONDS
        return self._key


def installation_key(client: Redis) -> bytes:
    """Return the installation's key, made by the first process to ask. Raises StoreUnavailable."""
    with reaching():
        key = client.get(_KEY)
        if key is None:
            client.set(_KEY, secrets.token_bytes(32), nx=True)
            key = client.get(_KEY)
    assert isinstance(key, bytes)
    return key
