"""The phases by name; CPython 3.11 reads a module's name in a tenth of the time of an enum's."""

from domain.settlers.state import Phase

# Free roads are a phase, so no other move has to check that they are laid first.
FOUND_SETTLEMENT, FOUND_ROAD, ROLL, ROADS, DISCARD, ROBBER, PLAY, OVER = Phase
FOUNDING = (FOUND_SETTLEMENT, FOUND_ROAD)
# S5: no card is played while a discard, a robber's move or free roads are due.
OF_CARDS = (ROLL, PLAY)
