"""Challenges: games proposed to a player by handle, or to anybody with the link."""

from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Response, url_for
from msgspec.structs import replace

from domain.errors import Malformed
from domain.kernel.game import Game, Seat
from domain.record.times import moment
from projections.answers.clocks import Deadline
from projections.view import stated_deadline
from service.context import services
from service.game.ids import game_id_of, new_game_id
from service.game.repeats import Command
from service.http.answering.headers import MADE
from service.http.answering.private_answers import answer
from service.http.answering.shown_games import view_for_asker
from service.http.asking.access import viewer
from service.http.asking.allowances import spend
from service.http.asking.auth import NoRight, asker, player_id
from service.http.asking.languages import language
from service.http.document.describing import scoped, scoped_or_none
from service.http.document.shapes import ref
from service.http.reading.account_schemas import Decline, NewChallenge
from service.http.reading.bodies import body
from service.http.reading.parsing import Resource, read
from service.http.resources.games import (
    NEW_GAME,
    check_texts,
    contribution_of,
    opening,
    spend_game,
    terms_of,
)
from service.http.resources.handles import player_of
from service.notices.challenge_notices import ChallengeKind
from service.people.answers import Challenger, GameChallenge, MyChallenges
from service.people.bot_accounts import BotDeclines, pace_of
from service.people.challenges import (
    MOST_BYTES,
    TO_BOTS,
    TO_PEOPLE,
    ChallengeUnknown,
    StoredChallenge,
    new_challenge,
)
from service.people.names import Name
from service.texts import text

NEW_CHALLENGE, DECLINE = NewChallenge(), Decline()

blp = Resource("challenges", __name__, description="Challenges to games.")


@blp.post("/challenges")
@blp.doc(operationId="challenge", security=scoped("play"))
@blp.body(NEW_CHALLENGE)
@blp.response(201, ref("GameChallenge"), description="The challenge; its id is the link's secret.")
def create() -> Response:
    """Challenge a player by handle, or anybody with the link, to a game.

    `terms` are those of `POST /games`; the seats are yours, theirs and those of `bots`, and the
    game starts when they accept. A person has seven days to answer, a bot account an hour. A bot
    account refuses a game that it does not take (`bot_declines`, with the `reason`). You may have
    30 challenges under way, and a player 50 to answer (`too_many_challenges`). It counts as a new
    game of yours. They hear of it, and you of the answer, by the stream and the channels that each
    has chosen; a challenge sent within an hour of taking one back is reported by the stream alone.
    """
    sender, fields = player_id(), read(NEW_CHALLENGE)
    to = None if fields["to"] is None else player_of(fields["to"], "to")
    if to == sender:
        raise Malformed({"to": ["is your own handle."]})
    terms = fields["terms"]
    spend("challenges")
    spend_game(terms)
    check_texts(terms, sender)
    _check_table(terms)
    if to is not None:
        _check_taken(to, terms, sender)
    challenge = new_challenge(sender, to, _stored_terms(), _time_to_answer(to))
    services().challenges.make(challenge)
    if to is not None:
        services().player_feeds.tell_now("challenged", challenge.id, [to])
        # Otherwise one that is taken back and sent again would be a mail each time.
        if not services().challenges.is_sent_again(challenge):
            _announce("challenged", challenge, to)
    return answer(_shown(challenge), 201)


@blp.get("/me/challenges")
@blp.doc(operationId="list_my_challenges", security=scoped("read"))
@blp.response(200, ref("MyChallenges"), description="The challenges, the newest first.")
def mine() -> Response:
    """List the challenges to answer, and those sent, with answers of the last day.

    A challenge that was accepted is not listed: its game is.
    """
    player, own = player_id(), services().challenges
    received, sent = own.received(player), own.sent(player)
    return answer(MyChallenges(list(map(_shown, received)), list(map(_shown, sent))))


