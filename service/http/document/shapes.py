"""The schemas of answers, derived from their types.

msgspec's types describe answers, marshmallow's schemas read requests: each thing is described once,
and the document is derived from both.
"""

from typing import Any

import msgspec

from domain.record.visibility import JsonObject
from domain.wire.shapes import schemas
from projections.answers import clocks, endings, games, heads, lists, records
from projections.answers.fields import Hash
from service.http import answers
from service.moderation import answers as moderation
from service.moderation import listing_answers as listings
from service.notices import answers as notices
from service.people import answers as people

Schemas = dict[str, JsonObject]

ANSWERED = (
    answers.Index,
    answers.Problem,
    answers.Rulesets,
    answers.Ruleset,
    answers.Rules,
    answers.OEmbed,
    answers.Health,
    answers.ArchivedGame,
    answers.ArchiveFailure,
    answers.ArchiveEnd,
    answers.OwnData,
    people.NewPlayerMade,
    people.Player,
    people.Handle,
    people.Profile,
    people.BotAccount,
    people.GameChallenge,
    people.MyChallenges,
    people.AccountInvitationMade,
    people.MyAccountInvitations,
    people.OpenAccountInvitation,
    people.AccountInvitationMailed,
    people.Token,
    people.AccessTokenMade,
    people.AccessTokens,
    people.Session,
    people.Transfer,
    people.SignInWays,
    people.SignInAsked,
    people.SignInChoice,
    people.Devices,
    people.PasskeyOptions,
    people.Passkey,
    people.Passkeys,
    people.PresentAnnouncement,
    moderation.ActDone,
    moderation.HostActs,
    listings.HostPlayers,
    listings.HostGames,
    listings.HostStorage,
    moderation.Reported,
    moderation.ReportQueue,
    moderation.ReportInFull,
    notices.Notices,
    notices.Channel,
    notices.NoticeLog,
    notices.Notice,
    notices.Feeds,
    lists.MyGames,
    lists.AccountEvent,
    lists.Lobby,
    lists.Imports,
    games.Board,
    games.BoardCheck,
    games.View,
    games.Preview,
    games.Moves,
    games.Accepted,
    games.Export,
    games.Visits,
    games.StandingOrders,
    records.Events,
    records.Replay,
    records.Draw,
    records.Audit,
    endings.Statistics,
    endings.Animation,
    endings.RematchOf,
    endings.Invitations,
    clocks.Vacations,
    heads.Keys,
    heads.LogHead,
    heads.LogLeaves,
    heads.SignedHead,
)


def ref(name: str) -> JsonObject:
    """Return a reference to a schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def response_ref(name: str) -> JsonObject:
    """Return a reference to a response."""
    return {"$ref": f"#/components/responses/{name}"}


def answer_schemas() -> Schemas:
    """Return the schemas of all answers by name; those that differ by ruleset are incomplete."""
    derived = {name: _in_form(schema) for name, schema in schemas(ANSWERED, ref).items()}
    # RFC 9457 lets problems have further members.
    derived["Problem"]["additionalProperties"] = True
    return {**derived, "Hashes": msgspec.json.schema(dict[str, Hash])}


def with_fields(schema: JsonObject, **properties: JsonObject) -> JsonObject:
    """Return an object's schema with these properties added or replaced."""
    return {**schema, "properties": {**schema["properties"], **properties}}


def _in_form(part: Any) -> Any:
    """Return part of a schema with null among the types, and descriptions in one line."""
    if isinstance(part, list):
        return [_in_form(each) for each in part]
    if not isinstance(part, dict):
        return " ".join(part.split()) if isinstance(part, str) else part
    part = {key: _in_form(value) for key, value in part.items()}
    match part.pop("anyOf", None):
        # Plainer to read than a union of a type and null.
        case [{"type": str(type_), **other}, {"type": "null"}] if not other:
            part["type"] = [type_, "null"]
        case [*options]:
            part["oneOf"] = options
    return part
