"""Devices: those that are signed in, and signing them out."""

from flask import Response
from msgspec.structs import replace

from service.context import services
from service.http.answering.private_answers import answer
from service.http.asking.auth import player_id, token_sent
from service.http.asking.languages import in_language, language
from service.http.document.describing import TOKEN, scoped
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource
from service.people.answers import Devices
from service.people.devices import API_TOKEN, TRANSFER
from service.texts import text

TEXTS: dict[str | None, str] = {API_TOKEN: "device.api_token", TRANSFER: "device.transfer"}

blp = Resource("devices", __name__, description="The devices that are signed in.")


@blp.get("/me/devices")
@blp.doc(operationId="list_devices", security=scoped("account"))
@blp.response(200, ref("Devices"), description="The player's devices.")
def list_devices() -> Response:
    """List the devices that are signed in, in the order of their sign-in.

    Each has a token of its own: at most sixteen sessions, and the token from the player's creation
    or the one that was asked for last. The names are as coarse as a browser's User-Agent.
    """
    player, token = player_id(), token_sent() or ""
    devices = services().devices.of(player, token)
    named = [replace(device, name=_name(device.name)) for device in devices]
    return in_language(answer(Devices(named)), language())


@blp.delete("/me/devices/<device>")
@blp.doc(operationId="sign_out_device", security=TOKEN)
@blp.response(204, description="The device's token is void, and its streams end within 15 s.")
def sign_out_device(device: str) -> Response:
    """Sign a device out.

    It may be the asker's own.
    """
    services().devices.sign_out(player_id(), device)
    return Response(status=204)


@blp.delete("/me/devices")
@blp.doc(operationId="sign_out_others", security=TOKEN)
@blp.response(204, description="Their tokens are void, and their streams end within 15 s.")
def sign_out_others() -> Response:
    """Sign all other devices out.

    Only the token of this request stays valid. Tokens with scopes stay, too: end those by
    `DELETE /me/tokens/{token_id}`.
    """
    player, token = player_id(), token_sent() or ""
    services().devices.sign_out_others(player, token)
    return Response(status=204)


def _name(name: str | None) -> str | None:
    return text(language(), TEXTS[name]) if name in TEXTS else name
