"""Runs a bot account: accepts challenges and plays many games at once.

``python -m clients.bots.runner my_bot:choose --server … --token-file …``
"""

import argparse
import logging
import os
import random
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from queue import Empty, Queue
from time import monotonic, sleep
from typing import Any, Final

from clients.bots.bot import Bot
from clients.bots.guarded import LIMIT_SECONDS, Choose, Guarded
from clients.bots.turn import take_turns
from clients.python.client import LOCAL, Anabasis
from clients.python.errors import ApiError, Refused, Unauthorized
from clients.python.players import invitation_in
from clients.python.shapes import JsonObject

LOOK_SECONDS: Final = 60.0
"""Seconds between looks at all games; nearly all comes by the stream."""
AGAIN_SECONDS: Final = 2.0
"""Seconds after which a turn that failed, or that waits for answers, is tried again."""
LONGEST_PAUSE: Final = 30.0
"""Seconds between attempts while the service is away."""
STOP_SECONDS: Final = 0.5
AT_ONCE: Final = 8
"""Games in which the bot thinks at the same time."""

_NEWS: Final = {"ended": "the game is over", "reset": "looking at each anew"}

log = logging.getLogger("anabasis.bot")


class BotRunner:
    """Plays all games of one account; nothing is kept but the account itself.

    After a lost connection or a restart, the next look at the service finds all that waits.
    """

    def __init__(self, me: Anabasis, bot: Bot, luck: random.Random | None = None) -> None:
        self._me, self._bot, self._luck = me, bot, luck or random.Random()
        self._busy: set[str] = set()
        self._again: set[str] = set()
        self._lock = threading.Lock()
        self._next_look = 0.0

    def run(self, stopped: threading.Event) -> None:
        """Play until stopped, through failures of the connection. Raises Unauthorized."""
        news = account_news(self._me)
        with ThreadPoolExecutor(AT_ONCE) as threads:
            while not stopped.is_set():
                try:
                    self._follow(news, threads)
                except Unauthorized:
                    raise
                except ApiError as error:
                    pause = min(LONGEST_PAUSE, max(AGAIN_SECONDS, error.retry_after or 0))
                    self._next_look = monotonic() + pause
                    log.warning("%s; trying again in %.0f s", error, pause)

    def _follow(self, news: "Queue[News]", threads: ThreadPoolExecutor) -> None:
        """Take the next event of the stream, if one comes, and look at all games if it is time."""
        try:
            self.take(news.get(timeout=STOP_SECONDS), threads)
        except Empty:
            if monotonic() >= self._next_look:
                self.look(threads)

    def take(self, event: "News", threads: ThreadPoolExecutor) -> None:
        """Act on an event of the account's stream. Raises ApiError."""
        if isinstance(event, Unauthorized):
            raise event
        if event["kind"] in ("your_turn", "undo_asked"):
            self._begin(event["game_id"], threads)
        elif event["kind"] == "challenged":
            self._answer_all()
        elif event["kind"] in ("ended", "reset"):  # a game has made room, or events were missed
            log.info("%s: %s", event.get("game_id", "all games"), _NEWS[event["kind"]])
            self.look(threads)

    def look(self, threads: ThreadPoolExecutor) -> None:
        """Answer the challenges that wait, and begin the turns that do. Raises ApiError."""
        self._next_look = monotonic() + LOOK_SECONDS
        self._answer_all()
        for game in list(self._me.iter_my_games(waiting=True)):
            self._begin(game["game_id"], threads)

    def _answer_all(self) -> None:
        for challenge in self._me.accounts.challenges()["received"]:
            self._answer(challenge)

    def _answer(self, challenge: Mapping[str, Any]) -> None:
        """Accept a challenge; decline it where the account's own terms refuse it."""
        sender = challenge["sender"]["name"]
        try:
            game = self._me.accounts.accept(challenge["id"])["game_id"]
            log.info("%s: accepted a challenge of %s", game, sender)
        except Refused as error:
            # At its limit of games it leaves a challenge until there is room, or it expires.
            if error.reason is None or error.reason == "busy":
                log.info("left a challenge of %s: %s", sender, error)
                return
            # The bot's terms have changed since it was sent, or it came by a link.
            self._me.accounts.decline(challenge["id"], error.reason)
            log.info("declined a challenge of %s: %s", sender, error)

    def _begin(self, game: str, threads: ThreadPoolExecutor) -> None:
        """Begin a game's turn; one that is being played is looked at once more afterwards."""
        with self._lock:
            if game in self._busy:
                self._again.add(game)
                return
            self._busy.add(game)
        threads.submit(self._play, game)

    def _play(self, game: str) -> None:
        """Play until the game waits for others, and no event of it has come meanwhile."""
        while True:
            self._play_turn(game)
            with self._lock:
                if game not in self._again:
                    self._busy.discard(game)
                    return
                self._again.discard(game)

    def _play_turn(self, game: str) -> None:
        try:
            self._refuse_undo(game)
            moves = [move["type"] for move in self._turns(game)]
            if moves:
                log.info("%s: played %s", game, ", ".join(moves))
        except ApiError as error:
            log.warning("%s: %s", game, error)
            self._look_again()
        except Exception:
            log.exception("%s: the turn failed", game)

    def _turns(self, game: str) -> Iterator[JsonObject]:
        """Make and yield the moves of a turn."""
        awaits_answers = yield from take_turns(self._me, game, self._luck, self._bot)
        # No event says that the answers are all in, or that nobody else will answer.
        if awaits_answers:
            self._look_again()

    def _look_again(self) -> None:
        self._next_look = min(self._next_look, monotonic() + AGAIN_SECONDS)

    def _refuse_undo(self, game: str) -> None:
        """Answer a request to undo: the bot's opponent must not wait for it."""
        view = self._me.view(game)
        request = view["undo"]["request"]
        if request and view["viewer"]["seat"] in request["waiting_for"]:
            self._me.answer_undo(game, accept=False, to=request["to"])


