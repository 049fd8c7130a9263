"""The asker of a request: a player by token, a bot in its seat, or nobody known."""

import hashlib
import hmac
from urllib.parse import urlsplit

from flask import Request
from msgspec import Struct

from domain.kernel.game import Game
from service.context import present_app, present_request, services
from service.http.document.describing import SCOPE
from service.machine.connections import network_of
from service.people.devices import hash_secret
from service.people.player import PlayerAccount, Suspended
from service.people.scoped_tokens import SCOPED_PREFIX
from service.people.scopes import Scope, check_scope
from service.redis.errors import StoreUnavailable

BOT_PREFIX = "anab_"
COOKIE = "anabasis"
ASKER = "anabasis.asker"
CHECKED = "anabasis.asker.checked"
MEANT = "HTTP_ANABASIS_PLAYER"
"""The key in a WSGI environment of the player that a command is meant for."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
PLAY = frozenset({"play", "bot"})
TOLD_OTHERS = frozenset(
    {"reports.report", "handles.claim", "account_invitations.create_account_invitation"}
)
# "none" is an address that a person typed or followed from a bookmark.
OWN_PAGES = ("same-origin", "none")
"""Values of `Sec-Fetch-Site` for requests from our own page, and from no page at all."""


class TokenMissing(Exception):
    """The request needs a token and has none."""


class TokenUnknown(Exception):
    """The token belongs to nobody."""


class CrossSite(Exception):
    """Another site's page sent the request, with our cookie."""


class OtherPlayer(Exception):
    """The command was meant for another player than the one signed in: nothing was recorded."""


class NoSeat(Exception):
    """The asker has no seat in this game."""


class NoRight(Exception):
    """The asker may not do this; the message names the case."""


class Asker(Struct, frozen=True):
    """The sender of a request: a player's id, or a bot's seat of one game, or neither.

    ``scopes`` are those of a player's token, None for one that may do everything.
    """

    player: str | None = None
    bot_seat: tuple[str, int] | None = None
    scopes: frozenset[Scope] | None = None

    @property
    def is_known(self) -> bool:
        """True for a player or a bot."""
        return self.player is not None or self.bot_seat is not None

    def seat(self, game_id: str, game: Game) -> int | None:
        """Return the asker's seat in a game, None for a spectator."""
        if self.bot_seat is not None:
            return self._bot_seat(game_id, game)
        return game.seat_of(self.player) if self.player else None

    def _bot_seat(self, game_id: str, game: Game) -> int | None:
        assert self.bot_seat is not None
        own, number = self.bot_seat
        if own != game_id or number >= len(game.seats):
            return None
        seat = game.seats[number]
        # A bot also plays for a person who is away, until the person comes back.
        is_bots = seat is not None and (seat.bot is not None or game.is_absent(number))
        return number if is_bots else None


def asker() -> Asker:
    """Return the asker of a route that their token's scopes cover.

    Raises TokenUnknown, CrossSite, InsufficientScope, Suspended.
    """
    # Once a request: a suspension that comes while a move is recorded must not refuse its answer.
    environ = present_request().environ
    known: Asker | None = environ.get(CHECKED)
    if known is None:
        known = environ[CHECKED] = _covered(sender())
    return known


def _covered(who: Asker) -> Asker:
    # Here, where every route learns who asks: a route that states no scope is for full tokens
    # only, and one that never asks serves everybody.
    if who.scopes is not None:
        check_scope(who.scopes, _scope_of_route())
    if who.player is not None and present_request().method not in SAFE and _is_play():
        _check_may_play(who.player)
    return who


def _is_play() -> bool:
    """True for a route that acts in games, or writes what others see or the host reads."""
    # A suspended player may do all else: settings, notices, signing out, and leaving.
    return _scope_of_route() in PLAY or present_request().endpoint in TOLD_OTHERS


def _check_may_play(player: str) -> None:
    suspension = services().names.known([player])[player].suspension
    if suspension is not None and not suspension.is_over:
        raise Suspended(suspension)


def check_full_scope() -> None:
    """Raise InsufficientScope if the asker's token has scopes, whichever they are."""
    check_scope(sender().scopes, None)


def _scope_of_route() -> Scope | None:
    """Return the scope that the requested route states, None if it states none."""
    view = present_app().view_functions[present_request().endpoint or ""]
    scope: Scope | None = getattr(view, SCOPE, None)
    return scope


def sender() -> Asker:
    """Return who sent the request, looked up once. Raises TokenUnknown, CrossSite."""
    # Kept with the request itself, as `flask.g` can outlive a request while a stream goes on.
    environ = present_request().environ
    known: Asker | None = environ.get(ASKER)
    if known is None:
        known = environ[ASKER] = _asker()
    return known


def refuse_others(meant: str) -> None:
    """Raise OtherPlayer if a command was meant for a player other than its asker, or CrossSite."""
    try:
        who = asker()
    except TokenUnknown:
        # This is left to the view: ending a session that is already over needs no valid token.
        return
    if who.is_known and who.player != meant:
        raise OtherPlayer


