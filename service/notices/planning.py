"""Settling the notices whose moment has come: each is sent, collected, postponed, or dropped.

The present state of its game decides, not the state that made the notice pending.
"""

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from domain.kernel.game import Game
from projections.account_events import EventName
from projections.notices import DueNotice, moment_of
from projections.summary import Facts
from service.notices.account_events.player_feeds import TellingEvent
from service.notices.challenge_notices import ChallengeNotices, is_about_challenge
from service.notices.channels import active
from service.notices.contract import Choice, Digest, Kind, Message, NoticeChannel, NoticeItem
from service.notices.games import Games
from service.notices.items import Items, is_asked
from service.notices.outbox import DeferredDigest, DigestRemoval, Note, OutboxChange, put
from service.notices.parts import NoticeParts
from service.people.player import PlayerAccount, PlayerUnknown
from service.people.players import Players
from service.people.quiet_hours import DAY, HOUR, offset_of
from service.redis.errors import StoreUnavailable
from service.texts import text

EACH_SLICE = 50
"""Notices of a slice that are settled before those of the next."""
PAUSE = 60_000
"""Milliseconds after which a notice that could not be settled is tried again."""
MUTED = DAY
"""Milliseconds until a notice about a muted game is looked at again; earlier if it is unmuted."""
SOONEST: Digest = "hourly"
EVENING = 18
"""The hour at which daily digests go out."""
DIGEST = "digest:"

TITLES = {
    "turn": "notices.told.turn",
    "asked": "notices.told.asked",
    "reminder": "notices.told.reminder",
    "ended": "notices.told.ended",
    "digest": "notices.told.digest",
}


class Offered(NamedTuple):
    """A game of a message, the due moves in it, and whether an order of the player is silent."""

    item: NoticeItem
    choices: tuple[Choice, ...]
    is_silent: bool


log = logging.getLogger(__name__)


