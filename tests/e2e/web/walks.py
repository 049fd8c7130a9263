"""Scenes seen one after another on one page, as a page costs more to load than to look at."""

from collections.abc import Callable
from functools import partial

from tests.e2e.web import account_scenes, front_scenes, scenes
from tests.e2e.web.front_scenes import EVERY_SCENE
from tests.e2e.web.layout import Size
from tests.e2e.web.scenes import Stage, open_dialog
from tests.e2e.web.visitors import Visitor

Step = Callable[[Visitor], None]
DESK: Size = (1280, 800)
STEPS: dict[str, dict[str, Step]] = {
    "choosing a card": {
        "settings": partial(open_dialog, scenes.settings),
        "keys": partial(open_dialog, scenes.keys),
        "text board": partial(open_dialog, scenes.text_board),
        "resigning": partial(open_dialog, scenes.resigning),
    },
    "marching": {
        "rules beside a game": scenes.open_rules,
        "points to march to": scenes.show_points,
    },
    "actions": {"an occupation proposed": partial(scenes.propose_conquest, "actions")},
    "result in figures": {
        "scores": scenes.show_scores,
        "animation": front_scenes.ask_for_animation,
    },
    "account": {"account with a secret": account_scenes.add_webhook},
}
"""The steps to further scenes, by the scene that they follow."""
_FURTHER = {name for steps in STEPS.values() for name in steps}
WALKS = [name for name in EVERY_SCENE if name not in _FURTHER]
"""The scenes that walks begin with: all walks together meet every scene."""


def walk(first: str, guest: Visitor, stage: Stage, look: Callable[[str], None]) -> None:
    """Open a scene and all that follow it; look at each."""
    EVERY_SCENE[first](guest, stage)
    look(first)
    for name, step in STEPS.get(first, {}).items():
        return_to_desk(guest)
        step(guest)
        look(name)


def return_to_desk(guest: Visitor) -> None:
    """Close the dialog, if one is open, and have the first window again."""
    width, height = DESK
    guest.page.set_viewport_size({"width": width, "height": height})
    for each in (".end-card .end-close", "dialog[open]"):
        if guest.page.locator(each).count():
            guest.page.keyboard.press("Escape")
            guest.page.locator(each).wait_for(state="hidden")
