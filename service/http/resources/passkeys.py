"""Passkeys: made by a player, listed and deleted, and a sign-in that needs nothing else."""

from typing import Any

from flask import Response

from service.context import services
from service.http.answering.private_answers import answer
from service.http.answering.signing_in import asked_address, this_device, with_session
from service.http.asking.allowances import spend
from service.http.asking.auth import player, player_id
from service.http.asking.host_rights import check_may_add_way_in
from service.http.document.describing import TOKEN, scoped
from service.http.document.shapes import ref, response_ref
from service.http.reading.parsing import Resource, read
from service.http.reading.schemas import Nothing, PasskeyAnswer
from service.machine import clock
from service.people import ceremonies
from service.people.answers import Passkey, PasskeyOptions, Passkeys
from service.people.ceremonies import StoredPasskey
from service.people.parties import Party, party_at

NOTHING, PASSKEY = Nothing(), PasskeyAnswer()
REFUSED = {403: response_ref("Refused403"), 409: response_ref("Refused409")}
OPTIONS_HELP = "They are valid for one answer within five minutes."

blp = Resource("passkeys", __name__, description="Passkeys (WebAuthn): sign in without a name.")


@blp.post("/me/passkeys/options")
@blp.doc(operationId="begin_passkey", security=TOKEN, responses=REFUSED)
@blp.body(NOTHING)
@blp.response(200, ref("PasskeyOptions"), description=OPTIONS_HELP)
def begin_passkey() -> Response:
    """Ask for the options of a new passkey.

    A page gives them to `PublicKeyCredential.parseCreationOptionsFromJSON`.
    """
    owner = player()
    check_may_add_way_in(owner)
    read(NOTHING)
    # The known ones are named in the options, so that a device does not make a second passkey.
    party, passkeys = _party(), services().passkeys
    known = passkeys.of(owner.id)
    challenge = passkeys.challenge("register", owner.id)
    options = ceremonies.options_to_register(party, challenge, owner.id, owner.name, known)
    return answer(PasskeyOptions(options))


@blp.post("/me/passkeys")
@blp.doc(operationId="add_passkey", security=TOKEN, responses=REFUSED)
@blp.body(PASSKEY)
@blp.response(201, ref("Passkey"), description="The passkey.")
def add_passkey() -> Response:
    """Add a passkey that a browser has made from the options.

    A player has at most ten.
    """
    owner = player()
    check_may_add_way_in(owner)
    credential, party = read(PASSKEY)["credential"], _party()
    challenge = ceremonies.challenge_in(credential)
    # Taken before the answer is checked: a challenge allows a single attempt.
    services().passkeys.take_challenge(challenge, "register", owner.id)
    made = ceremonies.registered(party, challenge, credential, this_device(), clock.now())
    services().passkeys.add(owner.id, made)
    return answer(_shown(made), 201)


@blp.get("/me/passkeys")
@blp.doc(operationId="list_passkeys", security=scoped("account"))
@blp.response(200, ref("Passkeys"), description="The player's passkeys, oldest first.")
def list_passkeys() -> Response:
    """List the player's passkeys.

    A name is that of the device that made the passkey; it may open the account elsewhere, too.
    """
    passkeys = services().passkeys.of(player_id())
    return answer(Passkeys([_shown(passkey) for passkey in passkeys]))


@blp.delete("/me/passkeys/<passkey>")
@blp.doc(operationId="delete_passkey", security=TOKEN)
@blp.response(204, description="The passkey opens nothing any more.")
def delete_passkey(passkey: str) -> Response:
    """Delete a passkey.

    Sessions that it has opened stay; `DELETE /me/devices/{device}` ends them.
    """
    services().passkeys.remove(player_id(), passkey)
    return Response(status=204)


@blp.post("/session/passkey/options")
@blp.doc(operationId="begin_passkey_session", responses={409: REFUSED[409]})
@blp.body(NOTHING)
@blp.response(200, ref("PasskeyOptions"), description=OPTIONS_HELP)
def begin_sign_in() -> Response:
    """Ask for the options of a sign-in by passkey.

    A page gives them to `PublicKeyCredential.parseRequestOptionsFromJSON`.
    """
    read(NOTHING)
    party = _party()
    spend("passkeys")
    challenge = services().passkeys.challenge("sign_in")
    return answer(PasskeyOptions(ceremonies.options_to_sign_in(party, challenge)))


@blp.post("/session/passkey")
@blp.doc(
    operationId="begin_session_by_passkey", responses={**REFUSED, 401: response_ref("Refused401")}
)
@blp.arguments(PASSKEY)
@blp.response(
    201,
    ref("Session"),
    description="The player; the token is in an HttpOnly, SameSite=Strict cookie.",
)
def sign_in(body: dict[str, Any]) -> Response:
    """Sign in with a passkey.

    The session has a token of its own, like a session begun by `POST /session`.
    """
    credential, party, passkeys = body["credential"], _party(), services().passkeys
    challenge = ceremonies.challenge_in(credential)
    # Taken before the answer is checked, as above.
    passkeys.take_challenge(challenge, "sign_in")
    owner, passkey = passkeys.find(ceremonies.passkey_id(ceremonies.credential_in(credential)))
    # A count that does not rise shows that the key was copied.
    count = ceremonies.new_sign_count(party, challenge, credential, passkey)
    passkeys.use(owner, passkey, count)
    return with_session(owner, signed_in=True)


def _party() -> Party:
    return party_at(asked_address())


def _shown(passkey: StoredPasskey) -> Passkey:
    return Passkey(passkey.id, passkey.name or None, passkey.created_at, passkey.last_used)
