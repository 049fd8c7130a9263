"""oEmbed: a frame of a listed game for anyone who has its address."""

import pytest

from tests.service.api import Api, Person

HERE = "http://localhost"


def asked(api: Api, url: str, expect: int = 200, **query: object):
    return api.ask("GET", "/oembed", query_string={"url": url, **query}, expect=expect).json


@pytest.mark.parametrize("page", ["game", "embed"])
def test_the_address_of_a_game_gives_a_frame_of_it(api: Api, game: str, page: str):
    answer = asked(api, f"{HERE}/{page}/{game}?at=2")
    assert (answer["type"], answer["version"]) == ("rich", "1.0")
    assert f'<iframe src="{HERE}/embed/{game}?at=2" width="640" height="480"' in answer["html"]
    assert answer["thumbnail_url"].startswith(f"{HERE}/api/v1/games/{game}/picture.png?")


def test_the_frame_fits_the_room_there_is(api: Api, game: str):
    answer = asked(api, f"{HERE}/game/{game}", maxwidth=320, maxheight=2000)
    assert (answer["width"], answer["height"]) == (320, 600)
    assert 'width="320" height="600"' in answer["html"]


def test_a_title_is_text_in_the_frame(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob, title='"><script>')
    assert "<script>" not in asked(api, f"{HERE}/game/{game}")["html"]


@pytest.mark.parametrize(
    "url",
    [
        "http://elsewhere.example/game/{game}",
        "http://localhost.example/game/{game}",
        "http://localhost@elsewhere.example/game/{game}",
        "ftp://localhost/game/{game}",
        "http://localhost/rules/{game}",
        "http://localhost/game/{game}/x",
        "/game/{game}",
        "http://[",
        "",
    ],
)
def test_an_address_that_is_no_game_of_ours_is_refused(api: Api, game: str, url: str):
    assert asked(api, url.format(game=game), expect=422)["errors"]["url"]


def test_a_game_that_is_not_listed_is_not_found(api: Api, ada: Person):
    game = api.game(ada, listed=False, seats=2, bots=["greedy"])
    for named in (game, "nosuchgame"):
        assert asked(api, f"{HERE}/game/{named}", expect=404)["code"] == "not_found"


def test_only_json_is_spoken(api: Api, game: str):
    assert "format" in asked(api, f"{HERE}/game/{game}", expect=422, format="xml")["errors"]