class Planner:
    """Settles the pending notices of slices. Every public method may raise StoreUnavailable."""

    def __init__(
        self,
        parts: NoticeParts,
        players: Players,
        games: Games,
        items: Items,
        challenges: ChallengeNotices,
    ) -> None:
        self._parts, self._players, self._pending = parts, players, parts.pending
        self._games, self._items, self._challenges = games, items, challenges

    def round(self, now: int, slices: Collection[int]) -> int:
        """Settle notices whose moment has come; return how many there were."""
        count = 0
        for number in self._pending.slices_due(slices, now):
            for member in self._pending.due(number, now, EACH_SLICE):
                self._settle(member, now)
                count += 1
        return count

    def _settle(self, member: str, now: int) -> None:
        """Settle a notice, or put it off after a fault, so that it keeps no others waiting."""
        try:
            decision = self._decided(member, now)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("notice %s", member)
            decision = now + PAUSE
        if isinstance(decision, OutboxChange):
            # One script carries out the plan: a worker that is killed has settled a notice whole or
            # not at all.
            plan = replace(decision, member=member)
            self._parts.outbox.settle(member.partition(" ")[0], plan, now)
        else:
            self._pending.postpone(member, decision)

    def _decided(self, member: str, now: int) -> OutboxChange | int:
        """Return the plan for a notice, or the moment at which to decide it."""
        player_id, _, key = member.partition(" ")
        channels = self._parts.channels.of(player_id)
        try:
            player = self._players.read(player_id)
        except PlayerUnknown:
            return OutboxChange()
        if key.startswith(DIGEST):
            return self._digest(player, channels, key, now)
        if is_about_challenge(key):
            return self._of_challenge(player, active(channels), key, now)
        self._tell(player_id, key, now)
        if not active(channels):
            return OutboxChange()
        call = self._games.standing(key)
        if call is None or (call[0].kind == "ended" and self._is_muted(player, call[0])):
            return OutboxChange()
        later = self._held_until(player, call[0], now)
        return self._plan(player, active(channels), call, now) if later is None else later

    def _of_challenge(
        self, player: PlayerAccount, channels: Sequence[NoticeChannel], key: str, now: int
    ) -> OutboxChange | int:
        """Return the plan for a notice about a challenge, or the moment at which to decide it."""
        notice = self._challenges.standing(player.id, key)
        if notice is None or not channels:
            return OutboxChange()
        moment = notice.at + self._parts.grace
        if moment > now:  # looked at early, as its player has changed a setting
            return moment
        quiet = _quiet_until(player, notice.due, now)
        if quiet is not None:
            return quiet
        is_seen = self._challenges.is_seen(notice)
        chosen = [each for each in channels if each.always or not is_seen]
        return _sent(
            player, chosen, key, now, message=lambda: self._challenges.message(player, notice)
        )

    def _tell(self, player: str, key: str, now: int) -> None:
        """Add a reminder to the player's stream, which has all else from its games."""
        call = self._games.standing(key) if key.startswith("reminder:") else None
        if call is None or moment_of(call[0], self._parts.grace) > now:
            return
        notice, game = call
        begun = notice.beginning
        name = EventName(
            "notice", notice.game_id, notice.seat, begun.version, f"{begun.hash}.{notice.due}"
        )
        self._parts.player_feeds.tell({player: [TellingEvent(name, game.version, notice.at)]})

    def _held_until(self, player: PlayerAccount, notice: DueNotice, now: int) -> int | None:
        """Return the moment (ms) at which to decide a notice again, None if it may go out."""
        moment = moment_of(notice, self._parts.grace)
        if moment > now:  # looked at early, as its player has changed a setting
            return moment
        if self._is_muted(player, notice):
            return now + MUTED
        held = self._games.hold.held_until(notice, now)
        return _quiet_until(player, notice.due, now) if held is None else held

    def _is_muted(self, player: PlayerAccount, notice: DueNotice) -> bool:
        return self._parts.muted_games.is_muted(player.id, notice.game_id)

    def _plan(
        self,
        player: PlayerAccount,
        channels: Sequence[NoticeChannel],
        call: tuple[DueNotice, Facts],
        now: int,
    ) -> OutboxChange:
        notice = call[0]
        is_seen = notice.kind != "reminder" and self._games.is_seen(notice)
        chosen = [each for each in channels if each.always or not is_seen]
        # Reminders are never collected: a digest might come after the deadline.
        if notice.kind == "reminder":
            chosen = [replace(each, digest=None) for each in chosen]
        return _sent(player, chosen, notice.key, now, message=lambda: self._message(player, call))

    def _message(self, player: PlayerAccount, call: tuple[DueNotice, Facts]) -> Message | None:
        """Return the message about a game; None if its record breaks."""
        notice, game = call[0], self._games.game(call[0].game_id, call[1])
        if game is None:
            return None
        offered = self._offered(player, notice, game)
        item = offered.item
        is_answer = is_asked(notice, game)
        title = text(player.locale, TITLES["asked" if is_answer else notice.kind], title=item.title)
        message = _message(notice.kind, notice.key, player, title, [offered])
        return replace(message, asked=is_answer)

    def _offered(self, player: PlayerAccount, notice: DueNotice, game: Game) -> Offered:
        since = self._games.since(notice, game.version)
        item = self._items.item(notice, game, since, player.locale)
        is_silent = self._games.has_silent_order(notice, game)
        if is_silent:
            item = replace(item, since=(*item.since, text(player.locale, "orders_told")))
        item = replace(item, due=self._games.hold.due(notice, item.due))
        return Offered(item, self._items.choices(notice, game, player.locale), is_silent)

    def _digest(
        self, player: PlayerAccount, channels: Sequence[NoticeChannel], key: str, now: int
    ) -> OutboxChange | int:
        """Return the plan for a digest of the collected notices that are still called for.

        Those about frozen games wait for the next digest.
        """
        channel_id = key.split(":")[1]
        channel = next((each for each in active(channels) if each.id == channel_id), None)
        collected = self._pending.collected(player.id, channel_id)
        if channel is None:
            return OutboxChange(taken=[DigestRemoval(channel_id, collected)])
        quiet = player.quiet
        if quiet is not None and quiet.is_quiet(now):
            return quiet.end_of_quiet(now) + 1  # after the notices that wait for the same end
        if (other := _other_moment(player, channel, key, now)) is not None:
            return other
        free = [each for each in collected if not self._games.hold.holds(each)]
        message = self._digest_of(player, channel, key, free)
        return OutboxChange(
            puts=[put(channel, message, now)] if message else [],
            taken=[DigestRemoval(channel_id, free)],
            kept=[_kept(player, channel, now)] if len(free) < len(collected) else [],
        )

    def _digest_of(
        self, player: PlayerAccount, channel: NoticeChannel, key: str, keys: Sequence[str]
    ) -> Message | None:
        """Return the digest of collected notices; None if none is called for any more."""
        found = list(self._collected(player, channel, keys))
        proposed = list(self._collected_challenges(player, channel, keys))
        links = [each.item.link for each in found] + [each.link for each in proposed]
        if not links:
            return None
        title = text(player.locale, TITLES["digest"], n=len(links))
        link = links[0] if len(links) == 1 else self._parts.link("")
        message = _message("digest", key, player, title, found)
        return replace(message, link=link, text="\n".join(each.title for each in proposed))

    def _collected_challenges(
        self, player: PlayerAccount, channel: NoticeChannel, keys: Sequence[str]
    ) -> Iterator[Message]:
        """Yield a message for each challenge that still calls for one."""
        for key in filter(is_about_challenge, keys):
            notice = self._challenges.standing(player.id, key)
            if notice and (channel.always or not self._challenges.is_seen(notice)):
                yield self._challenges.message(player, notice)

    def _collected(
        self, player: PlayerAccount, channel: NoticeChannel, keys: Sequence[str]
    ) -> Iterator[Offered]:
        """Yield an item for each game that still calls for one and was not seen meanwhile."""
        games: set[str] = set()
        for key in keys:
            call = None if is_about_challenge(key) else self._games.standing(key)
            if call is None or call[0].game_id in games or self._is_muted(player, call[0]):
                continue
            notice, facts = call
            if not channel.always and self._games.is_seen(notice):
                continue
            game = self._games.game(notice.game_id, facts)
            if game is not None:
                games.add(notice.game_id)
                yield self._offered(player, notice, game)


