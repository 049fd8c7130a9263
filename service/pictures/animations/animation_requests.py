"""Requests for animations, their state, and the claims of the workers that make them."""

from hashlib import sha256
from typing import Literal, TypeAlias

import msgspec

from service.pictures.painter import FilmFormat
from service.pictures.subjects import Shape, page_digest

Progress: TypeAlias = Literal["queued", "working", "done", "failed"]
Failure: TypeAlias = Literal["worker_lost", "too_large", "not_drawn"]


class AnimationRequest(msgspec.Struct, frozen=True):
    """An animation of a game up to the event of a version and hash.

    ``names`` is a mark of its players' names and of what the host has removed of it; it is empty
    while all have their first names and nothing is removed.
    """

    game_id: str
    version: int
    hash: str
    format: FilmFormat
    shape: Shape
    language: str
    # So a change of names gives another request, and nobody sees a film with an older name.
    names: str = ""

    @property
    def id(self) -> str:
        """A digest of the request and the page's files."""
        # Equal requests are one, and a change of any part gives another id: nothing is invalidated.
        return sha256(page_digest() + msgspec.json.encode(self)).hexdigest()[:32]


class AnimationUnknown(Exception):
    """Nobody has asked for this animation, or it was dropped since."""


class AnimationNotReady(Exception):
    """An animation is not made yet, or could not be made."""


class State(msgspec.Struct, frozen=True):
    """The state of an animation: ``done`` frames are drawn, out of ``of`` (0 if not known yet).

    ``reason`` says why it failed; None if a worker of an earlier release gave up.
    """

    status: Progress
    done: int = 0
    of: int = 0
    reason: Failure | None = None


class Claim(msgspec.Struct, frozen=True):
    """A worker's right to make an animation; ``tries`` includes this one."""

    # The id that the request had when it was placed: in the worker it may be another one, as the
    # page there may be of a newer release.

    id: str
    request: AnimationRequest
    owner: str
    tries: int
