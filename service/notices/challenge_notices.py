"""Notices about challenges: to the player challenged, and to the sender once it is answered.

They are pending like those about games, by ``<kind>:<challenge>``, but no feed calls for them: the
request that makes or answers a challenge does. The challenge shows whether one is still called for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from domain.record.times import moment
from service.notices.contract import Message
from service.notices.moments import moment_in_words
from service.notices.parts import NoticeParts
from service.people.challenges import KEPT_AFTER, Challenges, State, StoredChallenge
from service.people.names import Names
from service.people.player import PlayerAccount
from service.texts import text
from service.texts.titles import shown_title

ChallengeKind = Literal["challenged", "challenge_accepted", "challenge_declined"]
CALLED_FOR: Mapping[ChallengeKind, State] = {
    "challenged": "pending",
    "challenge_accepted": "accepted",
    "challenge_declined": "declined",
}
"""The state of a challenge in which a notice of each kind is called for."""
TITLES: Mapping[ChallengeKind, str] = {
    "challenged": "notices.told.challenged",
    "challenge_accepted": "notices.told.challenge_accepted",
    "challenge_declined": "notices.told.challenge_declined",
}
SENDERS_SEAT = 0


@dataclass(frozen=True, slots=True)
class ChallengeNotice:
    """A notice to one side of a challenge; ``at`` is the moment it follows from, in ms."""

    kind: ChallengeKind
    challenge: StoredChallenge

    @property
    def key(self) -> str:
        """The name of the notice."""
        return f"{self.kind}:{self.challenge.id}"

    @property
    def player(self) -> str | None:
        """The player who gets it."""
        return self.challenge.to if self.kind == "challenged" else self.challenge.sender

    @property
    def other(self) -> str | None:
        """The player whom it names."""
        own = self.challenge
        return own.sender if self.kind == "challenged" else own.taken_by or own.to

    @property
    def at(self) -> int:
        """The moment of the challenge or of its answer (ms since 1970)."""
        return self.challenge.made_at if self.kind == "challenged" else self.challenge.until

    @property
    def due(self) -> int:
        """The moment after which it is of no use (ms since 1970)."""
        return self.challenge.until + (0 if self.kind == "challenged" else KEPT_AFTER)


class ChallengeNotices:
    """Finds the notices about challenges and words them. May raise StoreUnavailable."""

    def __init__(self, parts: NoticeParts, challenges: Challenges, names: Names) -> None:
        self._parts, self._challenges, self._names = parts, challenges, names

    def standing(self, player: str, key: str) -> ChallengeNotice | None:
        """Return a player's notice that is still called for; None if it no longer is."""
        kind, _, challenge_id = key.partition(":")
        challenge = self._challenges.stored(challenge_id)
        for each, state in CALLED_FOR.items():
            if each == kind and challenge is not None and challenge.state == state:
                notice = ChallengeNotice(each, challenge)
                return notice if notice.player == player else None
        return None

    def is_seen(self, notice: ChallengeNotice) -> bool:
        """True if the player has seen the game that the challenge led to."""
        game_id = notice.challenge.game_id
        return game_id is not None and self._parts.seen.version(game_id, SENDERS_SEAT) > 0

    def message(self, player: PlayerAccount, notice: ChallengeNotice) -> Message:
        """Return the message of a notice."""
        challenge, locale = notice.challenge, player.locale
        ruleset = challenge.terms["ruleset"]
        title = shown_title(challenge.terms.get("title") or "", ruleset, locale)
        name = self._name(notice.other, locale)
        is_begun = challenge.game_id is not None
        link = f"game/{challenge.game_id}" if is_begun else f"challenge#id={challenge.id}"
        return Message(
            key=notice.key,
            kind=notice.kind,
            player=player.id,
            name=player.name,
            locale=locale,
            title=text(locale, TITLES[notice.kind], name=name, title=title),
            link=self._parts.link(link),
            text=_sentence(player, notice),
        )

    def _name(self, player: str | None, locale: str) -> str:
        """Return a player's handle if there is one, as names are not unique."""
        known = self._names.known([player])[player] if player else None
        if known is None or known.present is None:
            return text(locale, "player_forgotten")
        return f"@{known.handle}" if known.handle else known.present


def is_about_challenge(key: str) -> bool:
    """True if a pending notice is about a challenge."""
    return key.partition(":")[0] in CALLED_FOR


def _sentence(player: PlayerAccount, notice: ChallengeNotice) -> str:
    locale, challenge = player.locale, notice.challenge
    match notice.kind:
        case "challenged":
            when = moment_in_words(moment(challenge.until), player.time_zone, locale)
            return text(locale, "mail.due", when=when)
        case "challenge_accepted":
            return text(locale, "notices.told.challenge_begun")
        case "challenge_declined":
            reason = text(locale, f"challenge.reason_{challenge.reason or 'generic'}")
            return text(locale, "challenge.declined_for", reason=reason)
