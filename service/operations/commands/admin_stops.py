"""The commands of ``anabasis admin`` that stop players and networks: suspensions and bans."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click
import msgspec

from domain.record.times import moment
from service.machine import clock
from service.moderation.actions import Act
from service.moderation.player_lookup import find_player
from service.moderation.rights import ENDING, find_network, find_network_to_ban
from service.operations.commands.admin_options import (
    ACT_JSON,
    BY,
    JSON_LINES,
    TOLD_WHY,
    WHY,
    opened_service,
    perform_and_report,
)
from service.operations.commands.host_commands import HostCommand
from service.people.quiet_hours import DAY

ENDS = (
    HostCommand(
        name="resume",
        subject="player",
        find=find_player,
        action="player_resumed",
        done="not suspended",
        text="End a player's suspension early.",
    ),
    HostCommand(
        name="unban",
        subject="player",
        find=find_player,
        action="player_unbanned",
        done="not banned",
        text="End a player's ban early.",
    ),
)


def _days(most: int, default: int) -> Callable[[Any], Any]:
    kind = click.IntRange(1, most)
    return click.option(
        "--days", type=kind, default=default, show_default=True, help="Until it ends by itself."
    )


@click.command("suspend")
@click.argument("player")
@_days(ENDING["player_suspended"], 7)
@ACT_JSON
@TOLD_WHY
@BY
def suspend(player: str, *, days: int, reason: str, by: str) -> None:
    """Let a player only read for some days: no move, no game, no challenge, no report.

    They read the reason, and can export their games and delete their account. Their games go on by
    their clocks; where no clock would move for them, the other players may let a bot play.
    `anabasis admin resume` ends it early.
    """
    _stop(player, Act("player_suspended", player, reason, by, _end(days)), "suspended")


@click.command("ban")
@click.argument("player")
@_days(ENDING["player_banned"], 365)
@ACT_JSON
@TOLD_WHY
@BY
def ban(player: str, *, days: int, reason: str, by: str) -> None:
    """Let nobody sign in as a player for some days; their tokens open nothing meanwhile.

    They read the reason when they try to sign in. Their account stays: `anabasis admin unban` ends
    it early, and their devices are signed in as before. Their games go on by their clocks;
    where no clock would move for them, the other players may let a bot play.
    """
    _stop(player, Act("player_banned", player, reason, by, _end(days)), "banned")


@click.command("ban-network")
@click.argument("network")
@_days(ENDING["network_banned"], 30)
@ACT_JSON
@TOLD_WHY
@BY
def ban_network(network: str, *, days: int, reason: str, by: str) -> None:
    """Let nobody register from an IPv4 address or an IPv6 /64 for some days.

    Players with an account still sign in and play from there. The address is kept until the
    ban ends, and never in the log, which has a digest in its place.
    """
    with opened_service() as own:
        subject, end = find_network_to_ban(own, network), _end(days)
        sentence = f"Nobody registers from {network} until {end[:16]}Z: {subject}."
        perform_and_report(own, Act("network_banned", subject, reason, by, end), sentence)


@click.command("unban-network")
@click.argument("network")
@ACT_JSON
@WHY
@BY
def unban_network(network: str, *, reason: str, by: str) -> None:
    """End the ban of a network early, named by itself or by the id in the log."""
    with opened_service() as own:
        subject = find_network(own, network)
        sentence = f"Anybody may register from {network}."
        perform_and_report(own, Act("network_unbanned", subject, reason, by), sentence)


@click.command("networks")
@JSON_LINES
def networks(*, as_json: bool) -> None:
    """List the networks from which nobody may register: id, network, end, reason."""
    with opened_service() as own:
        bans = own.network_bans.in_force()
    for each in bans:
        line = f"{each.id}  {each.network}  until {moment(each.until)}  {each.reason}"
        click.echo(msgspec.json.encode(each) if as_json else line)
    if not bans and not as_json:
        click.echo("No network is banned.", err=True)


def _stop(player: str, act: Act, done: str) -> None:
    with opened_service() as own:
        subject = find_player(own, player)
        sentence = f"The player {subject} is {done} until {act.until[:16]}Z."
        perform_and_report(own, replace(act, subject=subject), sentence)


def _end(days: int) -> str:
    return moment(clock.now_ms() + days * DAY)
