"""Challenges: games that one player proposes to another, or to anybody with the link."""

import secrets
from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from redis import Redis

from service.machine import clock
from service.people.quiet_hours import HOUR
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script

TO_PEOPLE, TO_BOTS = 7 * 24 * HOUR, HOUR
"""The time in which a challenge can be answered, in ms."""
SHOWN_AFTER = 24 * HOUR
"""The time for which its sender sees the answer, in ms."""
# A weekend of quiet hours, and a digest a day later.
KEPT_AFTER = 4 * 24 * HOUR
"""The time for which an answered challenge is kept for its notice, in ms."""
MOST_SENT, MOST_RECEIVED, MOST_DONE = 30, 50, 500
MOST_BYTES = 8 * 1024
"""The most bytes of a challenge's terms."""

REASONS = (
    "generic",
    "later",
    "pace",
    "ruleset",
    "seats",
    "options",
    "busy",
    "no_bots",
    "no_people",
)
"""Why a challenge may be declined."""

Status = Literal["pending", "accepted", "declined", "cancelled"]
State = Literal[Status, "expired"]
Direction = Literal["sent", "received"]

_SWAP = Script.of("service.people", "swap_value.lua")
_LIST = Script.of("service.people", "list_challenge.lua")


class ChallengeUnknown(LookupError):
    """There is no such challenge, or it is not for the asker."""


class ChallengeOver(Exception):
    """The challenge was answered, cancelled, or not answered in time; the message says which."""


class TooManyChallenges(Exception):
    """A list of challenges is full; the message says whose: ``sent`` or ``received``."""


class StoredChallenge(Struct, frozen=True):
    """A challenge as stored; ``to`` is None for the holder of its link. Times are in ms.

    ``terms`` is the body with which its game will be made, and ``game_id`` its id, drawn when the
    challenge is accepted: nobody could import a game with it before.
    """

    id: str
    sender: str
    to: str | None
    terms: dict[str, Any]
    made_at: int
    until: int
    status: Status = "pending"
    taken_by: str | None = None
    reason: str | None = None
    game_id: str | None = None

    @property
    def state(self) -> State:
        """The status, which is ``expired`` once nobody can answer any more."""
        is_late = self.status == "pending" and self.until <= clock.now_ms()
        return "expired" if is_late else self.status

    @property
    def is_shown(self) -> bool:
        """True until the answer is a day old."""
        return clock.now_ms() < self.until + SHOWN_AFTER


def new_challenge(
    sender: str, to: str | None, terms: dict[str, Any], lasts: int
) -> StoredChallenge:
    """Return a new challenge; its id is the secret of its link."""
    now = clock.now_ms()
    return StoredChallenge(secrets.token_urlsafe(16), sender, to, terms, now, now + lasts)


