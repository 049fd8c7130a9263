"""The settings of the host's own face: what is refused, and with which remedy."""

from pathlib import Path

import pytest
from PIL import Image

from service.settings.accent import LEAST_CONTRAST, PAPERS, contrast, parse_accent
from service.settings.config import Config
from service.settings.mail_settings import mail_sender
from service.settings.setting import ConfigRefused
from service.texts import LANGUAGES


def refusal(variable: str, value: str) -> str:
    with pytest.raises(ConfigRefused) as refused:
        Config.from_environment({variable: value})
    line = str(refused.value)
    assert "\n" not in line
    assert variable in line
    return line


def picture(path: Path, size: tuple[int, int] = (96, 64), form: str = "PNG") -> str:
    Image.new("RGB", size, "#234a5c").save(path, form)
    return str(path)


@pytest.mark.parametrize(
    ("value", "contact"),
    [
        ("host@games.example", "mailto:host@games.example"),
        ("https://games.example/contact?x=1", "https://games.example/contact?x=1"),
    ],
)
def test_a_contact_is_a_mail_address_or_a_page(value: str, contact: str) -> None:
    assert Config.from_environment({"ANABASIS_CONTACT": value}).contact == contact


@pytest.mark.parametrize(
    "value",
    ["Ada", "javascript:alert(1)", "ftp://games.example", 'https://x/"y', "https://", "a@b@c", "@"],
)
def test_another_contact_is_refused(value: str) -> None:
    assert "give a mail address such as" in refusal("ANABASIS_CONTACT", value)


def test_a_folder_of_pages_has_to_be_there(tmp_path: Path) -> None:
    assert Config.from_environment({"ANABASIS_PAGES": str(tmp_path)}).pages == tmp_path
    assert "a folder that exists" in refusal("ANABASIS_PAGES", str(tmp_path / "none"))


@pytest.mark.parametrize("value", ["x" * 41, "a<b", 'a"b', "{house}", "a\x07b", "a\u202eb"])
def test_a_name_is_short_and_plain(value: str) -> None:
    assert "at most 40 characters" in refusal("ANABASIS_NAME", value)
    assert Config.from_environment({"ANABASIS_NAME": "Spieleclub Süd & Co."}).name


def test_a_logo_is_a_png_of_a_bounded_size(tmp_path: Path) -> None:
    logo = tmp_path / "logo.png"
    assert Config.from_environment({"ANABASIS_LOGO": picture(logo)}).logo == logo
    cut = tmp_path / "cut.png"
    cut.write_bytes(logo.read_bytes()[:60])
    script = tmp_path / "x.svg"
    script.write_text("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>")
    heavy = tmp_path / "heavy.png"
    heavy.write_bytes(logo.read_bytes() + bytes(300_000))
    bad = [
        *map(str, (cut, script, heavy, tmp_path, tmp_path / "none.png")),
        picture(tmp_path / "small.png", (63, 64)),
        picture(tmp_path / "wide.png", (2049, 64)),
        picture(tmp_path / "named.png", form="JPEG"),
    ]
    for each in bad:
        assert "PNG of 64 to 2048 pixels" in refusal("ANABASIS_LOGO", each)


def test_an_accent_has_a_counterpart_in_the_dark() -> None:
    light, dark = parse_accent("#234A5C")
    assert light == "#234a5c"
    assert all(contrast(dark, paper) >= LEAST_CONTRAST for paper in PAPERS[1])
    assert parse_accent("#9c3d1b, #f0a071") == ("#9c3d1b", "#f0a071")


@pytest.mark.parametrize(
    ("value", "theme"),
    [("#ffcc00", "light"), ("#ffffff", "light"), ("#9c3d1b,#333333", "dark")],
)
def test_a_faint_accent_is_refused_with_a_near_one_that_passes(value: str, theme: str) -> None:
    line = refusal("ANABASIS_ACCENT", value)
    assert f"in the {theme} theme is 1.2" in line or "is 1.0" in line
    near = line.split("; ")[1].split()[0]
    other = f"{near},#f0a071" if theme == "light" else f"#9c3d1b,{near}"
    assert Config.from_environment({"ANABASIS_ACCENT": other}).accent


@pytest.mark.parametrize("value", ["red", "#f00", "9c3d1b", "#9c3d1b,", "#9c3d1b,#fff000,#000000"])
def test_an_accent_is_written_in_six_digits(value: str) -> None:
    assert "give a colour such as #9c3d1b" in refusal("ANABASIS_ACCENT", value)


def test_languages_are_those_that_have_texts() -> None:
    assert Config().languages == tuple(LANGUAGES)
    assert Config.from_environment({"ANABASIS_LANGUAGES": "de, EN"}).languages == ("de", "en")
    for value in ("fr", "en,,de", "en de"):
        assert "give some of en, de, nl, da" in refusal("ANABASIS_LANGUAGES", value)


def test_a_sender_without_a_name_of_its_own_has_that_of_the_house() -> None:
    for text in ("no-reply@games.example", "Anabasis <no-reply@games.example>"):
        assert mail_sender(text, "The club").display_name == "The club"
    assert mail_sender("Ada <a@games.example>", "The club").display_name == "Ada"