def is_same_asker() -> bool:
    """True if the token still opens the same account."""
    # Streams call this, as they may outlive a token.
    try:
        return _asker() == sender()
    except TokenUnknown:
        return False


def account() -> str:
    """Return the account that a request counts for: a known asker, otherwise the address."""
    try:
        who = sender()
    # Otherwise a client could invent a token for each request, and never reach a limit. The view
    # reports these faults.
    except (TokenUnknown, CrossSite, StoreUnavailable):
        return address()
    return who.player or (f"{who.bot_seat}" if who.bot_seat else address())


def is_bot_account() -> bool:
    """True if the asker, whom ``account`` has looked up, is a program's account."""
    who: Asker | None = present_request().environ.get(ASKER)
    if who is None or who.player is None:
        return False
    try:
        return services().names.known([who.player])[who.player].is_bot
    except StoreUnavailable:
        return False


def address() -> str:
    """Return the source of a request: an IPv4 address, or the /64 of an IPv6 address."""
    # A client with one IPv6 address usually has its whole network of 2^64.
    return network_of(present_request().remote_addr or "nowhere")


def known_asker() -> Asker:
    """Return a known asker. Raises TokenMissing if there is none, TokenUnknown."""
    who = asker()
    if not who.is_known:
        raise TokenMissing
    return who


def player_id() -> str:
    """Return the asking player's id. Raises TokenMissing, TokenUnknown, or NoRight for a bot."""
    player = known_asker().player
    if player is None:
        raise NoRight("bot")
    return player


def player() -> PlayerAccount:
    """Return the asking player. Raises as ``player_id`` does."""
    return services().players.read(player_id())


def seat_in(game_id: str, game: Game) -> int:
    """Return the asker's seat in a game. Raises TokenMissing, TokenUnknown or NoSeat."""
    seat = known_asker().seat(game_id, game)
    if seat is None:
        raise NoSeat
    return seat


def bot_token(key: bytes, game_id: str, seat: int) -> str:
    """Return the token with which a bot plays its seat; ``key`` is the installation's."""
    # Derived, so that no bot's token needs storing and each worker can make and check it.
    stamp = hmac.digest(key, f"bot {game_id} {seat}".encode(), hashlib.sha256).hex()
    return f"{BOT_PREFIX}{game_id}_{seat}_{stamp}"


def _asker() -> Asker:
    token = token_sent()
    if token is None:
        return Asker()
    if token.startswith(BOT_PREFIX):
        return _bot(token)
    if token.startswith(SCOPED_PREFIX):
        return _scoped(token)
    own, token_hash = services(), hash_secret(token)
    player = own.sessions.id_of_hash(token_hash)
    player = player and _unless_banned(player)
    # A cookie whose session has ended is no fault: its browser sends it with every page.
    if player is None and "HTTP_AUTHORIZATION" in present_request().environ:
        raise TokenUnknown
    if player is not None:
        own.devices.note_seen(player, token_hash)
    return Asker(player=player)


def _unless_banned(player: str) -> str | None:
    """Return a player's id, None if the host has banned them: their token opens nothing then."""
    ban = services().names.known([player])[player].ban
    return player if ban is None or ban.is_over else None


def _scoped(token: str) -> Asker:
    known = services().scoped_tokens.player_of(token)
    if known is None or _unless_banned(known[0]) is None:
        raise TokenUnknown
    player, scopes = known
    return Asker(player=player, scopes=scopes)


def token_sent() -> str | None:
    """Return the token of the Authorization header, otherwise that of the page's cookie.

    Raises TokenUnknown, CrossSite.
    """
    stated: str = present_request().environ.get("HTTP_AUTHORIZATION", "")
    scheme, _, token = stated.partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    if scheme:
        raise TokenUnknown
    return cookie_sent()


def cookie_sent() -> str | None:
    """Return the token of the page's cookie. Raises CrossSite for writes from another site."""
    request = present_request()
    token = request.cookies.get(COOKIE)
    if token is not None and request.method not in SAFE and not _is_our_page(request):
        raise CrossSite
    return token


def _is_our_page(request: Request) -> bool:
    """True if our page sent the request, by Sec-Fetch-Site or, in old browsers, Origin."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in OWN_PAGES
    # Programs send neither header; browsers send Origin with every write.
    origin = request.headers.get("Origin")
    return origin is None or _host(origin) == request.host


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def _bot(token: str) -> Asker:
    game_id, _, rest = token.removeprefix(BOT_PREFIX).partition("_")
    seat, _, _ = rest.partition("_")
    if not (seat.isdecimal() and len(seat) == 1):
        raise TokenUnknown
    if not hmac.compare_digest(
        bot_token(services().key, game_id, int(seat)).encode(), token.encode()
    ):
        raise TokenUnknown
    return Asker(bot_seat=(game_id, int(seat)))
