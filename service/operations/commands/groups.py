"""Groups of commands whose help lists each with its whole first sentence."""

import click

LONGEST = 300
"""The most characters of a command's sentence in the list of commands, which wraps it."""


class Group(click.Group):
    """A group of commands that shows their sentences whole."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each command with the whole first sentence of its help."""
        # Click's own method would cut each sentence to the width of one line.
        commands = {name: self.listed(ctx, name) for name in self.list_commands(ctx)}
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, each.get_short_help_str(LONGEST))
                    for name, each in commands.items()
                    if each
                ]
            )

    def listed(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return a command, or another with the same help."""
        return self.get_command(ctx, name)
