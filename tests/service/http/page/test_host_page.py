"""The page of hosts and moderators: for everybody else there is no such page."""

import pytest

from service.context import Services
from tests.service.api import Api, Person

HTML = {"Accept": "text/html"}


def page(api: Api, who: Person | None):
    client = api.client
    if who is not None:
        client.set_cookie("anabasis", who.token)
    return client.get("/host", headers=HTML)


def test_nothing_of_the_page_is_sent_to_who_has_no_role(api: Api, ada: Person):
    nowhere = api.client.get("/nowhere", headers=HTML)
    for who in (None, ada, Person("p0", "Nobody", "ana_unknown")):
        answer = page(api, who)
        assert (answer.status_code, answer.data) == (404, nowhere.data)


@pytest.mark.parametrize("role", ["host", "moderator"])
def test_who_has_a_role_gets_it_and_nobody_keeps_it(
    api: Api, own: Services, ada: Person, role: str
):
    own.players.set_role(ada.player_id, role)  # type: ignore[arg-type]
    answer = page(api, ada)
    assert answer.status_code == 200
    assert 'src="web/pages/host.js"' in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    own.players.set_role(ada.player_id, None)
    assert page(api, ada).status_code == 404