@blp.get("/challenges/<challenge_id>")
@blp.doc(security=scoped_or_none("read"))
@blp.response(200, ref("GameChallenge"), description="The challenge.")
def read_challenge(challenge_id: str) -> Response:
    """Read a challenge of yours, to you, or by link; one by link needs no token.

    Once it is accepted, `taken_by` names its player, and for its two players `game_id` its game.
    """
    player = asker().player
    challenge = _visible(challenge_id, player)
    shown = _shown(challenge)
    # An unlisted game is not for everybody who has had the link.
    return answer(shown if _is_own(challenge, player) else replace(shown, game_id=None))


@blp.post("/challenges/<challenge_id>/accept")
@blp.doc(operationId="accept_challenge", security=scoped("play"))
@blp.response(201, ref("View"), description="The view of the game, which begins.", headers=MADE)
def accept(challenge_id: str) -> Response:
    """Accept a challenge: its game is made, and begins.

    The first to accept a challenge by link gets it (`challenge_over` for others). A repeated
    request is answered with the game.
    """
    player = player_id()
    challenge = _visible(challenge_id, player)
    if player == challenge.sender:
        raise NoRight("own_challenge")
    if challenge.taken_by != player:
        _check_taken(player, NEW_GAME.load(challenge.terms), challenge.sender)
    accepted = services().challenges.accept(challenge, player, new_game_id())
    game_id, game = _begun(accepted)
    services().challenges.finish(accepted)
    _announce("challenge_accepted", accepted, accepted.sender)
    made = answer(view_for_asker(game_id, game, viewer(game_id, game)), 201, etag=str(game.version))
    made.headers["Location"] = url_for("games.read_game", game_id=game_id)
    return made


@blp.post("/challenges/<challenge_id>/decline")
@blp.doc(operationId="decline_challenge", security=scoped("play"))
@blp.body(DECLINE)
@blp.response(200, ref("GameChallenge"), description="The challenge, declined.")
def decline(challenge_id: str) -> Response:
    """Decline a challenge to you.

    Its sender sees the reason for a day.
    """
    player = player_id()
    challenge = _visible(challenge_id, player)
    reason = read(DECLINE)["reason"]
    if challenge.to != player:
        raise NoRight("others_challenge")
    declined = services().challenges.decline(challenge, reason)
    services().player_feeds.tell_now("challenge_declined", challenge.id, [challenge.sender])
    _announce("challenge_declined", declined, declined.sender)
    return answer(_shown(declined))


@blp.delete("/challenges/<challenge_id>")
@blp.doc(operationId="cancel_challenge", security=scoped("play"))
@blp.response(204, description="The challenge is cancelled.")
def cancel(challenge_id: str) -> Response:
    """Take back a challenge of yours.

    Once it is answered, it is too late (`challenge_over`).
    """
    player = player_id()
    challenge = _visible(challenge_id, player)
    if challenge.sender != player:
        raise NoRight("others_challenge")
    services().challenges.cancel(challenge)
    return Response(status=204)


def _announce(kind: ChallengeKind, challenge: StoredChallenge, player: str) -> None:
    """Have a player's channels hear of a challenge or its answer."""
    services().notices.expect(player, f"{kind}:{challenge.id}")


def _visible(challenge_id: str, player: str | None) -> StoredChallenge:
    """Return a challenge that a player (None if anonymous) may see. Raises ChallengeUnknown."""
    challenge = services().challenges.read(challenge_id)
    # A player who comes too late by a link has to learn that somebody else has taken it.
    if challenge.to is not None and not _is_own(challenge, player):
        raise ChallengeUnknown(challenge_id)
    return challenge


def _is_own(challenge: StoredChallenge, player: str | None) -> bool:
    """True if a player has sent, received or taken a challenge."""
    own = (challenge.sender, challenge.to, challenge.taken_by)
    return player is not None and player in own


