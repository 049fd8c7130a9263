"""Words about a game in a language: its players, and the reason of its end."""

from collections.abc import Sequence

from projections.answers.games import Result, Seat, TakenSeat
from projections.lookalikes import numbered_name
from service.texts import has_text, text
from service.texts.domain_texts import listed_words


def player_words(seat: Seat | TakenSeat, language: str) -> str:
    """Return the name of a seat's player, or the words for a seat without one.

    A name that looks like another at the table is followed by its seat's number.
    """
    gone = text(language, "player_forgotten") if seat.forgotten else None
    name = gone or seat.name or text(language, "row_open_seat")
    return numbered_name(name, seat.seat) if seat.name_twin else name


def others_words(seats: Sequence[TakenSeat | None], own: int, language: str) -> str:
    """Return the players of a game but for one seat, in a sentence."""
    others = [seat for seat in seats if seat and seat.seat != own]
    names = listed_words(language, [player_words(seat, language) for seat in others])
    return text(language, "told.feed_others", names=names)


def ending_words(ruleset: str, outcome: Result, players: list[str], language: str) -> str:
    """Return the winners, the score and the reason of the end."""
    winners = outcome.winners
    code = "result_won" if len(winners) == 1 else "result_shared"
    names = listed_words(language, [players[seat] for seat in winners])
    won = text(language, code, names=names, n=outcome.scores[winners[0]])
    own = f"{ruleset}.reason_{outcome.reason}"
    reason = own if has_text(own) else f"reason_{outcome.reason}"
    return f"{won} {text(language, reason)}"
