"""Sign-in links: each is for one e-mail address, ten minutes, one use, and the browser that asked.

Another browser needs the code that this one shows, so a forwarded mail alone opens nothing.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from redis import Redis

from service.machine import clock
from service.people.devices import hash_secret
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script

SECONDS = 600
TRIES = 5
CODE_DIGITS = 6

_CHECK = Script.of("service.people", "check_link.lua")


class LinkVoid(Exception):
    """The link is unknown, used, too old, or had too many wrong codes."""


class CodeNeeded(Exception):
    """Another browser asked for the link, and its code is needed."""


class CodeWrong(Exception):
    """The code is not that of the browser that asked."""


@dataclass(frozen=True, slots=True)
class Link:
    """A new link's token, which goes to the address, and the code for the browser that asks."""

    token: str
    code: str


class SignInLinks:
    """``sign_in:<sha256>`` holds hashes of a link's address, browser and code."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def create(self, address: str, browser: str) -> Link:
        """Return a new link for an address and a browser, which is known by its secret."""
        link = Link(secrets.token_urlsafe(32), _new_code())
        fields = {
            "address": address_hash(address),
            "browser": hash_secret(browser),
            "code": _code_hash(link.token, link.code),
            "until": clock.now_ms() + SECONDS * 1000,
        }
        with translated_errors():
            pipeline = self._client.pipeline(transaction=True)
            pipeline.hset(_key(link.token), mapping=fields)
            pipeline.expire(_key(link.token), SECONDS)
            pipeline.execute()
        return link

    def check(self, token: str, browser: str, code: str) -> str:
        """Return the hash of a link's address. Raises LinkVoid, CodeNeeded, CodeWrong."""
        code_hash = _code_hash(token, code.strip()) if code.strip() else ""
        with translated_errors():
            key, browser_hash = _key(token), hash_secret(browser) if browser else "none"
            arguments = browser_hash, code_hash, clock.now_ms(), TRIES, secrets.token_hex(8)
            outcome = _CHECK.run(self._client, [key], *arguments)
            address = self._client.hget(key, "address")
        errors = {b"elsewhere": CodeNeeded, b"wrong": CodeWrong, b"void": LinkVoid}
        if outcome in errors:
            raise errors[outcome]
        if address is None:
            raise LinkVoid
        return str(address.decode())

    def use(self, token: str) -> None:
        """Use up a link. Raises LinkVoid if another request did so first."""
        with translated_errors():
            is_first = self._client.delete(_key(token))
        if not is_first:
            raise LinkVoid


def new_browser() -> str:
    """Return a secret that identifies a browser."""
    return secrets.token_urlsafe(32)


def address_hash(address: str) -> str:
    """Return the hash by which the players of an e-mail address are found."""
    return hash_secret(address.strip().lower())


def _new_code() -> str:
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


def _code_hash(token: str, code: str) -> str:
    """Return the hash of a code and its link's token."""
    # With the token, as otherwise somebody who reads the store could try all codes.
    return hash_secret(f"{token} {code}")


def _key(token: str) -> str:
    return f"sign_in:{hash_secret(token)}"
