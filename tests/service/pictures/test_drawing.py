"""Pictures drawn by the page's own modules: every ruleset, any moment, and nothing but text in."""

from xml.etree import ElementTree

import pytest

from domain.kernel.game import Game
from domain.kernel.rulesets import rulesets
from domain.record.visibility import Viewer
from service.pictures.drawing import png_of, svg_of
from service.pictures.subjects import Look, subject_of
from tests.fixtures import Path, events_of, fixtures, load, moments, name_of

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('&\"')</script> \x00\ufffe]]>"
SAFE = {"svg", "title", "g", "path", "circle", "rect", "text"}
FIRST = [fixtures(ruleset)[0] for ruleset in sorted(rulesets())]


def drawn(path: Path, version: int, look: Look = Look("en"), name: str = "Ada") -> bytes:  # noqa: B008
    game, event = moments(path)[version - 1], events_of(load(path))[version - 1]
    subject = subject_of("", game, event, lambda _: name, look, is_over=True)
    return svg_of(subject.ruleset, subject.written)


def words_of(svg: bytes) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("path", FIRST, ids=name_of)
def test_every_phase_of_a_game_can_be_drawn(path: Path):
    phases = {phase_of(game): game.version for game in moments(path)}
    pictures = {drawn(path, version, Look("en", "square")) for version in phases.values()}
    assert len(pictures) > 1


def phase_of(game: Game) -> str:
    if game.timeline is None:
        return game.status
    phase = game.ruleset.wire.view(game.state, Viewer(None, over=True))["phase"]
    return f"{game.status} {phase}"


@pytest.mark.parametrize("path", FIRST, ids=name_of)
def test_the_wide_picture_shows_who_plays_and_who_won(path: Path):
    game = moments(path)[-1]
    assert game.outcome is not None
    svg = drawn(path, game.version)
    words = words_of(svg)
    assert any(word.startswith("Ada") for word in words)
    assert any("won" in word for word in words)
    assert scores_of(svg) == list(map(str, game.outcome.scores))


def scores_of(svg: bytes) -> list[str]:
    texts = ElementTree.fromstring(svg).iter(f"{SVG}text")
    return [each.text or "" for each in texts if each.get("font-size") == "32"]


def test_words_are_in_the_readers_language():
    path = FIRST[0]
    last = moments(path)[-1].version
    assert any(
        "gewonnen" in word or "gewinnt" in word for word in words_of(drawn(path, last, Look("de")))
    )


@pytest.mark.parametrize("path", FIRST, ids=name_of)
def test_whatever_a_name_holds_is_text(path: Path):
    root = ElementTree.fromstring(drawn(path, 1, name=HOSTILE))
    last = ElementTree.fromstring(drawn(path, moments(path)[-1].version, name=HOSTILE))
    for tree in (root, last):
        assert {each.tag.removeprefix(SVG) for each in tree.iter()} <= SAFE
    assert any("<script>" in (each.text or "") for each in last.iter(f"{SVG}text"))


def test_styles_are_written_out():
    svg = drawn(FIRST[-1], 1).decode()
    for left in (" class=", " style=", "var(", "color-mix(", "calc(", "data-"):
        assert left not in svg


def test_a_small_picture_leaves_out_names_of_places():
    path = FIRST[1]
    assert "Gordium" in words_of(drawn(path, 1, Look("en", "square")))
    assert "Gordium" not in words_of(drawn(path, 1, Look("en", "square", 160)))


def test_a_board_without_place_names_has_the_letters_and_numbers_of_its_grid():
    (tiny,) = (each for each in fixtures("alexandros") if name_of(each).endswith("tiny-two"))
    grid = [*"ABCDEFG", *"1234"]
    shape = Look("en", "square")
    assert words_of(drawn(tiny, 9, shape))[-len(grid) :] == grid
    assert not {*grid} & {*words_of(drawn(FIRST[1], 1, shape))}


@pytest.mark.parametrize(("width", "height"), [(1080, 1080), (160, 160)])
def test_a_png_has_the_size_asked_for(width: int, height: int):
    png = png_of(drawn(FIRST[1], 1, Look("en", "square", width)), width)
    assert png.startswith(b"\x89PNG")
    assert [int.from_bytes(png[at : at + 4]) for at in (16, 20)] == [width, height]
