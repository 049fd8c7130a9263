"""The refusals of provinces, taxes and recalls."""

from domain.alexandros.refusals import MoveRefused


class ProvinceWithoutSymbol(MoveRefused):
    """A province needs a symbol space for a governor."""

    code = "province_without_symbol"
    rule = "A13"
    template = "The province around {space} has no symbol space, so it cannot be occupied."


class ProvinceHeld(MoveRefused):
    """Only a province that nobody holds is occupied."""

    code = "province_held"
    rule = "A13"
    template = "The province around {space} is held by seat {holder}: it can be taken over."


class ProvinceYoursAlready(ProvinceHeld):
    """A province of one's own gets no more governors."""

    case = "own"
    template = (
        "The province around {space} is held by seat {holder}: adding governors to a province of "
        "one's own is not an action."
    )


class ProvinceNotHeld(MoveRefused):
    """Only a province that another seat holds is taken over."""

    code = "province_not_held"
    rule = "A14"
    template = "Nobody holds the province around {space}: it is occupied, not taken over."


class ProvinceYourOwn(MoveRefused):
    """One does not take over from oneself."""

    code = "province_your_own"
    rule = "A14"
    template = "The province around {space} is your own; one takes over those of other seats."


class GovernorOutside(MoveRefused):
    """Governors are placed in the province occupied."""

    code = "governor_outside"
    rule = "A13"
    template = "The space {space} is not in that province; its symbol spaces are {legal}."


class GovernorOnOpenSpace(MoveRefused):
    """Governors stand on symbol spaces."""

    code = "governor_on_open_space"
    rule = "A13"
    template = "The space {space} is open; governors stand on symbol spaces: {legal}."


class GovernorsMissing(MoveRefused):
    """Governors come from one's supply."""

    code = "governors_missing"
    rule = "A13"
    template = "That takes {needed} governors; seat {seat} has {left} in supply."


class CardsMissing(MoveRefused):
    """Each symbol space without a governor costs a matching card."""

    code = "cards_missing"
    rule = "A13"
    template = (
        "The other symbol spaces cost {needed}; the hand lacks {lacking}. "
        "Another governor may stand in for a card."
    )


class TakeoverCardsMissing(MoveRefused):
    """Each governor of the holder costs two cards more."""

    code = "takeover_cards_missing"
    rule = "A14"
    template = (
        "Two cards for each governor of the holder and one for each symbol space without one of "
        "yours are {needed}; the hand lacks {lacking}."
    )


class CompensationMissing(MoveRefused):
    """A due compensation is given with the move."""

    code = "compensation_missing"
    rule = "A15"
    template = "Seat {loser} is due {due} of the cards played ({paid}) as compensation."


class CompensationNotDue(MoveRefused):
    """With two seats there is no compensation, unless by option."""

    code = "compensation_not_due"
    rule = "A15"
    template = "In a game for two the loser of a province gets no cards; leave compensation out."


class CompensationWrongNumber(MoveRefused):
    """The loser gets half of the cards played."""

    code = "compensation_wrong_number"
    rule = "A15"
    template = (
        "A compensation of {given} cards was named; {due} of the cards played ({paid}) are due."
    )


class CompensationNotPlayed(MoveRefused):
    """The loser gets cards that were played."""

    code = "compensation_not_played"
    rule = "A15"
    template = "The compensation ({given}) must come from the cards played: {paid}."


# Taxes and recall
class AlreadyLevied(MoveRefused):
    """Taxes are levied at most once a turn."""

    code = "already_levied"
    rule = "A16"
    template = "Taxes are levied once a turn, and turn {turn} has had its levy."


class LevyCardMissing(MoveRefused):
    """A levy discards a card of one's hand."""

    code = "levy_card_missing"
    rule = "A16"
    template = "There is no {card} card in the hand of seat {seat}, which holds: {hand}."


class LevyCardUnmatched(MoveRefused):
    """The card matches the space of a governor of one's own."""

    code = "levy_card_unmatched"
    rule = "A16"
    template = "No governor of seat {seat} stands on a {card} space; they stand on: {legal}."


class GovernorNotThere(MoveRefused):
    """One recalls a governor of one's own."""

    code = "governor_not_there"
    rule = "A17"
    template = "Seat {seat} has no governor on {space}; its governors stand on {legal}."
