"""The index of the API leads to the description, the games and the asker's account."""

from tests.service.api import Api


def test_the_index_leads_to_operations_of_the_description(api: Api):
    index = api.get("/")
    assert index["name"] == "Anabasis"
    known = api.get("/openapi.json")["paths"].keys() | {"/api/v1/openapi.json", "/docs"}
    assert len(index["links"]) > 5
    assert set(index["links"].values()) <= known


def test_its_links_follow_the_mount_path(api: Api):
    below = api.client.get("/api/v1/", environ_overrides={"SCRIPT_NAME": "/club"}).json
    assert below["links"]["games"] == "/club/api/v1/games"
    assert below["links"]["documentation"] == "/club/docs"


def test_it_answers_without_the_last_slash_as_well(api: Api):
    without = api.client.get("/api/v1")
    assert (without.status_code, without.json) == (200, api.get("/"))