def _check_table(terms: dict[str, Any]) -> None:
    """Raise Malformed unless the seats are those of two players and the bots."""
    wanted = 2 + len(terms["bots"])
    if terms["seats"] != wanted or not terms["join"]:
        message = f"must be {wanted}: yours, theirs and one for each of `bots`; leave `join` out."
        raise Malformed({"terms.seats": [message]})
    terms_of("challenge", terms, player_id())


def _check_taken(player: str, terms: dict[str, Any], sender: str) -> None:
    """Raise BotDeclines if a player is a bot that does not take such a game."""
    account = services().bot_accounts.of(player)
    if account is None:
        return
    deadline = terms_of("challenge", terms, sender).deadline
    live = len(services().read_models.live_games(player))
    reason = account.refusal(terms["ruleset"], terms["seats"], pace_of(deadline), live)
    if reason is not None:
        raise BotDeclines(reason)


def _stored_terms() -> dict[str, Any]:
    """Return the terms as they were sent, with a title in the sender's language."""
    terms = NEW_CHALLENGE.add_seats(body())["terms"]
    title = terms.get("title") or text(language(), f"{terms['ruleset']}.title")
    stored = {**terms, "title": title}
    size = len(msgspec.json.encode(stored))
    if size > MOST_BYTES:
        message = f"take {size} bytes, more than {MOST_BYTES}: make the game and send its link."
        raise Malformed({"terms": [message]})
    return stored


def _time_to_answer(to: str | None) -> int:
    is_bot = to is not None and services().bot_accounts.of(to) is not None
    return TO_BOTS if is_bot else TO_PEOPLE


def _game_id(challenge: StoredChallenge) -> str:
    # One that was accepted before ids were stored has the id that was derived for it.
    return challenge.game_id or game_id_of("challenge", challenge.id)


def _begun(challenge: StoredChallenge) -> tuple[str, Game]:
    """Return the game of an accepted challenge, made now unless a repeated request finds it."""
    game_id = _game_id(challenge)
    # The same command however often it is sent, so that the challenge has one game.
    command = Command.of([], scope="challenge", key=challenge.id)
    done = services().commands.answered(game_id, command)
    if done is None:
        terms = NEW_GAME.load(challenge.terms)
        created = terms_of(game_id, terms, challenge.sender)
        events = opening(created, _occupants(challenge, terms), command)
        done = services().commands.create(game_id, events, command)
    return game_id, done.game


def _occupants(challenge: StoredChallenge, terms: dict[str, Any]) -> Iterator[Seat]:
    fair = terms["seed"] is None
    yield Seat(challenge.sender, None, contribution_of(terms, fair=fair))
    yield Seat(challenge.taken_by, None, contribution_of({}, fair=fair))
    for bot in terms["bots"]:
        yield Seat(None, bot, None)


def _shown(challenge: StoredChallenge) -> GameChallenge:
    both = (challenge.sender, challenge.to, challenge.taken_by)
    people = services().names.known(filter(None, both))
    is_begun = challenge.status == "accepted"
    return GameChallenge(
        id=challenge.id,
        status=challenge.state,
        sender=_person(challenge.sender, people),
        to=None if challenge.to is None else _person(challenge.to, people),
        terms=challenge.terms,
        deadline=_deadline(challenge),
        made_at=moment(challenge.made_at),
        until=moment(challenge.until),
        reason=challenge.reason,
        taken_by=None if challenge.taken_by is None else _person(challenge.taken_by, people),
        game_id=_game_id(challenge) if is_begun else None,
    )


def _deadline(challenge: StoredChallenge) -> Deadline | None:
    deadline = NEW_GAME.load(challenge.terms)["deadline"]
    return None if deadline is None else stated_deadline(deadline)


def _person(player: str, people: dict[str, Name]) -> Challenger:
    known = people[player]
    account = "bot" if known.is_bot else "person"
    return Challenger(player, known.present, known.handle, account)
