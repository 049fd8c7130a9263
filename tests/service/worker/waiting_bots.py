"""Bots that wait, as the worker finds them."""

from dataclasses import dataclass, field

from projections.bots_waiting import BOTS_ALONE, BotWaiting


@dataclass
class Waiting:
    """A read model of bots that wait."""

    turns: list[BotWaiting] = field(default_factory=list)
    alone: list[BotWaiting] = field(default_factory=list)

    def bots_waiting(self, order: str, first: int) -> tuple[list[BotWaiting], int]:
        """Two of people's games at a time, and all in which bots play among themselves."""
        if order == BOTS_ALONE:
            return self.alone, 0
        return self.turns[first : first + 2], first + 2 if first + 2 < len(self.turns) else 0
