"""What stands below the board."""

from clients.python.terminal.event_words import event_line
from clients.python.terminal.panel import panel, status, waiting
from clients.python.terminal.words import counts, span

HOSTILE = "Eve\x1b[2J\u202e"


def view(**changes: object) -> dict:
    seats = [
        {"name": "Ada", "bot": None, "player_id": "p1", "forgotten": False, "colour": "red"},
        {"name": HOSTILE, "bot": None, "player_id": "p2", "forgotten": False, "colour": "blue"},
    ]
    return {
        "game_id": "g1",
        "title": f"A title {HOSTILE}",
        "version": 9,
        "status": "live",
        "turn": 2,
        "phase": "play",
        "to_act": [0],
        "seats": seats,
        "viewer": {"seat": 0},
        "undo": {"request": None},
        "state": None,
        "result": None,
        **changes,
    }


def seat(**changes: object) -> dict:
    return {"points": 1, "cards": 2, "hand": None, "resigned": False, **changes}


def shown(game: dict, columns: int = 79) -> str:
    return "\n".join(panel(game, columns, colours=False))


def test_names_and_titles_of_strangers_are_harmless() -> None:
    text = shown(view())
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "Eve" in text


def test_who_waits_reads_that_the_host_has_closed_the_game() -> None:
    closed = view(closed={"reason": f"A quarrel {HOSTILE}"})
    assert status(closed).startswith("closed by the host: A quarrel Eve")
    assert waiting(closed).startswith("Waiting for the host, who has closed the game;")
    assert waiting(view()).startswith("Waiting for the others;")


def test_the_seat_to_act_and_the_own_seat_are_marked() -> None:
    assert ">0 Ada (you)" in shown(view())
    assert status(view()) == "turn 2, play: Ada (you) to act"


def test_only_the_hand_that_the_view_has_is_shown() -> None:
    state = {"seats": [seat(hand={"ore": 2, "wool": 0}), seat()]}
    assert "Hand of Ada (you): 2 ore" in shown(view(state=state))
    assert shown(view(state=state)).count("Hand of") == 1


def test_an_offer_and_an_auction_are_in_sight() -> None:
    offer = {"give": {"ore": 1}, "get": {"wool": 2}, "answers": [None, "refused"]}
    bids = [{"seat": 0, "bid": 1}, {"seat": 1, "bid": 2}, {"seat": 0, "bid": 3}]
    bids += [{"seat": 1, "bid": None}]
    auction = {"event": "battle", "takes": ["ore"], "bids": bids}
    text = shown(view(state={"seats": [seat(), seat()], "offer": offer, "auction": auction}))
    assert "Offer: 1 ore for 2 wool; Eve[2J" not in text
    assert "Offer: 1 ore for 2 wool; Eve" in text
    assert "Auction for battle: Ada (you) 3, Eve" in text
    assert "passed · paid in ore" in text


def test_a_request_to_undo_says_how_to_answer_it() -> None:
    request = {"seat": 1, "to": 7, "accepted": [1], "waiting_for": [0]}
    text = shown(view(undo={"request": request}))
    assert "asks to undo back to event 7; waiting for Ada (you): /yes or /no" in text.replace(
        "\n    ", " "
    )


def test_a_stand_in_is_offered_waited_for_or_plays() -> None:
    def told(seat: int, **changes: object) -> str:
        offer = {"seat": seat, "waiting_for": [], "plays": False, "possible": False, **changes}
        return shown(view(stand_ins=[offer])).replace("\n    ", " ")

    assert "cannot play at present; /yes lets a bot play" in told(1, possible=True)
    assert "once all agree; waiting for Ada" in told(1, waiting_for=[0])
    assert "A bot plays for Eve" in told(1, plays=True)
    assert "A bot plays for Ada (you) for now; /return ends that" in told(0, plays=True)


def test_a_long_line_is_wrapped_and_not_cut() -> None:
    cards = {"brick": 12, "lumber": 13, "wool": 14, "grain": 15, "ore": 16}
    text = shown(view(state={"seats": [seat(hand=cards), seat()]}), columns=30)
    assert "16 ore" in text
    assert max(map(len, text.splitlines())) <= 30


def test_the_end_names_the_winner_and_the_scores() -> None:
    result = {"winners": [0], "scores": [10, 4], "reason": "target_points"}
    told = status(view(status="finished", result=result))
    assert told == "over: Ada (you) won (target points), 10 : 4"


def test_an_event_is_a_line_without_what_is_hidden() -> None:
    event = {
        "version": 12,
        "seat": 0,
        "type": "trade_offered",
        "data": {"give": {"ore": 1}, "get": {"wool": 2}, "luck": [1], "drawn": None},
        "undone": False,
    }
    assert event_line(event, view()) == "  12  Ada (you): trade offered give 1 ore; get 2 wool"


def test_counts_and_spans_are_short() -> None:
    assert counts({"ore": 0}) == "none"
    assert (span(59), span(3_600), span(90_000)) == ("59 s", "1 h", "1 d")
