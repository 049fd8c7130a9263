"""Passkeys made and used over HTTP."""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.service.api import BASE, Api, Person
from tests.service.people.authenticator import Authenticator

JsonObject = dict[str, Any]


def options(api: Api, who: Person, **more: Any) -> JsonObject:
    answer = api.ask("POST", "/me/passkeys/options", who, json={}, expect=200, **more)
    return dict(answer.json["options"])


def made(api: Api, who: Person, key: Authenticator | None = None) -> Authenticator:
    """A passkey of this person's."""
    key = key or Authenticator()
    credential = key.make(options(api, who))
    api.ask("POST", "/me/passkeys", who, json={"credential": credential}, expect=201)
    return key


def asked(api: Api) -> JsonObject:
    answer = api.ask("POST", "/session/passkey/options", json={}, expect=200)
    return dict(answer.json["options"])


def sent(api: Api, credential: JsonObject) -> tuple[FlaskClient, TestResponse]:
    client = api.client
    return client, client.post(f"{BASE}/session/passkey", json={"credential": credential})
