"""A player's handle, a program's account, and challenges."""

from typing import Any

from clients.python.calls import Calls, segment
from clients.python.connection import Call
from clients.python.shapes import JsonObject


class Accounts(Calls):
    """The calls of the API about accounts; each raises as ``Anabasis`` does."""

    def claim_handle(self, handle: str) -> JsonObject:
        """Claim a handle. Raises Refused if it is taken, or if it is too soon for another."""
        body = {"handle": handle}
        return self._json(Call("PUT", "/me/handle", body=body, repeatable=True))

    def profile(self, handle: str) -> JsonObject:
        """Return what a player shows of themselves."""
        return self._get(f"/players/{segment(handle)}")

    def become_bot(self, owner: str, **terms: Any) -> JsonObject:
        """Make this player a bot account, permanently; ``terms`` say which games it takes."""
        body = {"owner": owner, **terms}
        return self._json(Call("POST", "/me/bot", body=body, repeatable=True))

    def challenge(self, to: str | None = None, **terms: Any) -> JsonObject:
        """Challenge a player by handle, or whoever has the link, to a game."""
        return self._json(Call("POST", "/challenges", body={"to": to, "terms": terms}))

    def challenges(self) -> JsonObject:
        """Return the challenges to answer, and those sent."""
        return self._get("/me/challenges")

    def accept(self, challenge: str) -> JsonObject:
        """Accept a challenge; return the view of its game."""
        path = f"/challenges/{segment(challenge)}/accept"
        return self._json(Call("POST", path, body={}, repeatable=True))

    def decline(self, challenge: str, reason: str = "generic") -> JsonObject:
        """Decline a challenge."""
        path = f"/challenges/{segment(challenge)}/decline"
        return self._json(Call("POST", path, body={"reason": reason}, repeatable=True))

    def cancel(self, challenge: str) -> None:
        """Take back a challenge of this player's."""
        self._delete(f"/challenges/{segment(challenge)}")
