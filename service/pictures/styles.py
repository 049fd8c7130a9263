"""Writing the page's styles into an SVG, as attributes that any viewer understands."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any, TypeAlias
from xml.etree.ElementTree import Element

from cssselect2 import ElementWrapper, Matcher, SelectorError, compile_selector_list
from tinycss2 import parse_blocks_contents, parse_stylesheet

from service.clients import WEB
from service.pictures.values import Token, Values, ValueUnknown, worked_out

PROPERTIES = frozenset(
    {"color", "display", "fill", "fill-opacity", "fill-rule", "letter-spacing", "opacity"}
    | {"font", "font-family", "font-size", "font-style", "font-weight", "paint-order", "stroke"}
    | {"stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin"}
    | {"stroke-opacity", "stroke-width", "text-anchor", "transform"}
)
PAGE_ONLY = re.compile(r"class|style|role|tabindex|aria-.*|data-.*")
LENGTHS = re.compile(r"translate([XY]?)\(([^)]*)\)")
INVISIBLE = frozenset({"none", "transparent"})

Declarations: TypeAlias = Mapping[str, list[Token]]


@dataclass(frozen=True, slots=True)
class Stylesheet:
    """Several stylesheets, ready for matching."""

    matcher: Matcher

    @classmethod
    def of(cls, *sources: str) -> "Stylesheet":
        """Read stylesheets, the later ones stronger; rules only for pages are left out."""
        matcher, number = Matcher(), count()
        for source in sources:
            for rule in parse_stylesheet(source, skip_comments=True, skip_whitespace=True):
                if rule.type == "qualified-rule" and (declared := _declarations(rule.content)):
                    _add(matcher, rule.prelude, (next(number), declared))
        return cls(matcher)

    def declared(self, wrapper: ElementWrapper) -> dict[str, list[Token]]:
        """Return the declarations for an element by property, the strongest of each."""
        found: dict[str, list[Token]] = {}
        for _, _, pseudo, (_, declarations) in sorted(
            self.matcher.match(wrapper), key=lambda match: (match[0], match[3][0])
        ):
            if pseudo is None:
                found |= declarations
        return found | _declarations(wrapper.etree_element.get("style", ""))


def _add(matcher: Matcher, prelude: list[Token], payload: Any) -> None:
    try:
        selectors = compile_selector_list(prelude)
    except SelectorError:
        return  # for elements that no picture has, such as a slider's thumb
    for selector in selectors:
        matcher.add_selector(selector, payload)


def _declarations(content: Any) -> dict[str, list[Token]]:
    """Return the declarations of variables and of properties that pictures use."""
    return {
        declaration.name: declaration.value
        for declaration in parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
        if declaration.type == "declaration"
        and (declaration.name in PROPERTIES or declaration.name.startswith("--"))
    }


@cache
def stylesheet(*names: str) -> Stylesheet:
    """Return files of the page as one stylesheet."""
    return Stylesheet.of(*((WEB / name).read_text("utf-8") for name in names))


def styled(root: Element, sheet: Stylesheet) -> None:
    """Write the styles of a tree into its elements, and remove its unseen parts."""
    _style(ElementWrapper.from_xml_root(root), sheet, {})
    _strip(root)


def _style(wrapper: ElementWrapper, sheet: Stylesheet, inherited: Values) -> bool:
    """Write the styles of an element and its descendants; False if it is invisible."""
    element, declared = wrapper.etree_element, sheet.declared(wrapper)
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    values = {**inherited, **own} if own else inherited
    attributes = dict(_attributes(declared, values))
    if attributes.get("display") == "none":
        return False
    unseen = [
        child.etree_element for child in wrapper.iter_children() if not _style(child, sheet, values)
    ]
    for child in unseen:
        element.remove(child)
    element.attrib.update(attributes)
    return not _is_empty(element)


def _strip(root: Element) -> None:
    """Remove attributes that no viewer needs."""
    # Only after all styles are written, as selectors use these attributes of an element's
    # neighbours.
    for element in root.iter():
        for name in [name for name in element.attrib if PAGE_ONLY.fullmatch(name)]:
            del element.attrib[name]


def _attributes(declared: Declarations, values: Values) -> Iterator[tuple[str, str]]:
    for name, tokens in declared.items():
        if name.startswith("--"):
            continue
        try:
            text = worked_out(tokens, values)
        except ValueUnknown:
            continue
        yield from _attribute(name, text)


def _attribute(name: str, text: str) -> Iterator[tuple[str, str]]:
    match name:
        case "font":
            yield from _font(text)
        case "transform":
            yield name, LENGTHS.sub(_translation, text)
        case _:
            yield name, text


def _font(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of the shorthand: style, weight, size, family."""
    if text == "inherit":
        return
    words = text.split()
    if words[0] == "italic":
        yield "font-style", words.pop(0)
    if words[0].isdigit() and len(words) > 2:
        yield "font-weight", words.pop(0)
    yield "font-size", words[0].partition("/")[0]
    yield "font-family", " ".join(words[1:])


def _translation(found: re.Match[str]) -> str:
    """Return a CSS translation in the form of an attribute."""
    first, *others = found[2].split(",")
    second = others[0] if others else "0"
    return f"translate(0 {first})" if found[1] == "Y" else f"translate({first} {second.strip()})"


def _is_empty(element: Element) -> bool:
    """True if an element is invisible: an empty group, or a shape without colour."""
    if element.tag == "g":
        return not len(element)
    fill, stroke = element.get("fill", "black"), element.get("stroke", "none")
    return element.tag in ("path", "circle") and fill in INVISIBLE and stroke in INVISIBLE
