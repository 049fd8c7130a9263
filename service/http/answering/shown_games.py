"""Games as their askers may see them: views, events, answers to commands, and ETags."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from flask import Response
from msgspec import UNSET

from domain.kernel.game import SEAT_TAKEN, Game
from domain.kernel.rematch import kept_free
from domain.record.times import milliseconds, moment
from domain.record.visibility import JsonObject, Viewer
from projections.answers.clocks import SeatClock
from projections.answers.games import Accepted, KeptSeat, View
from projections.answers.records import Event
from projections.redact import redact, redaction
from projections.stand_ins import stand_ins
from projections.text.position import lines, player_name
from projections.view import encoded_board, players_of, view
from service.context import services
from service.game.outages import ClockReading
from service.game.repeats import AcceptedCommand
from service.game.state_cache import History
from service.http.answering.private_answers import answer
from service.http.answering.seated_players import add_accounts, offers_mark, stopped_seats
from service.http.asking.access import broken_in, code_of, freeze_notice, is_inside, viewer
from service.http.reading.command_headers import NAMES
from service.store.freezes import Time
from service.texts.line_texts import Teller


def view_for_asker(
    game_id: str, game: Game, as_viewer: Viewer, kept_seats: Mapping[int, str] | None = None
) -> View:
    """Return the view, with the join code for those inside an unlisted game; to be encoded.

    ``kept_seats`` names the players of kept seats; it is needed for a game in an earlier state.
    """
    kept_seats = kept_seats_of(game_id, game) if kept_seats is None else kept_seats
    # One look-up for all names of an answer, instead of one for each seat.
    people = services().names.known_in(game, kept_seats.values())
    shown = view(game_id, game, as_viewer, lambda who: people[who].present, encoded_board)
    body = services().removals.hide_in(shown)
    add_accounts(body.seats, people)
    if stopped := stopped_seats(game, people):
        body.stand_ins = stand_ins(game, as_viewer.seat, stopped)
    if not body.listed and is_inside(game_id, game):
        body.join_code = code_of(game)
    body.kept = [KeptSeat(seat, who, people[who].present) for seat, who in kept_seats.items()]
    _add_freezes(game_id, body)
    return body


def kept_seats_of(game_id: str, game: Game) -> dict[int, str]:
    """Return the players that free seats of an open game are kept for, by seat."""
    # Seats are kept until the start only, so games under way spare a trip to the store.
    if game.status != "open":
        return {}
    return kept_free(game, services().invitations.kept_seats(game_id))


def _add_freezes(game_id: str, body: View) -> None:
    """Add to a view that its game is frozen, and give seats back the times for which it was.

    While it is frozen, no seat's turn has a due time.
    """
    known = services().freezes.known()
    freeze, times = known.frozen.get(game_id), known.times.get(game_id, ())
    if freeze is not None:
        body.closed = freeze_notice(freeze)
    if body.clock and (freeze or times):
        look = ClockReading(0, tuple(times))
        for seat in body.clock.seats:
            seat.due = None if freeze else _due(look, seat)


def _due(look: ClockReading, seat: SeatClock) -> str | None:
    if seat.since is None or seat.due is None or seat.expired:
        return seat.due
    return moment(look.due(milliseconds(seat.since), milliseconds(seat.due)))


def view_at_version(
    game_id: str, history: History, version: int, kept_seats: Mapping[int, str] | None = None
) -> View:
    """Return the view after an event; it hides nothing if the game is over by now.

    ``kept_seats`` are the present ones, read from the store if not given.
    """
    # The record has no kept seats, so those of the past are unknown.
    kept_seats = kept_seats_of(game_id, history.game) if kept_seats is None else kept_seats
    return earlier_view(game_id, history, history.at(version), kept_seats)


def earlier_view(game_id: str, history: History, game: Game, kept_seats: Mapping[int, str]) -> View:
    """Return the view of a game as it once was; it hides nothing if the game is over by now."""
    body = view_for_asker(game_id, game, _viewer_then(game_id, history, game), kept_seats)
    body.broken = broken_in(history)
    if game.version < history.version:
        # Suspensions are no part of the record, so those of the past are unknown.
        body.stand_ins = stand_ins(game)
    return body


def read_at(
    game_id: str, history: History, version: int, kept_seats: Mapping[int, str], language: str
) -> str:
    """Return the view after an event as text in a language."""
    view = view_at_version(game_id, history, version, kept_seats)
    teller = Teller(language, list(map(player_name, view.seats)))
    game, is_bare = history.at(version), services().removals.marks.of(game_id).board
    as_viewer = _viewer_then(game_id, history, game)
    return teller.text(lines(game, view, as_viewer, is_bare=is_bare))


def _viewer_then(game_id: str, history: History, game: Game) -> Viewer:
    as_viewer = viewer(game_id, game)
    return Viewer(as_viewer.seat, as_viewer.over or history.game.status == "finished")


def redacted(game_id: str, history: History, after: int, until: int) -> Iterator[Event]:
    """Yield the events after ``after`` up to ``until`` as the asker may see them now."""
    show = redaction(history.game, viewer(game_id, history.game))
    return map(show, history.each(after, until))


def accepted(
    game_id: str,
    done: AcceptedCommand,
    status: int = 201,
    *,
    next_moves: list[JsonObject] | None = None,
) -> Response:
    """Return the answer to a command: its event, the view just after it, and moves if given."""
    # The view is that of the command's own event, though standing orders may have gone on from it:
    # a repeated command then gets the same answer. `latest` says how far the game has come.
    as_viewer = viewer(game_id, done.game)
    body = Accepted(
        version=done.event.version,
        latest=done.latest,
        events=[redact(done.game, done.event, as_viewer)],
        view=view_for_asker(game_id, done.game, as_viewer),
        moves=UNSET if next_moves is None else next_moves,
    )
    return answer(body, status, etag=str(body.version))


def etag_of(
    game_id: str,
    history: History,
    version: int | None = None,
    kept_seats: Mapping[int, str] | None = None,
    *,
    past: bool = False,
) -> str | None:
    """Return the ETag of a version, None if the record breaks or the game is frozen.

    It has a mark once there are names, kept seats, times for which the game was frozen, removals by
    the host, or offers of stand-ins to show.
    With ``past``, as with an earlier version, the mark includes names of people who have left.
    ``kept_seats`` are read from the store if not given.
    """
    own = services()
    # Without an ETag no 304 can hide the notice that the game is broken or frozen.
    if history.broken is not None or game_id in (known := own.freezes.known()).frozen:
        return None
    times = known.times.get(game_id, ())
    kept_seats = kept_seats_of(game_id, history.game) if kept_seats is None else kept_seats
    # All these change answers without an event, so without a new version.
    is_past = (version or history.version) < history.version
    people = {*(people_of(history) if past or is_past else ()), *kept_seats.values()}
    named, removed = own.names.mark_in(history.game, people), own.removals.mark(game_id)
    offers = "" if is_past else _offers_mark(game_id, history.game)
    beside = f"{_times_mark(times) if times else ''}{removed}{offers}"
    marked = _mark(named, kept_seats, beside)
    return f"{version or history.version}{NAMES if marked else ''}{marked}"


def _offers_mark(game_id: str, game: Game) -> str:
    if game.status != "live":
        return ""
    stopped = stopped_seats(game, services().names.known_in(game))
    return offers_mark(game, viewer(game_id, game).seat, stopped) if stopped else ""


def people_of(history: History) -> set[str]:
    """Return all players whose names any moment of a game shows."""
    # Some may have left before the start. Reading the opening takes a fold, so the ids are kept.
    game = history.game
    kept_answers = services().kept_answers
    listed = kept_answers.get_or_make(
        f"people {game.hash}", lambda: " ".join(_seated(history)).encode()
    )
    return players_of(game).union(listed.decode().split())


def _seated(history: History) -> set[str]:
    timeline = history.game.timeline
    opening = history.each(0, timeline.start if timeline else history.version)
    players = (event.data["player"] for event in opening if event.type == SEAT_TAKEN)
    return {player for player in players if player}


def _mark(named: str, kept_seats: Mapping[int, str], acts: str) -> str:
    """Return a mark of names, kept seats and the host's acts, empty if there is nothing to mark."""
    if not kept_seats and not acts:
        return named
    # Without acts the mark is the same as before games could be frozen: caches stay valid.
    marked = (
        (named, sorted(kept_seats.items()), acts) if acts else (named, sorted(kept_seats.items()))
    )
    return hashlib.sha256(repr(marked).encode()).hexdigest()[:8]


def _times_mark(times: Sequence[Time]) -> str:
    """Return a mark of the times for which a game was frozen."""
    return hashlib.sha256(repr([*times]).encode()).hexdigest()[:8]