News = Mapping[str, Any] | Unauthorized
"""An event of the account's stream, or the reason why no more can come."""
MOST_NEWS: Final = 1_000


def account_news(me: Anabasis) -> "Queue[News]":
    """Return the queue into which a thread puts the events of an account's stream.

    The stream begins with a `reset`, so nothing is missed between a look and the stream. After a
    lost connection it goes on from the last event.
    """
    news: Queue[News] = Queue(MOST_NEWS)
    # A daemon, as it may wait for the next event for hours.
    threading.Thread(target=_listen, args=(me, news), daemon=True).start()
    return news


def _listen(me: Anabasis, news: "Queue[News]") -> None:
    last_id, pause = "", AGAIN_SECONDS
    while True:
        try:
            events: Iterable[Any] = me.me_stream(last_id)
            for event in events:
                last_id, pause = event["id"], AGAIN_SECONDS
                news.put(event)
        except Unauthorized as error:
            news.put(error)
            return
        except ApiError as error:
            log.warning("the stream was lost: %s; trying again in %.0f s", error, pause)
        sleep(pause)
        pause = min(LONGEST_PAUSE, 2 * pause)


def chooser(named: str) -> Choose:
    """Return the function that ``MODULE:NAME`` names. Raises ValueError."""
    module, _, name = named.partition(":")
    try:
        choose: Choose = getattr(import_module(module), name or "choose")
    except (ImportError, AttributeError) as error:
        message = f"{named!r} names no function: {error}. Give MODULE:NAME, such as my_bot:choose."
        raise ValueError(message) from error
    return choose


def account(  # noqa: PLR0913 one after the other
    service: Anabasis,
    path: Path,
    name: str,
    owner: str,
    terms: JsonObject,
    *,
    invitation: Path | None = None,
) -> Anabasis:
    """Return a client with the token in a file; without the file, create the account.

    ``invitation`` is a file with the token of an invitation, or its link, where the host asks for
    one.
    """
    if path.exists():
        me = service.with_token(path.read_text("utf-8").strip())
    else:
        link = invitation_in(invitation.read_text("utf-8")) if invitation else ""
        invitee = {"invitation": link} if link else {}
        # Opened first, as the token is shown only once.
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            try:
                token = service.create_player(name, **invitee)["token"]
            except BaseException:
                path.unlink()
                raise
            file.write(token + "\n")
        me = service.with_token(token)
    me.accounts.become_bot(owner, **terms)
    return me


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a bot until it is interrupted; return the exit code."""
    given = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)  # it logs every request
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    try:
        sys.path.insert(0, "")
        choose = chooser(given.choose)
        with Anabasis(given.server) as service:
            name = given.name or given.handle or "Bot"
            me = account(
                service,
                given.token_file,
                name,
                given.owner,
                _terms(given),
                invitation=given.invitation,
            )
            if given.handle:
                me.accounts.claim_handle(given.handle)
            log.info("%s plays on %s, at most %d games", name, given.server, given.games)
            BotRunner(me, Guarded(choose, given.limit)).run(stopped)
    except (ApiError, ValueError, OSError) as error:
        sys.stderr.write(f"runner: {error}\n")
        return 1
    return 0


def _terms(given: argparse.Namespace) -> JsonObject:
    """Return the games that the bot takes; what is not given has no limit."""
    limits: dict[str, Any] = {
        "rulesets": given.rulesets and given.rulesets.split(","),
        "seats": given.seats and [int(each) for each in given.seats.split(",")],
        "paces": given.paces and given.paces.split(","),
        "games": given.games,
    }
    return {name: value for name, value in limits.items() if value is not None}


_EXAMPLE: Final = (
    "Example: python -m clients.bots.runner clients.bots.template:choose --owner Ada "
    "--handle rosetta --token-file bot.token --rulesets alexandros,settlers --paces live"
)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m clients.bots.runner", description="Run a bot account.", epilog=_EXAMPLE
    )
    add = parser.add_argument
    add("choose", metavar="MODULE:NAME", help="a function of a view and its moves")
    add("--server", default=LOCAL, help="the service's address (default: %(default)s)")
    add("--token-file", type=Path, required=True, help="made with a new account if it is missing")
    add("--name", help="the name of a new account (default: its handle)")
    add("--handle", help="a handle to claim")
    add("--owner", required=True, help="who answers for the bot, as all may read")
    add(
        "--invitation",
        type=Path,
        metavar="FILE",
        help="a file with an invitation's link or token, for a new account on a server that asks "
        "for one",
    )
    add("--rulesets", help="the rulesets it takes, with commas between them")
    add("--seats", help="the numbers of seats it takes, with commas between them")
    add("--paces", help="of none, live and correspondence, with commas between them")
    add(
        "--limit",
        type=float,
        default=LIMIT_SECONDS,
        help="seconds for a choice, or half of what is left of its clock; after them it moves by "
        "lot, so that no game is lost on time (default: %(default)s)",
    )
    add("--games", type=int, default=20, help="the most games at once (default: %(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
