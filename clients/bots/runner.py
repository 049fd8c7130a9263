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
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from clients.bots.bot import Bot
from clients.bots.turn import take_turns
from clients.bots.uniform import uniform
from clients.python.client import LOCAL, Anabasis
from clients.python.errors import ApiError, Refused, Unauthorized
from clients.python.shapes import JsonObject

Choose = Callable[[JsonObject, list[JsonObject]], JsonObject]
"""Returns one of the moves, which are never empty, by the acting seat's own view."""

POLL_SECONDS: Final = 1.0
LONGEST_PAUSE: Final = 30.0
"""Seconds between attempts while the service is away."""
AT_ONCE: Final = 8
"""Games in which the bot thinks at the same time."""

log = logging.getLogger("anabasis.bot")
_BY_LOT: Final = uniform(last=("end_turn",))


def safe(choose: Choose) -> Bot:
    """Return a bot that moves by lot where ``choose`` fails, so that it loses no game on time."""

    def bot(view: JsonObject, moves: list[JsonObject], luck: random.Random) -> JsonObject:
        try:
            return choose(view, moves)
        except Exception:
            log.exception("choose failed in %s at %s", view["game_id"], view["version"])
            return _BY_LOT(view, moves, luck)

    return bot


class BotRunner:
    """Plays all games of one account; nothing is kept but the account itself.

    So after a lost line or a restart, the next look at the service finds all that waits.
    """

    def __init__(self, me: Anabasis, choose: Choose, luck: random.Random | None = None) -> None:
        self._me, self._bot, self._luck = me, safe(choose), luck or random.Random()
        self._busy: set[str] = set()
        self._lock = threading.Lock()

    def run(self, stopped: threading.Event) -> None:
        """Play until stopped; go on after any failure of the line. Raises Unauthorized."""
        pause = POLL_SECONDS
        with ThreadPoolExecutor(AT_ONCE) as threads:
            while not stopped.wait(pause):
                try:
                    self.look(threads)
                    pause = POLL_SECONDS
                except Unauthorized:
                    raise
                except ApiError as error:
                    pause = min(LONGEST_PAUSE, max(2 * pause, error.retry_after or 0))
                    log.warning("%s; trying again in %.0f s", error, pause)

    def look(self, threads: ThreadPoolExecutor) -> None:
        """Answer the challenges that wait, and begin the turns that do. Raises ApiError."""
        for challenge in self._me.accounts.challenges()["received"]:
            self._answer(challenge)
        for game in self._waiting():
            with self._lock:
                is_new = game not in self._busy
                self._busy.add(game)
            if is_new:
                threads.submit(self._play, game)

    def _answer(self, challenge: Mapping[str, Any]) -> None:
        """Accept a challenge unless the account's own limits refuse it."""
        try:
            game = self._me.accounts.accept(challenge["id"])["game_id"]
            log.info("accepted a challenge of %s: %s", challenge["sender"]["name"], game)
        except Refused as error:
            # One that is merely too many waits for its turn, until it expires.
            log.info("left a challenge of %s: %s", challenge["sender"]["name"], error)

    def _waiting(self) -> list[str]:
        return [game["game_id"] for game in self._me.iter_my_games(waiting=True)]

    def _play(self, game: str) -> None:
        try:
            self._refuse_undo(game)
            for move in take_turns(self._me, game, self._luck, self._bot):
                log.debug("%s: %s", game, move["type"])
        except ApiError as error:
            log.warning("%s: %s", game, error)  # it is found waiting again
        except Exception:
            log.exception("%s: the turn failed", game)
        finally:
            with self._lock:
                self._busy.discard(game)

    def _refuse_undo(self, game: str) -> None:
        """Answer a request to undo: the bot's opponent must not wait for it."""
        view = self._me.view(game)
        request = view["undo"]["request"]
        if request and view["viewer"]["seat"] in request["waiting_for"]:
            self._me.answer_undo(game, accept=False, to=request["to"])


def chooser(named: str) -> Choose:
    """Return the function that ``MODULE:NAME`` names. Raises ValueError."""
    module, _, name = named.partition(":")
    try:
        choose: Choose = getattr(import_module(module), name or "choose")
    except (ImportError, AttributeError) as error:
        message = f"{named!r} names no function: {error}. Give MODULE:NAME, such as my_bot:choose."
        raise ValueError(message) from error
    return choose


def account(service: Anabasis, path: Path, name: str, owner: str, terms: JsonObject) -> Anabasis:
    """Return a client with the token in a file; without the file, create the account."""
    if path.exists():
        me = service.with_token(path.read_text("utf-8").strip())
    else:
        token = service.create_player(name)["token"]
        # Written before anything else: the token is shown only once.
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token + "\n")
        me = service.with_token(token)
    me.accounts.become_bot(owner, **terms)
    return me


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a bot until it is interrupted; return the exit code."""
    given = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)  # it tells of every request
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    try:
        sys.path.insert(0, "")
        choose = chooser(given.choose)
        with Anabasis(given.server) as service:
            me = account(service, given.token_file, given.name, given.owner, _terms(given))
            if given.handle:
                me.accounts.claim_handle(given.handle)
            BotRunner(me, choose).run(stopped)
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m clients.bots.runner", description=__doc__)
    add = parser.add_argument
    add("choose", metavar="MODULE:NAME", help="a function of a view and its moves")
    add("--server", default=LOCAL, help="the service's address (default: %(default)s)")
    add("--token-file", type=Path, required=True, help="made with a new account if it is missing")
    add("--name", default="Bot", help="the name of a new account")
    add("--handle", help="a handle to claim")
    add("--owner", required=True, help="who answers for the bot, as all may read")
    add("--rulesets", help="the rulesets it takes, with commas between them")
    add("--seats", help="the numbers of seats it takes, with commas between them")
    add("--paces", help="of none, live and correspondence, with commas between them")
    add("--games", type=int, default=20, help="the most games at once (default: %(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
