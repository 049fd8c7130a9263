"""A player's time zone and quiet hours, as they are set, shown and refused."""

from typing import Any

import pytest

from tests.service.api import Api, Person

NIGHT = {"from": "22:00", "to": "07:00", "weekends": False}


def change(api: Api, person: Person, **changes: Any) -> Any:
    return api.ask("PATCH", "/me", person, json=changes, expect=200).json


def test_a_player_has_no_quiet_hours_until_they_are_set(api: Api, ada: Person):
    shown = api.get("/me", ada)
    assert (shown["time_zone"], shown["quiet_hours"]) == (None, None)


def test_quiet_hours_and_their_zone_stay_until_they_are_changed(api: Api, ada: Person):
    hours = {"from": "22:00", "to": "07:00"}
    changed = change(api, ada, time_zone="Europe/Berlin", quiet_hours=hours)
    assert (changed["time_zone"], changed["quiet_hours"]) == ("Europe/Berlin", NIGHT)
    assert change(api, ada, name="Ada L")["quiet_hours"] == NIGHT
    assert change(api, ada, time_zone="Asia/Tokyo")["quiet_hours"] == NIGHT
    weekends = {"from": "00:00", "to": "00:00", "weekends": True}
    assert change(api, ada, quiet_hours=weekends)["quiet_hours"] == weekends
    none = change(api, ada, time_zone=None, quiet_hours=None)
    assert (none["time_zone"], none["quiet_hours"]) == (None, None)
    assert api.get("/me", ada) == none


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"time_zone": "Berlin"}, "time_zone", "no time zone 'Berlin'"),
        ({"time_zone": "posix/UTC"}, "time_zone", 'give one as "Europe/Berlin"'),
        ({"time_zone": 1}, "time_zone", "given: 1"),
        ({"quiet_hours": {"from": "22:00"}}, "quiet_hours.to", "is missing"),
        ({"quiet_hours": {**NIGHT, "to": "7:00"}}, "quiet_hours.to", "given: '7:00'"),
        ({"quiet_hours": {**NIGHT, "to": "24:00"}}, "quiet_hours.to", "given: '24:00'"),
        ({"quiet_hours": {**NIGHT, "to": "10:30"}}, "quiet_hours.to", "at most 12 hours"),
        ({"quiet_hours": {**NIGHT, "to": "10:30"}}, "quiet_hours.to", "are 12.5"),
        ({"quiet_hours": {**NIGHT, "to": "22:00"}}, "quiet_hours.to", "or null for no hours"),
        ({"quiet_hours": {**NIGHT, "weekends": 1}}, "quiet_hours.weekends", "1 is not true"),
        ({"quiet_hours": {**NIGHT, "zone": "UTC"}}, "quiet_hours.zone", "no field here"),
        ({"quiet_hours": "22-7"}, "quiet_hours", "given: '22-7'"),
        ({"quiet_hours": NIGHT}, "time_zone", "for the quiet hours 22:00 to 07:00"),
    ],
)
def test_settings_that_cannot_be_are_refused_with_their_value(
    api: Api, ada: Person, changes: dict[str, Any], field: str, message: str
):
    refused = api.ask("PATCH", "/me", ada, json=changes, expect=422).json
    assert list(refused["errors"]) == [field]
    assert message in refused["errors"][field][0]
    assert api.get("/me", ada)["quiet_hours"] is None


def test_a_zone_cannot_go_while_quiet_hours_need_it(api: Api, ada: Person):
    change(api, ada, time_zone="Europe/Berlin", quiet_hours=NIGHT)
    refused = api.ask("PATCH", "/me", ada, json={"time_zone": None}, expect=422).json
    assert refused["errors"] == {
        "time_zone": ["is missing for the quiet hours 22:00 to 07:00; give both or none."]
    }
    assert api.get("/me", ada)["time_zone"] == "Europe/Berlin"
