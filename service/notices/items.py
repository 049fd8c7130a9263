"""The parts of messages about games, in a player's language, with only what their seat may know."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from domain.kernel.consent import request_for_time, yet_to_agree
from domain.kernel.deadlines import TIME_EXPIRED
from domain.kernel.game import KERNEL_TYPES, REDONE, UNDONE, Game, viewer_of
from domain.kernel.undo import yet_to_answer
from domain.record.record import Event
from projections.clock import due_by_seat
from projections.notices import DueNotice
from projections.view import result, seats
from service.game.removals import Removals
from service.game.words import ending_words, player_words
from service.notices.choices import choices_of
from service.notices.contract import Choice, NoticeItem
from service.people.names import Names
from service.texts import text

log = logging.getLogger(__name__)

DUE = {
    "choose_card": "notices.told.due_choose_card",
    "march": "notices.told.due_march",
    "actions": "notices.told.due_actions",
    "found_settlement": "notices.told.due_found_settlement",
    "found_road": "notices.told.due_found_road",
    "roll": "notices.told.due_roll",
    "roads": "notices.told.due_roads",
    "discard": "notices.told.due_discard",
    "robber": "notices.told.due_robber",
    "bid": "notices.told.due_bid",
    "pay": "notices.told.due_pay",
    "advisor": "notices.told.due_advisor",
    "play": "notices.told.due_play",
}
"""The texts of due moves by the phase of the game; all other phases share one."""
SINCE = {
    UNDONE: "notices.told.since_undone",
    REDONE: "notices.told.since_moves",
    TIME_EXPIRED: "notices.told.since_expired",
    "resigned": "notices.told.since_resigned",
}
MOVES = "notices.told.since_moves"
"""The text of a game's moves; ``SINCE`` has those of other events, by their type."""


@dataclass(frozen=True, slots=True)
class Items:
    """Makes items; ``link`` turns paths into full addresses."""

    names: Names
    removals: Removals
    link: Callable[[str], str]

    def item(
        self, notice: DueNotice, game: Game, since: Sequence[Event], language: str
    ) -> NoticeItem:
        """Return the item of a notice; ``since`` are the events since its player's last move."""
        names = self._names(notice.game_id, game, language)
        say = _ending if notice.kind == "ended" else partial(_prompt, notice)
        return NoticeItem(
            game_id=notice.game_id,
            version=game.version,
            seat=notice.seat,
            ruleset=game.ruleset.id,
            title=self.removals.title(notice.game_id, game, language),
            prompt=say(game, names, language),
            since=tuple(_since(since, notice.seat, names, language)),
            due=due_by_seat(game).get(notice.seat),
            link=self.link(f"game/{notice.game_id}"),
        )

    def choices(self, notice: DueNotice, game: Game, language: str) -> tuple[Choice, ...]:
        """Return the due moves that messages about a notice may offer."""
        if notice.kind == "ended":
            return ()
        try:
            return choices_of(game, notice.game_id, notice.seat, language, self.link)
        # Even then the notice itself must reach its player.
        except Exception:
            log.exception("no choices for seat %s of %s", notice.seat, notice.game_id)
            return ()

    def _names(self, game_id: str, game: Game, language: str) -> list[str]:
        known = self.names.in_game(game)
        return [player_words(seat, language) for seat in seats(game_id, game, known.__getitem__)]


def is_asked(notice: DueNotice, game: Game) -> bool:
    """True if the game waits for the seat's answer to a request or an offer, not for its move."""
    return notice.kind == "turn" and notice.seat not in game.facts.owing


def _ending(game: Game, names: list[str], language: str) -> str:
    outcome = result(game)
    if outcome is None:
        return text(language, f"game_{game.status}")
    return ending_words(game.ruleset.id, outcome, names, language)


def _prompt(notice: DueNotice, game: Game, names: list[str], language: str) -> str:
    """Return the prompt for the due move or, if none is due, for the request to answer."""
    seat = notice.seat
    if seat in game.facts.owing:
        phase = game.ruleset.wire.view(game.state, viewer_of(game, seat))["phase"]
        return text(language, DUE.get(phase, "notices.told.due_move"))
    if seat in yet_to_answer(game):
        assert game.timeline is not None
        assert game.timeline.request is not None
        return text(language, "notices.told.asked_undo", name=names[game.timeline.request.seat])
    request = request_for_time(game)
    if request is not None and seat in yet_to_agree(game):
        is_pause = request.seconds is None
        code = "notices.told.asked_pause" if is_pause else "notices.told.asked_time"
        return text(language, code, name=names[request.seat])
    return text(language, "notices.told.asked_offer")


def _since(events: Sequence[Event], own: int, names: list[str], language: str) -> Iterator[str]:
    """Yield sentences about the others' public actions, in the order in which these began."""
    counts = Counter(
        (event.seat, SINCE.get(event.type, MOVES))
        for event in events
        if event.seat is not None and event.seat != own and is_told(event)
    )
    for (seat, code), count in counts.items():
        yield text(language, code, name=names[seat], n=count)


def is_told(event: Event) -> bool:
    """True if messages mention an event; they leave out requests and taken seats, for example."""
    return event.type in SINCE or event.type not in KERNEL_TYPES