def _sent(
    player: PlayerAccount,
    channels: Sequence[NoticeChannel],
    key: str,
    now: int,
    message: Callable[[], Message | None],
) -> OutboxChange:
    """Return the plan that sends a notice by these channels, or has their digests collect it."""
    at_once = [each for each in channels if each.digest is None]
    made = message() if at_once else None
    return OutboxChange(
        puts=[put(each, made, now) for each in at_once if made],
        notes=[_note(player, each, key, now) for each in channels if each.digest is not None],
    )


def _quiet_until(player: PlayerAccount, due: int | None, now: int) -> int | None:
    """Return the end of the player's quiet hours, None if the notice need not wait for it."""
    quiet = player.quiet
    if quiet is None or not quiet.is_quiet(now):
        return None
    end = quiet.end_of_quiet(now)
    # After the deadline a notice would be of no use, so it comes in the quiet hours.
    return None if due is not None and due <= end else end


def _note(player: PlayerAccount, channel: NoticeChannel, key: str, now: int) -> Note:
    assert channel.digest is not None
    return Note(channel.id, key, *_next_digest(player, channel, channel.digest, now))


def _kept(player: PlayerAccount, channel: NoticeChannel, now: int) -> DeferredDigest:
    """Return the next moment of a digest; hourly if its player no longer wants digests."""
    return DeferredDigest(
        channel.id, *_next_digest(player, channel, channel.digest or SOONEST, now)
    )


def _next_digest(
    player: PlayerAccount, channel: NoticeChannel, digest: Digest, now: int
) -> tuple[str, int]:
    """Return the name under which a digest is pending, and its next moment (ms since 1970)."""
    at = next_digest(digest, player.time_zone, now)
    return f"{player.id} {DIGEST}{channel.id}:{at}", at


def _other_moment(
    player: PlayerAccount, channel: NoticeChannel, key: str, now: int
) -> OutboxChange | int | None:
    """Return the later moment of a digest by its player's present settings, None if it is due.

    A digest planned by older settings gets another name, and so a new plan.
    """
    if channel.digest is None:
        return None
    planned = int(key.rpartition(":")[2])
    if next_digest(channel.digest, player.time_zone, min(now, planned - 1)) != planned:
        return OutboxChange(kept=[_kept(player, channel, now)])
    return planned if planned > now else None


def next_digest(digest: Digest, time_zone: str | None, now: int) -> int:
    """Return when the next digest goes out: on the hour, or at 18:00 in the player's time zone."""
    local = datetime.fromtimestamp(now / 1000, ZoneInfo(time_zone or "UTC"))
    if digest == "hourly":
        return now + HOUR - (now + offset_of(local)) % HOUR
    evening = local.replace(hour=EVENING, minute=0, second=0, microsecond=0, fold=0)
    at = _milliseconds(evening)
    return at if at > now else _milliseconds(evening + timedelta(days=1))


def _milliseconds(local: datetime) -> int:
    return round(local.timestamp() * 1000)


def _message(
    kind: Kind, key: str, player: PlayerAccount, title: str, found: Sequence[Offered]
) -> Message:
    return Message(
        key=key,
        kind=kind,
        player=player.id,
        name=player.name,
        locale=player.locale,
        title=title,
        link=found[0].item.link if found else "",
        items=tuple(each.item for each in found),
        choices={each.item.game_id: each.choices for each in found if each.choices},
        silent=tuple(each.item.game_id for each in found if each.is_silent),
    )
