"""Pictures of the page, to be looked at: `make screenshots`, or this module with some names.

With ``--sizes`` it takes every scene and phase at four sizes, in the light and in the dark.
"""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import Browser

from tests.e2e.web import browsers
from tests.e2e.web.every_size import take_phases, take_scenes
from tests.e2e.web.front_scenes import EVERY_SCENE
from tests.e2e.web.play_settlers import advisor, in_phase
from tests.e2e.web.scenes import Scene, Stage
from tests.e2e.web.visitors import Visitor

FOLDER = Path(__file__).parent / "pictures"
QUALITY = 80
PHONE: dict[str, Any] = {"width": 390, "height": 844, "phone": True, "device_scale_factor": 2}
DARK: dict[str, Any] = {"color_scheme": "dark"}


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene, the visitor's settings, and a last step before the picture."""

    scene: str | Scene
    given: dict[str, Any]
    last: Callable[[Visitor], Any] = lambda _: None
    whole: bool = False


def _print(guest: Visitor) -> None:
    guest.page.emulate_media(media="print")


def _late(guest: Visitor) -> None:
    slider = guest.page.get_by_role("slider")
    slider.fill("76")
    slider.blur()


def _trade(guest: Visitor) -> None:
    guest.page.get_by_role("button", name="Trade", exact=True).click()


PICTURES = {
    "lobby": Picture("lobby", {}),
    "lobby-empty": Picture("empty lobby", {}),
    "new-game": Picture("new game", {}, whole=True),
    "waiting-room": Picture("waiting room", {}),
    "choose-card": Picture("choosing a card", {}),
    "march": Picture("points to march to", {}),
    "march-way": Picture("a way proposed", {}),
    "actions": Picture("actions", {}),
    "occupation": Picture("an occupation proposed", {}),
    "takeover": Picture("a takeover proposed", {}),
    "consent": Picture("asked to agree", {}),
    "replay": Picture("replay", {}, _late),
    "looking-back": Picture("looking back", {}),
    "scores": Picture("scores", {}),
    "result": Picture("result", {}),
    "result-figures": Picture("result in figures", {}),
    "study": Picture("study", {}),
    "rules": Picture("rules", {}),
    "rules-drawer": Picture("rules beside a game", {}),
    "phone-rules-drawer": Picture("rules beside a game", PHONE),
    "account": Picture("account", {}, whole=True),
    "phone-account": Picture("account", PHONE, whole=True),
    "settings": Picture("settings", {}),
    "keys": Picture("keys", {}),
    "text-board": Picture("text board", {}),
    "resigning": Picture("resigning", {}),
    "no-game": Picture("no such game", {}),
    "phone-lobby": Picture("lobby", PHONE),
    "phone-new-game": Picture("new game", PHONE),
    "phone-march": Picture("points to march to", PHONE),
    "phone-way": Picture("a way proposed", PHONE),
    "phone-actions": Picture("actions", PHONE, whole=True),
    "phone-replay": Picture("replay", PHONE, whole=True),
    "phone-result": Picture("result", PHONE),
    "phone-result-figures": Picture("result in figures", PHONE),
    "phone-german": Picture("a takeover proposed", PHONE | {"locale": "de-DE"}),
    "dark-lobby": Picture("lobby", DARK),
    "dark-actions": Picture("actions", DARK),
    "dark-takeover": Picture("a takeover proposed", DARK),
    "dark-result": Picture("result", DARK),
    "dark-replay": Picture("replay", DARK, _late),
    "print-replay": Picture("replay", {}, _print, whole=True),
    "print-rules": Picture("rules", {}, _print, whole=True),
    "settlers-founding": Picture(in_phase("settlers", "found_settlement"), {}),
    "settlers-roll": Picture(in_phase("settlers", "roll", 12), {}),
    "settlers-robber": Picture(in_phase("settlers", "robber"), {}),
    "settlers-play": Picture(in_phase("settlers", "play", 20), {}),
    "settlers-trade": Picture(in_phase("settlers", "play", 20), {}, _trade),
    "settlers-over": Picture(in_phase("settlers", "over"), {}),
    "settlers-phone": Picture(in_phase("settlers", "play", 20), PHONE, whole=True),
    "settlers-dark": Picture(in_phase("settlers", "play", 20), DARK),
    "alexander-march": Picture(in_phase("alexander_the_great", "march"), {}),
    "alexander-bid": Picture(in_phase("alexander_the_great", "bid", 2), {}),
    "alexander-pay": Picture(in_phase("alexander_the_great", "pay"), {}),
    "alexander-advisor": Picture(advisor, {}),
    "alexander-play": Picture(in_phase("alexander_the_great", "play", 20), {}),
    "alexander-over": Picture(in_phase("alexander_the_great", "over"), {}),
    "alexander-phone": Picture(in_phase("alexander_the_great", "bid", 2), PHONE, whole=True),
    "alexander-dark": Picture(in_phase("alexander_the_great", "play", 20), DARK),
}


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(sorted(PICTURES)))
@click.option("--sizes", is_flag=True, help="Every scene and phase at four sizes instead.")
def main(names: tuple[str, ...], sizes: bool) -> None:
    """Take the pictures NAMES, all when none is given, into tests/e2e/web/pictures."""
    FOLDER.mkdir(exist_ok=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="anabasis-")))
        browser = stack.enter_context(browsers.chromium())
        stage = Stage(stack.enter_context(browsers.served(folder)), board="near_east")
        if sizes:
            _take_everything(browser, stage)
            return
        for name in names or PICTURES:
            picture = PICTURES[name]
            guest = browsers.visit(browser, stage.site, **picture.given)
            _take(guest, stage, name, picture)
            guest.context.close()


def _take_everything(browser: Browser, stage: Stage) -> None:
    for name in take_scenes(browser, stage, FOLDER):
        click.echo(name)
    for name in take_phases(browser, stage.site, FOLDER):
        click.echo(name)


def _take(guest: Visitor, stage: Stage, name: str, picture: Picture) -> None:
    scene = EVERY_SCENE[picture.scene] if isinstance(picture.scene, str) else picture.scene
    scene(guest, stage)
    picture.last(guest)
    path = FOLDER / f"{name}.jpg"
    guest.page.screenshot(path=path, full_page=picture.whole, type="jpeg", quality=QUALITY)
    click.echo(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


if __name__ == "__main__":
    main()
