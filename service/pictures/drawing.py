"""Drawing a position as an SVG, and that as a PNG.

The page's own modules draw, in a JavaScript engine without network, files or a clock.
"""

import re
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

import msgspec
from quickjs import Context
from resvg_py import svg_to_bytes

from service.clients import WEB
from service.pictures.sources import modules_of, stylesheets
from service.pictures.styles import styled, stylesheet

OWN = "picture/picture.css"
FONTS = sorted(map(str, (WEB / "fonts").glob("*.ttf")))
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

ENGINE_BYTES = 96_000_000
ENGINE_STACK_BYTES = 512_000
ENGINE_SECONDS = 3
"""Seconds of the whole process's processor time, which is all that the engine counts."""

DRAW = """
globalThis.draw = (input) => {
  const { words, view, event, shape, width } = JSON.parse(input);
  texts.speak(words);
  return JSON.stringify(tree.plain(composing.picture(own.looks, view, event, shape, width)));
};
"""


def svg_of(ruleset: str, subject: bytes) -> bytes:
    """Return the picture of a subject as a document without styles, scripts or links."""
    root = _element(_tree(ruleset, subject), None)
    styled(root, stylesheet(*stylesheets(ruleset), OWN))
    svg: bytes = tostring(root, "utf-8")
    return svg


def _tree(ruleset: str, subject: bytes) -> Any:
    """Return the picture of a position as nested lists of tag, attributes and children.

    Raises quickjs.JSException if memory or time is used up.
    """
    context = engine(f"{modules_of(ruleset).script}\n{DRAW}")
    return msgspec.json.decode(context.get("draw")(subject.decode()))


def engine(script: str) -> Context:
    """Return an engine that has run a script, its memory and time bounded."""
    # Each subject has one of its own, so that nothing of one game remains for the next.
    context = Context()
    context.set_memory_limit(ENGINE_BYTES)
    context.set_max_stack_size(ENGINE_STACK_BYTES)
    context.set_time_limit(ENGINE_SECONDS)
    context.eval(f"(() => {{\n{script}\n}})();")
    return context


def _element(node: Any, parent: Element | None) -> Element:
    """Return nested lists as elements; text is never read as markup."""
    tag, attributes, children = node
    written = {name: _written(value) for name, value in attributes.items()}
    element = Element(tag, written) if parent is None else SubElement(parent, tag, written)
    for child in children:
        if isinstance(child, str):
            element.text = (element.text or "") + _written(child)
        else:
            _element(child, element)
    return element


def _written(text: str) -> str:
    """Return a text without the characters that XML cannot contain."""
    return NOT_XML.sub("\ufffd", text)


def png_of(svg: bytes, width: int) -> bytes:
    """Return a document as a PNG of a width."""
    png: bytes = svg_to_bytes(
        svg.decode(),
        width=width,
        # Only our fonts, so that every machine draws the same.
        skip_system_fonts=True,
        font_files=FONTS,
        serif_family="Anabasis Serif",
        sans_serif_family="Anabasis Sans",
        font_family="Anabasis Sans",
    )
    return png
