"""The host's announcement over the API: made, replaced and ended by hosts, and in the log."""

from typing import Any

import pytest

from service.context import Services
from service.people.announcements import LONGEST
from tests.service.api import Api, Person

BODY = {"texts": {"de": "Pause um 20 Uhr.", "en": "A break at 20:00."}, "until": "2027-06-01"}


@pytest.fixture
def host(own: Services, eve: Person) -> Person:
    own.players.set_role(eve.player_id, "host")
    return eve


def put(api: Api, who: Person, **changes: Any) -> Any:
    return api.ask("PUT", "/host/announcement", who, json={**BODY, **changes})


def test_an_announcement_is_shown_to_everybody_until_it_is_ended(api: Api, host: Person):
    assert api.get("/announcement") == {"announcement": None}
    made = put(api, host).json["announcement"]
    assert made["texts"] == BODY["texts"]
    assert made["until"] == "2027-06-01T00:00:00.000Z"
    assert api.get("/announcement")["announcement"] == made
    again = put(api, host, texts={"en": "No break."}).json["announcement"]
    assert again["id"] != made["id"]
    api.ask("DELETE", "/host/announcement", host, expect=204)
    api.ask("DELETE", "/host/announcement", host, expect=204)
    assert api.get("/announcement") == {"announcement": None}


def test_each_act_is_in_the_log_with_its_text(api: Api, host: Person):
    put(api, host)
    api.ask("DELETE", "/host/announcement", host, expect=204)
    ended, made = api.get("/host/acts", host)["acts"]
    assert (made["action"], made["by"]) == ("announcement_made", host.player_id)
    assert "en: A break at 20:00." in made["reason"]
    assert (ended["action"], ended["subject"]) == ("announcement_ended", made["subject"])


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"texts": {}}, "texts"),
        ({"texts": {"fr": "Pause."}}, "texts.fr"),
        ({"texts": {"en": " "}}, "texts.en"),
        ({"texts": {"en": "A" * (LONGEST + 1)}}, "texts.en"),
        ({"texts": {"en": "A\u202eB"}}, "en"),
        ({"texts": "A break."}, "texts"),
        ({"until": "2020-01-01"}, "until"),
        ({"until": "2030-01-01"}, "until"),
        ({"until": "soon"}, "until"),
        ({"by": "me"}, "by"),
    ],
)
def test_a_faulty_announcement_names_its_field(
    api: Api, host: Person, changes: dict[str, Any], field: str
):
    refused = put(api, host, **changes)
    assert refused.status_code == 422
    assert list(refused.json["errors"]) == [field]
    assert api.get("/announcement") == {"announcement": None}
