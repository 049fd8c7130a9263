"""A player's handle, a program's account, and challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .call import Call
from .caller import ApiMethod, AsyncCaller, Caller
from .calls import delete, get, segment, without_answer

if TYPE_CHECKING:
    from .answers import BotAccount, GameChallenge, Handle, MyChallenges, Profile, View


class AccountCalls:
    """The calls of the API about accounts; every method raises ApiError like the client's."""

    @ApiMethod
    def claim_handle(self, handle: str) -> Call[Handle]:
        """Claim a handle. Raises Refused if it is taken, or if it is too soon for another."""
        return Call("PUT", "/me/handle", body={"handle": handle}, repeatable=True)

    @ApiMethod
    def profile(self, handle: str) -> Call[Profile]:
        """Return what a player shows of themselves."""
        return get(f"/players/{segment(handle)}")

    @ApiMethod
    def become_bot(self, /, owner: str, **terms: Any) -> Call[BotAccount]:
        """Make this player a bot account, permanently; ``terms`` say which games it takes."""
        return Call("POST", "/me/bot", body={"owner": owner, **terms}, repeatable=True)

    @ApiMethod
    def challenge(self, /, to: str | None = None, **terms: Any) -> Call[GameChallenge]:
        """Challenge a player by handle, or anybody with the link, to a game."""
        return Call("POST", "/challenges", body={"to": to, "terms": terms})

    @ApiMethod
    def challenges(self) -> Call[MyChallenges]:
        """Return the challenges to answer, and those sent."""
        return get("/me/challenges")

    @ApiMethod
    def read_challenge(self, challenge: str) -> Call[GameChallenge]:
        """Return a challenge of this player's, to them, or by a link."""
        return get(f"/challenges/{segment(challenge)}")

    @ApiMethod
    def accept(self, challenge: str) -> Call[View]:
        """Accept a challenge; return the view of its game."""
        path = f"/challenges/{segment(challenge)}/accept"
        return Call("POST", path, body={}, repeatable=True)

    @ApiMethod
    def decline(self, challenge: str, reason: str = "generic") -> Call[GameChallenge]:
        """Decline a challenge."""
        path = f"/challenges/{segment(challenge)}/decline"
        return Call("POST", path, body={"reason": reason}, repeatable=True)

    @ApiMethod
    def cancel(self, challenge: str) -> Call[None]:
        """Take back a challenge of this player's."""
        return without_answer(delete(f"/challenges/{segment(challenge)}"))


class AccountClient(AccountCalls, Caller):
    """A player's accounts, for programs that block."""


class AsyncAccountClient(AccountCalls, AsyncCaller):
    """A player's accounts, for programs that await."""
