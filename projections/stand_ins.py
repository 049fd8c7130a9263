"""The stand-ins of a game as its viewers see them."""

from collections.abc import Collection, Iterator

from domain.kernel.game import Game
from domain.kernel.stand_in_state import agreed_to
from domain.kernel.stand_ins import allows_stand_ins, yet_to_agree_to
from projections.answers.stand_ins import StandIn

NOBODY: Collection[int] = ()


def stand_ins(
    game: Game, seat: int | None = None, stopped: Collection[int] = NOBODY
) -> list[StandIn]:
    """Return the stand-ins of a game as a seat (None: the public) sees them.

    Those that play are public. Which players are ``stopped`` is shown only to others who sit there
    and may play, and only where the game would wait for the stopped ones forever.
    """
    if not (game.stand_ins or stopped) or game.status != "live":
        return []
    shown = list(_playing(game))
    if seat in game.facts.people and seat not in stopped and allows_stand_ins(game):
        shown += _offered(game, seat, stopped)
    return sorted(shown, key=lambda each: each.seat)


def _playing(game: Game) -> Iterator[StandIn]:
    for each in game.stand_ins:
        # The agreements to a seat that has resigned stay, as undo may bring it back.
        if each.plays and each.seat in game.facts.people:
            yield StandIn(
                seat=each.seat,
                bot=each.bot,
                agreed=each.agreed,
                waiting_for=(),
                plays=True,
                possible=False,
            )


def _offered(game: Game, seat: int, stopped: Collection[int]) -> Iterator[StandIn]:
    for absent in stopped:
        if absent not in game.facts.people or game.is_absent(absent):
            continue
        waiting_for = yet_to_agree_to(game, absent, stopped)
        yield StandIn(
            seat=absent,
            bot=None,
            agreed=agreed_to(game.stand_ins, absent),
            waiting_for=waiting_for,
            plays=False,
            # If nobody is left to be asked, one more yes begins it.
            possible=seat in waiting_for or not waiting_for,
        )
