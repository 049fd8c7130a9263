"""The host's announcement, which every page shows until its end."""

from typing import Any

from flask import Response

from domain.record.times import moment
from service.context import services
from service.http.answering.private_answers import answer
from service.http.asking.host_rights import acting_as
from service.http.document.describing import TOKEN
from service.http.document.shapes import ref
from service.http.reading.host_schemas import NewAnnouncement
from service.http.reading.parsing import Resource, read
from service.moderation.announcing import announce, end_announcement
from service.people.announcements import Announcement
from service.people.answers import AnnouncementShown, PresentAnnouncement

NEW_ANNOUNCEMENT = NewAnnouncement()

blp = Resource("announcements", __name__, description="The host's announcement.")


@blp.get("/announcement")
@blp.doc(operationId="read_announcement")
@blp.response(200, ref("PresentAnnouncement"), description="The announcement, if there is one.")
def read_announcement() -> Response:
    """Read the host's announcement, which every page shows until its end.

    `announcement` is null while there is none.
    """
    return answer(PresentAnnouncement(_shown(services().announcements.known())))


@blp.put("/host/announcement")
@blp.doc(operationId="announce", security=TOKEN)
@blp.body(NEW_ANNOUNCEMENT)
@blp.response(200, ref("PresentAnnouncement"), description="The announcement, as pages show it.")
def make_announcement() -> Response:
    """Announce something on every page until a time; it replaces the present announcement.

    For the role `host` alone. Give `texts` by language; a reader whose language has none gets the
    first one. It ends by itself.
    """
    actor = acting_as("host")
    wanted: dict[str, Any] = read(NEW_ANNOUNCEMENT)
    made = announce(services(), wanted["texts"], wanted["until"], actor.id)
    return answer(PresentAnnouncement(_shown(made)))


@blp.delete("/host/announcement")
@blp.doc(operationId="end_announcement", security=TOKEN)
@blp.response(204, description="Pages show no announcement any more.")
def end() -> Response:
    """End the announcement before its time.

    For the role `host` alone. Ending it again changes nothing.
    """
    end_announcement(services(), "", acting_as("host").id)
    return Response(status=204)


def _shown(announcement: Announcement | None) -> AnnouncementShown | None:
    if announcement is None:
        return None
    return AnnouncementShown(announcement.id, dict(announcement.texts), moment(announcement.until))
