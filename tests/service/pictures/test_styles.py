"""Styles: the page's rules and values, worked out and written into the elements."""

from xml.etree.ElementTree import Element, fromstring, tostring

import pytest

from service.pictures.styles import Stylesheet, styled

ROOT = ":root { --ink: #123; --light: initial; --dark: ; }"


def with_style(svg: str, *sheets: str) -> Element:
    root = fromstring(svg)
    styled(root, Stylesheet.of(*sheets))
    return root


def value_of(value: str, name: str = "fill", rules: str = "") -> str | None:
    path = with_style("<svg><path class='it'/></svg>", f"{rules} .it {{ {name}: {value}; }}")[0]
    return path.get(name)


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ("#abc", "#abc"),
        ("var(--ink)", "#123"),
        ("var(--none, red)", "red"),
        ("var(--light, #fff) var(--dark, #000)", "#fff"),
        ("var(--light, var(--ink)) var(--dark, #000)", "#123"),
        ("color-mix(in srgb, #000 25%, #fff)", "rgba(191, 191, 191, 1)"),
        ("color-mix(in srgb, #f00 40%, transparent)", "rgba(255, 0, 0, 0.4)"),
    ],
)
def test_colours_become_plain(value: str, plain: str):
    assert value_of(value, rules=ROOT) == plain


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ("3px", "3"),
        ("calc(2.5 * var(--px))", "5"),
        ("calc((1px + 3px) * 2 - 1px)", "7"),
        ("clamp(0px, (1.5px - var(--px)) * 100, 13px)", "0"),
        ("min(9px, max(4px, var(--px)))", "4"),
    ],
)
def test_sums_become_numbers_of_pixels(value: str, plain: str):
    assert value_of(value, "stroke-width", "svg { --px: 2px; }") == plain


@pytest.mark.parametrize("value", ["var(--round)", "color-mix(in srgb, nothing 3%, #fff)"])
def test_a_value_that_cannot_be_worked_out_is_left_out(value: str):
    assert not value_of(value, rules=":root { --round: var(--round); }")


def test_the_stronger_and_the_later_rule_count_and_inline_style_most():
    svg = "<svg><g class='a'><path class='b'/><path class='b c' style='fill: blue'/></g></svg>"
    group = with_style(svg, ".a .b { fill: red; } .b { fill: green; }", ".c { stroke: red; }")[0]
    assert [path.get("fill") for path in group] == ["red", "blue"]
    assert [path.get("stroke") for path in group] == [None, "red"]


def test_variables_are_inherited():
    svg = "<svg><g class='seat'><path/></g><path/></svg>"
    root = with_style(svg, ":root { --c: red; } .seat { --c: blue; } path { fill: var(--c); }")
    assert [path.get("fill") for path in root.iter("path")] == ["blue", "red"]


def test_a_rule_by_a_neighbour_finds_it():
    svg = "<svg><circle class='tag'/><text class='number'/></svg>"
    root = with_style(svg, ".tag + .number { fill: red; } .tag { fill: blue; }")
    assert root[1].get("fill") == "red"


def test_a_font_is_written_in_its_parts():
    svg = "<svg><text class='it'>a</text></svg>"
    text = with_style(svg, ".it { font: italic 600 calc(2 * 11px)/1.2 'A B', serif; }")[0]
    assert text.get("font-style") == "italic"
    assert text.get("font-weight") == "600"
    assert text.get("font-size") == "22"
    assert text.get("font-family", "").endswith("serif")


def test_a_translation_is_written_as_an_attribute():
    assert value_of("translate(3px, 4px)", "transform") == "translate(3 4)"
    assert value_of("translateY(-34px) scale(.8)", "transform") == "translate(0 -34) scale(.8)"


def test_what_is_not_seen_or_not_understood_is_not_sent():
    svg = """<svg><path class="gone"/><g><path class="clear" data-space="1" aria-label="x"/></g>
      <path class="kept" tabindex="0" data-x="1" style="cursor: pointer"/></svg>"""
    rules = ".gone { display: none; } .clear { fill: transparent; stroke: none; } "
    rules += "@media print { .kept { display: none; } } .kept:hover { fill: red; }"
    root = with_style(svg, rules)
    assert tostring(root, "unicode").split() == ["<svg><path", "/></svg>"]