class Challenges:
    """``proposal:<id>`` holds a challenge; three lists of each player name theirs by their end.

    These are ``proposals:sent:<player>``, ``proposals:received:<player>`` and, so that a player who
    leaves is forgotten, ``proposals:done:<player>``. ``proposals:taken_back:<sender>:<to>`` holds
    for an hour until when another one is no news.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def make(self, challenge: StoredChallenge) -> None:
        """Keep a new challenge. Raises TooManyChallenges."""
        end = challenge.until + SHOWN_AFTER
        with translated_errors():
            # The lists come first: what they name without a challenge is skipped, and expires.
            self._list("sent", challenge.sender, challenge.id, end, MOST_SENT)
            if challenge.to is not None:
                try:
                    self._list(
                        "received", challenge.to, challenge.id, challenge.until, MOST_RECEIVED
                    )
                except TooManyChallenges:
                    self._client.zrem(_list_key("sent", challenge.sender), challenge.id)
                    raise
            self._client.set(_key(challenge.id), _written(challenge), px=end - challenge.made_at)

    def _list(self, kind: str, player: str, challenge_id: str, end: int, most: int) -> None:
        arguments = (challenge_id, end, clock.now_ms(), most)
        if not _LIST.run(self._client, [_list_key(kind, player)], *arguments):
            raise TooManyChallenges(kind)

    def read(self, challenge_id: str) -> StoredChallenge:
        """Return a challenge. Raises ChallengeUnknown."""
        challenge = self.stored(challenge_id)
        if challenge is None or not challenge.is_shown:
            raise ChallengeUnknown(challenge_id)
        return challenge

    def stored(self, challenge_id: str) -> StoredChallenge | None:
        """Return a challenge, also one that is no longer shown; None if there is none."""
        (challenge,) = self._read_all([challenge_id]) or (None,)
        return challenge

    def sent(self, player: str) -> list[StoredChallenge]:
        """Return the challenges that a player has sent, the newest first, with their answers."""
        return [each for each in self._listed("sent", player) if each.is_shown]

    def received(self, player: str) -> list[StoredChallenge]:
        """Return the challenges that a player can answer, the newest first.

        Those that the player has accepted are among them until their games are made.
        """
        listed = self._listed("received", player)
        return [each for each in listed if each.state == "pending" or each.taken_by == player]

    def count(self, player: str) -> int:
        """Return the number of challenges to a player and by one."""
        now = clock.now_ms()
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for kind in ("received", "sent"):
                pipeline.zcount(_list_key(kind, player), now, "+inf")
            return sum(pipeline.execute())

    def _listed(self, kind: str, player: str) -> list[StoredChallenge]:
        with translated_errors():
            ids = self._client.zrange(_list_key(kind, player), 0, -1)
        found = self._read_all([each.decode() for each in ids])
        return sorted(found, key=lambda each: -each.made_at)

    def _read_all(self, ids: Iterable[str]) -> list[StoredChallenge]:
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for each in ids:
                pipeline.get(_key(each))
            stored = pipeline.execute()
        return [msgspec.json.decode(each, type=StoredChallenge) for each in stored if each]

    def accept(self, challenge: StoredChallenge, player: str, game_id: str) -> StoredChallenge:
        """Accept a challenge; the first to accept one by link gets it. Raises ChallengeOver.

        Safe to repeat by the same player. ``finish`` follows once its game is made.
        """
        if (challenge.status, challenge.taken_by) == ("accepted", player):
            return challenge
        self._list_done(challenge, player)
        return self._answered(challenge, "accepted", taken_by=player, game_id=game_id)

    def _list_done(self, challenge: StoredChallenge, *others: str) -> None:
        """List a challenge that is being answered, so that it is found when a player leaves."""
        now = clock.now_ms()
        with translated_errors():
            for each in (challenge.sender, *others):
                key = _list_key("done", each)
                self._client.zremrangebyrank(key, 0, -MOST_DONE)
                _LIST.run(self._client, [key], challenge.id, now + KEPT_AFTER, now, MOST_DONE)

    def decline(self, challenge: StoredChallenge, reason: str) -> StoredChallenge:
        """Decline a challenge; its sender sees the reason for a day. Raises ChallengeOver."""
        if challenge.to is not None:
            self._list_done(challenge, challenge.to)
        return self._answered(challenge, "declined", reason=reason)

    def cancel(self, challenge: StoredChallenge) -> StoredChallenge:
        """Take a challenge back. Raises ChallengeOver."""
        cancelled = self._answered(challenge, "cancelled")
        if challenge.to is not None:
            # The hour ends by our clock, as all of a challenge does; then the key goes by itself.
            with translated_errors():
                self._client.set(_taken_back_key(challenge), clock.now_ms() + HOUR, px=HOUR)
        return cancelled

    def is_sent_again(self, challenge: StoredChallenge) -> bool:
        """True if the sender took back a challenge to the same player within the last hour."""
        with translated_errors():
            until = self._client.get(_taken_back_key(challenge))
        return until is not None and clock.now_ms() < int(until)

    def _answered(self, challenge: StoredChallenge, status: Status, **more: Any) -> StoredChallenge:
        if challenge.state != "pending":
            raise ChallengeOver(challenge.state)
        now = clock.now_ms()
        answered = replace(challenge, status=status, until=now, **more)
        before, after = _written(challenge), _written(answered)
        with translated_errors():
            lasts = SHOWN_AFTER if status == "cancelled" else KEPT_AFTER
            if not _SWAP.run(self._client, [_key(challenge.id)], before, after, lasts):
                raise ChallengeOver(self.read(challenge.id).state)
            # An accepted one stays listed until its game is made, or nobody would repeat that.
            if status != "accepted":
                self._unlist(challenge, keep_sent=status == "declined")
            if status == "declined":
                ends = {challenge.id: now + SHOWN_AFTER}
                self._client.zadd(_list_key("sent", challenge.sender), ends, xx=True)
        return answered

    def finish(self, challenge: StoredChallenge) -> None:
        """List an accepted challenge no longer, as its game is made."""
        with translated_errors():
            self._unlist(challenge)

    def _unlist(self, challenge: StoredChallenge, *, keep_sent: bool = False) -> None:
        if challenge.to is not None:
            self._client.zrem(_list_key("received", challenge.to), challenge.id)
        if not keep_sent:
            self._client.zrem(_list_key("sent", challenge.sender), challenge.id)

    def forget(self, player: str) -> None:
        """Delete all challenges of a player, and to them."""
        kinds = ("sent", "received", "done")
        for kind in kinds:
            for challenge in self._listed(kind, player):
                with translated_errors():
                    self._client.delete(_key(challenge.id))
                    self._unlist(challenge)
        with translated_errors():
            for kind in kinds:
                self._client.delete(_list_key(kind, player))


def _written(challenge: StoredChallenge) -> bytes:
    return msgspec.json.encode(challenge)


def _key(challenge_id: str) -> str:
    return f"proposal:{challenge_id}"


def _taken_back_key(challenge: StoredChallenge) -> str:
    return f"proposals:taken_back:{challenge.sender}:{challenge.to}"


def _list_key(kind: str, player: str) -> str:
    return f"proposals:{kind}:{player}"
