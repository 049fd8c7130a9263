"""Bot accounts: players that are programs, and the games that they take."""

from typing import Any

from flask import Response
from msgspec.structs import replace

from service.context import services
from service.http.answering.private_answers import answer
from service.http.asking.auth import player_id
from service.http.document.describing import TOKEN, scoped
from service.http.document.shapes import ref, response_ref
from service.http.reading.account_schemas import BotChanges, NewBotAccount
from service.http.reading.parsing import Resource, read
from service.machine import clock
from service.people.answers import BotAccount
from service.people.bot_accounts import FOR_PEOPLE, AccountUsed, NoBotAccount, StoredBotAccount

NEW, CHANGES = NewBotAccount(), BotChanges()
NONE = {404: response_ref("Refused404")}

blp = Resource("bot_accounts", __name__, description="Accounts of programs.")


@blp.post("/me/bot")
@blp.doc(operationId="become_bot", security=TOKEN)
@blp.body(NEW)
@blp.response(201, ref("BotAccount"), description="The bot account.")
def become_bot() -> Response:
    """Make this account a program's, permanently.

    Only before its first game (`account_used`). It is marked `account: bot` wherever it is shown,
    has twice a person's rate limits and gets no mails or push messages: such channels are deleted.
    Clocks, consent and resignation treat it as any player. A field left out states no limit;
    challenges outside of the limits are refused. A repeated request changes the account.
    """
    owner = player_id()
    own, fields = services(), read(NEW)
    own.players.check_may_publish(owner)
    known = own.bot_accounts.of(owner)
    if known is None and own.read_models.my_games(owner, 1, 1)[1]:
        raise AccountUsed
    since = clock.now() if known is None else known.since
    account = StoredBotAccount(**_kept(fields), since=since)
    own.bot_accounts.make(owner, account)
    _drop_messages(owner)
    return answer(shown_account(account), 201)


@blp.get("/me/bot")
@blp.doc(security=scoped("read"), responses=NONE)
@blp.response(200, ref("BotAccount"), description="The bot account.")
def read_bot() -> Response:
    """Read the own bot account.

    A person has none (`no_bot_account`).
    """
    return answer(shown_account(_account(player_id())))


@blp.patch("/me/bot")
@blp.doc(operationId="change_bot", security=scoped("bot"), responses=NONE)
@blp.body(CHANGES)
@blp.response(200, ref("BotAccount"), description="The changed account.")
def change_bot() -> Response:
    """Change the owner of a bot account, or the games that it takes.

    Fields left out stay as they are; null removes a limit.
    """
    owner = player_id()
    fields = read(CHANGES)
    services().players.check_may_publish(owner)
    account = replace(_account(owner), **_kept(fields))
    services().bot_accounts.change(owner, account)
    return answer(shown_account(account))


def shown_account(account: StoredBotAccount) -> BotAccount:
    """Return a bot account as anybody may see it."""
    return BotAccount(
        owner=account.owner,
        since=account.since,
        rulesets=_listed(account.rulesets),
        seats=_listed(account.seats),
        paces=_listed(account.paces),
        games=account.games,
    )


def _listed(values: tuple[Any, ...] | None) -> list[Any] | None:
    return None if values is None else list(values)


def _kept(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
    }


def _account(player: str) -> StoredBotAccount:
    account = services().bot_accounts.of(player)
    if account is None:
        raise NoBotAccount
    return account


def _drop_messages(player: str) -> None:
    channels = services().notices.channels
    for channel in channels.of(player):
        if channel.kind in FOR_PEOPLE:
            channels.remove(player, channel.id)
