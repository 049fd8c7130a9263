"""The requests that webhooks get from the service, described for its document."""

from domain.record.visibility import JsonObject
from service.http.document.shapes import ref

_DESCRIPTION = (
    "Sent to a channel of kind `webhook` and shape `standard`, and signed according to Standard "
    "Webhooks, whose libraries check `webhook-signature` with the channel's secret.\n\n"
    "A notice is sent until it is accepted, so it may come twice, with the same `webhook-id`. A "
    "status of 2xx within three seconds accepts it; redirects are not followed. After 410 the "
    "channel is paused. After any other status the service tries again for a day, after longer and "
    "longer waits and not before `Retry-After`. Five notices in a row that are not accepted pause "
    "the channel, too.\n\n"
    "Channels of the shapes `discord` and `slack` get the same notices in the forms of these "
    "services."
)


def _header(name: str, description: str, example: str) -> JsonObject:
    schema: JsonObject = {"type": "string"}
    own: JsonObject = {"name": name, "in": "header", "required": True, "schema": schema}
    return {**own, "description": description, "example": example}


_HEADERS: list[JsonObject] = [
    _header("webhook-id", "Names the notice, the same in every attempt.", "turn:4kq2m:1:12"),
    _header("webhook-timestamp", "The request's time in seconds since 1970.", "1795543200"),
    _header("webhook-signature", "`v1,` and the signature in base64.", "v1,g0hM9SsE+OTPJTGt/tmIK="),
]

WEBHOOKS: JsonObject = {
    "notice": {
        "post": {
            "operationId": "receive_notice",
            "tags": ["notices"],
            "summary": "Receive a notice that a game waits for you or is over, or of a challenge.",
            "description": _DESCRIPTION,
            "security": [],
            "parameters": _HEADERS,
            "requestBody": {
                "required": True,
                "description": "The notice.",
                "content": {"application/json": {"schema": ref("Notice")}},
            },
            "responses": {
                "2XX": {"description": "The notice is accepted."},
                "410": {"description": "Nobody listens any more: the channel is paused."},
                "429": {"description": "Try again later; `Retry-After` says when."},
            },
        }
    }
}
"""OpenAPI's ``webhooks``: the paths are the players' own."""
