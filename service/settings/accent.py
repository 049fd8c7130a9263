"""The accent colour of the page, for its light and its dark theme, with enough contrast in both."""

import re
from collections.abc import Callable, Sequence

PAPERS = ("#f5efe2", "#fffcf5", "#ebe2cf"), ("#14191d", "#1e252b", "#10151a")
"""The backgrounds of `clients/web/ui/base.css` on which accented words stand: light, dark."""
THEMES = "light", "dark"
DARKER, LIGHTER = 0, 255
# WCAG 2.2, success criterion 1.4.3.
LEAST_CONTRAST = 4.5
_COLOUR = re.compile(r"#[0-9a-f]{6}")


def parse_accent(text: str) -> tuple[str, str]:
    """Return the colours for the light and the dark theme.

    The second follows from the first unless it is stated. Raises ValueError, which names the
    contrast and a near colour that has enough.
    """
    colours = [each.strip().lower() for each in text.split(",")]
    if len(colours) > len(THEMES) or not all(map(_COLOUR.fullmatch, colours)):
        raise ValueError("give a colour such as #9c3d1b, or one for each theme: #9c3d1b,#f0a071")
    light, dark = colours[0], colours[-1]
    if len(colours) == 1:
        dark = _near(dark, PAPERS[1], LIGHTER)
    for theme, colour, papers, end in zip(
        THEMES, (light, dark), PAPERS, (DARKER, LIGHTER), strict=True
    ):
        lowest = min(contrast(colour, paper) for paper in papers)
        if lowest < LEAST_CONTRAST:
            raise ValueError(
                f"the contrast of {colour} in the {theme} theme is {lowest:.1f}, and words need "
                f"{LEAST_CONTRAST}; {_near(colour, papers, end)} has enough"
            )
    return light, dark


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours by WCAG, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = map(_linear, _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _parts(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def _near(colour: str, papers: Sequence[str], end: int) -> str:
    """Return the colour, mixed with as little black (0) or white (255) as gives enough contrast."""
    mixes = ("#" + "".join(map(_mixed(end, n / 100), _parts(colour))) for n in range(101))
    return next(
        mix for mix in mixes if all(contrast(mix, each) >= LEAST_CONTRAST for each in papers)
    )


def _mixed(end: int, share: float) -> Callable[[int], str]:
    return lambda part: f"{round(part + (end - part) * share):02x}"
