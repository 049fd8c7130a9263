"""Announcements as acts of a host: each is logged, with its text, before it is shown."""

from collections.abc import Mapping

from domain.record.times import moment
from service.context import Services
from service.moderation.actions import ANNOUNCED, ANNOUNCEMENT_ENDED, Act, perform
from service.people.announcements import Announcement, new_announcement


def announce(own: Services, texts: Mapping[str, str], until: int, by: str) -> Announcement:
    """Show texts by language on every page until a time (ms), in place of those shown now.

    Raises LogBusy, StoreUnavailable.
    """
    made = new_announcement(texts, until, by)
    logged = " / ".join(f"{language}: {text}" for language, text in texts.items())
    perform(own, Act(ANNOUNCED, made.id, f"Until {moment(until)}: {logged}", by))
    own.announcements.set(made)
    return made


def end_announcement(own: Services, reason: str, by: str) -> Announcement | None:
    """End the present announcement, and return it; None if there is none.

    Raises LogBusy, StoreUnavailable.
    """
    present = own.announcements.read()
    if present is not None:
        perform(own, Act(ANNOUNCEMENT_ENDED, present.id, reason, by))
    return present
