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

    ``names`` marks its players' names once one of them took another or left: none must see a film
    that shows an older one.
    """

    game_id: str
    version: int
    hash: str
    format: FilmFormat
    shape: Shape
    language: str
    names: str = ""

    @property
    def id(self) -> str:
        """A digest of the request and the page's files.

        Equal requests are one, and a change of any part gives another id: nothing is invalidated.
        """
        return sha256(page_digest() + msgspec.json.encode(self)).hexdigest()[:32]


class AnimationUnknown(Exception):
    """Nobody has asked for this animation, or it has been dropped since."""


class AnimationNotReady(Exception):
    """An animation is not made yet, or could not be made."""


class State(msgspec.Struct, frozen=True):
    """How many frames of an animation are drawn, ``of`` so many (0 until that is known).

    ``reason`` tells why one failed; None if a worker of an earlier release gave it up.
    """

    status: Progress
    done: int = 0
    of: int = 0
    reason: Failure | None = None


class Claim(msgspec.Struct, frozen=True):
    """A worker's right to make an animation; ``tries`` counts this one, too.

    The id is the request's as it was placed: the worker's own page may be a newer release.
    """

    id: str
    request: AnimationRequest
    owner: str
    tries: int
