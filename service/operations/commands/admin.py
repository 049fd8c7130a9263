"""The command ``anabasis admin``: a host's actions, each recorded in an append-only log.

And ``anabasis keys``: the keys that sign heads, and their rotation.
"""

from collections.abc import Sequence
from functools import partial

import click
import msgspec

from service.context import Services
from service.machine.plain_text import counted, printable
from service.moderation.actions import Act, in_force, parts_forgotten, parts_kept, sign_in_link
from service.moderation.interrupted_deletions import InterruptedDeletions
from service.moderation.log import AdminLog, Entry, first_break
from service.moderation.player_lookup import check_handle, check_name_shown, find_player
from service.moderation.rights import find_game
from service.operations.commands.admin_announce import announce_command, unannounce
from service.operations.commands.admin_first_host import first_host
from service.operations.commands.admin_idle import idle
from service.operations.commands.admin_invite import invite
from service.operations.commands.admin_lists import busiest, games, newest, search, storage
from service.operations.commands.admin_options import (
    ACT_JSON,
    BY,
    TOLD_WHY,
    WHY,
    Word,
    opened_service,
    perform_and_report,
    rotated,
)
from service.operations.commands.admin_removals import REMOVALS
from service.operations.commands.admin_reports import reports_command, resolve_command
from service.operations.commands.admin_stops import (
    ENDS,
    ban,
    ban_network,
    networks,
    suspend,
    unban_network,
)
from service.operations.commands.groups import Group
from service.operations.commands.host_commands import HostCommand, host_command


@click.group(cls=Group)
def admin() -> None:
    """Answer reports, close games, mute or forget players, and more; each action is logged.

    \b
    anabasis admin search ad                    players by name or handle; also newest, busiest
    anabasis admin games ada                    open games that a player made
    anabasis admin close k3v9x2m7q4w8z6t5 --reason "Under review."
    anabasis admin reopen k3v9x2m7q4w8z6t5
    anabasis admin unlist k3v9x2m7q4w8z6t5      out of the lobby; its link works
    anabasis admin remove-title k3v9x2m7q4w8z6t5
    anabasis admin remove-board k3v9x2m7q4w8z6t5
    anabasis admin mute p1f0c63a5d2e84b97       no name, title or board of their own
    anabasis admin suspend ada --days 7 --reason "Stalled three games."
    anabasis admin ban ada --days 90 --reason "Insults."
    anabasis admin forget p1f0c63a5d2e84b97     list what would be deleted, and what kept
    anabasis admin reports                      what players have reported
    anabasis admin resolve player-p1f0c63a5d2e84b97 acted
    anabasis admin idle --days 730              who would be deleted for being idle
    anabasis admin invite new --uses 20         a link to make accounts with
    anabasis admin announce "A break at 20:00 UTC." --hours 5
    anabasis admin first-host Ada               where there is no host yet
    anabasis admin role ada host
    anabasis admin link ada                     signs them in, where no mail is set
    anabasis admin rotate-keys
    anabasis admin log --verify

    A player is named by id, by handle, or by a name that nobody else has.

    The commands work on the store of ANABASIS_REDIS_URL or ANABASIS_DATA. A running service obeys
    them at once; it may also be stopped. Repeating a command is safe: it finishes what an
    interrupted one left undone, and is not logged twice.
    """


def _shown_name(own: Services, player: str) -> str:
    return printable(f"Others see the name {own.players.read(player).name}.")


