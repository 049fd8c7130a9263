"""The acts of hosts and moderators: each is done and logged, with who and why."""

from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Response

from domain.errors import Malformed
from domain.record.times import moment
from service.context import services
from service.http.answering.private_answers import answer
from service.http.asking.host_rights import acting_as
from service.http.document.describing import TOKEN
from service.http.document.shapes import ref
from service.http.reading.host_schemas import ActsQuery, NewAct
from service.http.reading.parsing import Resource, read
from service.moderation.actions import Act
from service.moderation.answers import ActDone, HostAct, HostActs
from service.moderation.log import AdminLog, Entry
from service.moderation.rights import ENDING, act_on, find_subject, reason_of
from service.people.player import ID

NEW_ACT = NewAct()

blp = Resource("host_acts", __name__, description="Acts of the host, and their log.")


@blp.post("/host/acts")
@blp.doc(operationId="act_as_host", security=TOKEN)
@blp.body(NEW_ACT)
@blp.response(201, ref("ActDone"), description="It is done, and in the log.")
def act_as_host() -> Response:
    """Close, unlist, mute, rename and the like, or undo it, as `anabasis admin` does.

    A suspended player reads why, and until when: until then they can read, export and leave, but
    make no move and no game. A banned one cannot sign in. `title_removed` shows a game under its
    ruleset's name. `board_removed` takes the texts off a board that a player made, and shows the
    game only to its own people and with its join code. Records, events and exports keep both, and
    `title_restored` and `board_restored` show them again. A private network, such as
    `127.0.0.1`, cannot be banned (`network_private`). Moderators may act on
    games, and on players without a role; bans, roles and forgetting a player need the role `host`
    (403, `no_right`). Repeating an act is safe: it is done again, and logged only if its reason or
    end is another one. Players read the reason for which a game is closed or they are stopped; all
    other reasons are in the log alone. An act that makes no sense, such as closing a finished game,
    is refused with a `reason` (409, `act_refused`).
    """
    actor = acting_as("moderator")
    wanted: dict[str, Any] = read(NEW_ACT)
    own, action = services(), wanted["action"]
    subject = find_subject(own, action, wanted["subject"], actor.role)
    reason = reason_of(action, wanted["reason"])
    until = _end(action, wanted["until"])
    logged = act_on(own, Act(action, subject, reason, actor.id, until))
    return answer(ActDone(action, subject, logged.value), 201)


@blp.get("/host/acts")
@blp.doc(operationId="list_host_acts", security=TOKEN)
@blp.arguments(ActsQuery(), location="query")
@blp.response(200, ref("HostActs"), description="A page of the log.")
def list_host_acts(query: dict[str, Any]) -> Response:
    """List the acts of hosts and moderators, newest first.

    Those by page, by API and by command are in one log; each states who did it and why.
    """
    acting_as("moderator")
    own, limit = services(), query["limit"]
    entries = AdminLog(own.read_models.client).page(query["before"], limit)
    names = own.names.of(entry.by for entry in entries if ID.fullmatch(entry.by))
    following = entries[-1].number if len(entries) == limit and entries[-1].number > 1 else None
    return answer(HostActs([shown_act(each, names.get(each.by)) for each in entries], following))


def _end(action: str, until: datetime | None) -> str:
    """Return the end of an act as it is logged. Raises Malformed for none, or a wrong one."""
    if action not in ENDING:
        return ""
    now, most = datetime.now(UTC), timedelta(days=ENDING[action])
    if until is None or not now < until <= now + most:
        raise Malformed({"until": [f"Give a time within the next {most.days} days."]})
    return moment(int(until.timestamp() * 1000))


def shown_act(entry: Entry, by_name: str | None) -> HostAct:
    """Return an entry of the log as an answer."""
    return HostAct(
        number=entry.number,
        at=entry.recorded_at,
        by=entry.by,
        by_name=by_name,
        action=entry.action,
        subject=entry.subject,
        reason=entry.reason,
        until=entry.until or None,
    )
