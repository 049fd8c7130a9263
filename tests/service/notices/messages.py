"""Messages and channels to send."""

from typing import Any

from msgspec.structs import replace

from service.notices.contract import ChannelKind, Message, NoticeChannel, NoticeItem

HOME = "https://games.example/"
ITEM = NoticeItem(
    game_id="g7",
    version=12,
    seat=1,
    ruleset="settlers",
    title="Ada, Berta and Carl",
    prompt="Roll the dice",
    since=("Berta builds a road.", "Carl ends his turn."),
    due="2026-11-24T18:00:00.000Z",
    link=f"{HOME}game/g7",
)
TURN = Message(
    key="turn:g7:1:12",
    kind="turn",
    player="p1",
    name="Ada",
    locale="en",
    title="It is your turn",
    link=f"{HOME}game/g7",
    items=(ITEM,),
)
TEST = Message(
    key="test:c1:1",
    kind="test",
    player="p1",
    name="Ada",
    locale="en",
    title="This is a test",
    link=f"{HOME}account",
    text="Notices arrive here.",
)


def turn(**changes: Any) -> Message:
    """A message about one game's turn, the game changed."""
    return replace(TURN, items=(replace(ITEM, **changes),))


def digest(games: int, **changes: Any) -> Message:
    """A message about several games."""
    items = (
        replace(ITEM, **{"game_id": f"g{n}", "link": f"{HOME}game/g{n}", **changes})
        for n in range(games)
    )
    return replace(TURN, kind="digest", key="digest:1", link=HOME, items=tuple(items))


def channel(kind: ChannelKind, target: str, **more: Any) -> NoticeChannel:
    """A channel of Ada's."""
    return NoticeChannel("c1", "p1", kind, target, "2026-11-22T00:00:00.000Z", **more)