COMMANDS = (
    HostCommand(
        name="close",
        subject="game",
        find=partial(find_game, goes_on=True),
        action="game_closed",
        done="closed",
        text="""Close a game for moves: it can still be read and exported, and no clock runs.

        Every command in it is answered 409, `game_closed`, with the reason; bots and standing
        orders stop. Nothing of its record changes. `anabasis admin reopen` undoes it, and gives the
        time back.
        """,
        why=TOLD_WHY,
    ),
    HostCommand(
        name="reopen",
        subject="game",
        find=find_game,
        action="game_reopened",
        done="open",
        text="Reopen a closed game; its players get back the time for which it was closed.",
    ),
    HostCommand(
        name="unlist",
        subject="game",
        find=find_game,
        action="game_unlisted",
        done="out of the lobby",
        text="Take a game out of the lobby; anyone who has its link still sees it.",
    ),
    HostCommand(
        name="list",
        subject="game",
        find=find_game,
        action="game_listed",
        done="listed again",
        text="Put an unlisted game back in the lobby, unless it was made without being listed.",
    ),
    HostCommand(
        name="mute",
        subject="player",
        find=find_player,
        action="player_muted",
        done="muted",
        text="""Replace a player's name; they can choose no other, nor a title or board of a game.

        These are all the texts of a player that others see. They play on under a name such as
        `Player 1f0c`. For titles and boards of their games, see `anabasis admin remove-title`
        and `remove-board`.
        `anabasis admin unmute` gives the name back; `anabasis admin forget` deletes it.
        """,
        result=_shown_name,
    ),
    HostCommand(
        name="unmute",
        subject="player",
        find=find_player,
        action="player_unmuted",
        done="not muted",
        text="""Give a muted player their name back; they can choose names, titles and boards again.

        Players muted by a release before 28 November 2026 keep the replacement until they choose
        another name.
        """,
        result=_shown_name,
    ),
    HostCommand(
        name="rename",
        subject="player",
        find=lambda own, text: check_name_shown(own, find_player(own, text)),
        action="player_renamed",
        done="renamed",
        text="""Replace a player's name by one such as `Player 1f0c`; they may choose another.

        It cannot be undone, as the old name is not kept. `anabasis admin mute` also keeps them from
        choosing.
        """,
        result=_shown_name,
    ),
    HostCommand(
        name="remove-handle",
        subject="player",
        find=lambda own, text: check_handle(own, find_player(own, text)),
        action="handle_removed",
        done="without a handle",
        text="""Take a player's handle away; they may claim another at once.

        It cannot be undone: for a year nobody can claim that handle, nor can they.
        """,
    ),
)


STOPS = suspend, ban, ban_network, unban_network, networks
LISTS = search, newest, busiest, games, storage, reports_command
OTHERS = announce_command, unannounce, resolve_command
ACTS = map(host_command, (*COMMANDS, *REMOVALS, *ENDS))
for each in (first_host, idle, invite, *ACTS, *STOPS, *LISTS, *OTHERS):
    admin.add_command(each)


@admin.command("forget")
@click.argument("player")
@click.option("--yes", is_flag=True, help="Do it; without it, only list the losses.")
@ACT_JSON
@WHY
@BY
def forget_command(player: str, *, yes: bool, reason: str, by: str) -> None:
    """Delete a player as `DELETE /me` does, at their request: it cannot be undone.

    Name, settings, tokens, devices, passkeys, channels, feeds, invitations and standing orders go.
    Records are immutable and stay, with an id in place of the name, as do entries of this log.
    """
    with opened_service() as own:
        # A repetition must pass although the player is gone: it may have to finish a deletion that
        # was interrupted by a crash.
        unfinished = InterruptedDeletions(own.read_models.client)
        subject = unfinished.of(player) or player
        if AdminLog(own.read_models.client).newest(["player_forgotten"], subject) is None:
            subject = find_player(own, player)
        if not yes:
            _list_losses(own, subject)
            return
        with unfinished.noted(player, subject):
            act = Act("player_forgotten", subject, reason, by)
            perform_and_report(own, act, f"The player {subject} is forgotten.")


def _list_losses(own: Services, player: str) -> None:
    click.echo("Would be deleted:")
    for line in parts_forgotten(own, player):
        click.echo(f"  {line}")
    click.echo("Would be kept:")
    for line in parts_kept(own, player):
        click.echo(f"  {line}")
    click.echo("Nothing was done: --yes does it, permanently.")


ROLE_ACTIONS = {
    "host": ("player_made_host", "is host now"),
    "moderator": ("player_made_moderator", "is moderator now"),
    "none": ("player_role_ended", "has no role now"),
}


@admin.command("role")
@click.argument("player")
@click.argument("role", type=Word([*ROLE_ACTIONS]), metavar="host|moderator|none")
@ACT_JSON
@WHY
@BY
def role_command(player: str, role: str, reason: str, by: str) -> None:
    """Make a player host or moderator, or end their role.

    Both find reports, players and games on the page `/host`, within an hour of a sign-in. A host
    may also act on players who have a role, ban, forget, announce and give roles.
    """
    action, done = ROLE_ACTIONS[role]
    with opened_service() as own:
        subject = find_player(own, player)
        perform_and_report(own, Act(action, subject, reason, by), f"The player {subject} {done}.")


