"""A player's time zone and quiet hours in a request."""

import re
from typing import Any

from marshmallow import ValidationError, fields, post_load, validates_schema

from service.http.reading.fields import Request, flag
from service.people.quiet_hours import HOUR, LONGEST_NIGHT, QuietWindow, time_zones

# No 24:00: `to` before `from` already goes across midnight.
TIME_OF_DAY = re.compile("([01][0-9]|2[0-3]):[0-5][0-9]")


class TimeZone(fields.String):
    """The IANA name of a time zone."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        name = str(super()._deserialize(value, attr, data, **kwargs))
        if name not in time_zones():
            raise ValidationError(f'There is no time zone {name!r}; give one as "Europe/Berlin".')
        return name


def _time_of_day(**kwargs: Any) -> fields.String:
    def check(text: str) -> None:
        if not TIME_OF_DAY.fullmatch(text):
            raise ValidationError('Give a time of day such as "22:00".')

    form = {"pattern": f"^{TIME_OF_DAY.pattern}$", "examples": ["22:00"]}
    return fields.String(required=True, validate=check, metadata=form, **kwargs)


class QuietHoursShape(Request):
    """Hours of each day, across midnight if they end before they begin; at most 12."""

    start = _time_of_day(data_key="from")
    end = _time_of_day(data_key="to")
    weekends = flag(
        load_default=False,
        metadata={"description": "All of Saturday and Sunday, too; then `from` may equal `to`."},
    )

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> QuietWindow:
        """Return the hours in the form that the service keeps."""
        return QuietWindow(**data)

    @validates_schema
    def check_length(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse hours that take more than half a day, or no time at all."""
        hours = QuietWindow(**data)
        if hours.length > LONGEST_NIGHT:
            stated = f"{hours.start} to {hours.end} are {hours.length / HOUR:.4g}"
            raise ValidationError(f"Give at most 12 hours: {stated}.", "to")
        if not hours.length and not hours.weekends:
            raise ValidationError("Give another time than in from, or null for no hours.", "to")
