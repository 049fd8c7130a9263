"""Moments in words, in a person's language and time zone."""

from datetime import date, datetime, tzinfo

from babel.dates import (
    format_date,
    format_time,
    get_timezone,
    get_timezone_gmt,
    get_timezone_name,
)

from service.texts import text

# "en" alone would write dates as in the United States.
LOCALES = {"en": "en_GB"}
"""Locales for languages whose code alone would stand for one country's way to write dates."""


def moment_in_words(moment: str, zone: str | None, language: str) -> str:
    """Return a moment (ISO 8601) like ``Tuesday, 24 November 2026, 21:05 (CET)``.

    Without a zone, or with an unknown one, it is in UTC.
    """
    there = datetime.fromisoformat(moment).astimezone(_zone(zone))
    locale = LOCALES.get(language, language)
    return text(
        language,
        "mail.when",
        date=format_date(there, "full", locale),
        time=format_time(there, "short", there.tzinfo, locale),
        zone=_zone_name(there, locale),
    )


def day_in_words(day: str, language: str) -> str:
    """Return a day (ISO 8601) like ``24 November 2026``."""
    return format_date(date.fromisoformat(day), "long", LOCALES.get(language, language))


def _zone(name: str | None) -> tzinfo:
    try:
        return get_timezone(name or "UTC")
    except LookupError:
        return get_timezone("UTC")


def _zone_name(there: datetime, locale: str) -> str:
    """Return the short name of a zone, or its distance from UTC if the language has no name."""
    name = get_timezone_name(there, "short", locale=locale)
    return name if name[0].isalpha() else get_timezone_gmt(there, "long", locale)