@admin.command("link")
@click.argument("player")
@WHY
@BY
def link_command(player: str, reason: str, by: str) -> None:
    """Print a link that signs a player in, where no mail is set or their devices are lost.

    It works for ten minutes and one use, and anybody who has it has the account: hand it over in
    private. The player sees the new session among their devices.
    """
    with opened_service() as own:
        subject = find_player(own, player)
        click.echo(sign_in_link(own, subject, reason, by))
        is_guessed = own.config.url is None
    # Beside the output, which programs read as the link alone.
    click.echo(f"It signs in {subject}, once, within ten minutes.", err=True)
    if is_guessed:
        click.echo(
            "Without ANABASIS_URL its address is this machine's own: elsewhere, what stands before "
            "the # must be the service's.",
            err=True,
        )


@admin.command("rotate-keys")
@WHY
@BY
def rotate_keys(reason: str, by: str) -> None:
    """Sign the heads of games with a new key from now on; delete the old one's private half.

    All public keys stay published, so older signatures verify. `anabasis keys` lists them.
    """
    with opened_service() as own:
        click.echo(f"Heads are signed by {rotated(own, reason, by)} now.")


@admin.command()
def show() -> None:
    """Show the actions in force, such as games closed or unlisted, and players muted."""
    with opened_service() as own:
        entries = in_force(AdminLog(own.read_models.client).entries())
    _print(entries, "Nothing is in force.")


@admin.command()
@click.option("--json", "as_json", is_flag=True, help="Print each entry as a line of JSON.")
@click.option("--verify", is_flag=True, help="Recompute the hashes; exit code 1 if one breaks.")
@click.option("--about", metavar="SUBJECT", help="Only on this player, by id or name, or game.")
@click.option("--last", type=click.IntRange(1), metavar="N", help="Only the last N of them.")
def log(*, as_json: bool, verify: bool, about: str | None, last: int | None) -> None:
    """Show all actions, oldest first: number, time, host, action, subject, reason.

    \b
    anabasis admin log --about ada --last 5
    anabasis admin log --verify

    The entries are chained by hashes as games are. `--verify` recomputes them, and prints the
    number and hash of the last one: keep these elsewhere to notice a log that was cut short. With
    `--json` the entries are printed too, and the result of `--verify` goes to stderr.
    """
    if verify and (about or last):
        raise click.UsageError("--verify reads the whole log: leave --about and --last out.")
    with opened_service() as own:
        entries = list(AdminLog(own.read_models.client).entries())
        if about is not None:
            entries = _entries_about(own, entries, about)
    entries = entries[-last:] if last else entries
    if as_json:
        for entry in entries:
            click.echo(msgspec.json.encode(entry))
    if verify:
        _verify(entries, beside=as_json)
    elif not as_json:
        _print(entries, "No action is recorded.")


def _entries_about(own: Services, entries: Sequence[Entry], text: str) -> list[Entry]:
    """Return the entries on a subject, which may be gone; a player may be named otherwise."""
    # The id of a player who has left is in the log alone.
    subjects = {entry.subject for entry in entries}
    subject = text if text in subjects else find_player(own, text)
    return [entry for entry in entries if entry.subject == subject]


def _verify(entries: Sequence[Entry], *, beside: bool) -> None:
    """Print that the log is sound, on stderr if ``beside`` entries; else raise ClickException."""
    if (found := first_break(entries)) is not None:
        raise click.ClickException(f"The log breaks at entry {found[0]}: {found[1]}.")
    last = f" The last one is {entries[-1].number} {entries[-1].hash}." if entries else ""
    click.echo(f"{counted(len(entries), 'entry holds', 'entries hold')}.{last}", err=beside)


def _print(entries: Sequence[Entry], none: str) -> None:
    """Print entries on stdout; if there are none, say so on stderr."""
    if not entries:
        # Programs read stdout as lines of entries, and this sentence is no entry.
        click.echo(none, err=True)
    for each in entries:
        what = (each.number, each.recorded_at, each.by, each.action, each.subject, each.reason)
        # Older releases stored texts unchecked.
        click.echo(printable("  ".join(map(str, what)).rstrip()))


@click.command()
@click.option("--rotate", is_flag=True, help="The same as `anabasis admin rotate-keys`.")
@BY
def keys(*, rotate: bool, by: str) -> None:
    """List the public keys that sign the heads of games, oldest first.

    The private half of the last one is in the store and in its backups: anyone who reads either can
    sign. A rotation deletes the private half of the previous key, and is logged. All public keys
    stay published, so that older signatures can be checked.
    """
    with opened_service() as own:
        if rotate:
            rotated(own, "", by)
        for key in own.signing.published():
            click.echo(f"{key.key_id}  {key.public_key}  since {key.since}")
