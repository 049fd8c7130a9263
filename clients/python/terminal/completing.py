"""What can be typed next: words of the listed moves and of the commands."""

from collections.abc import Iterable

_MOST_WHOLE = 12
_BEFORE_MOVES = ("/preview ", "/moves ")
"""Commands that a move follows."""


def completions(typed: str, lines: Iterable[str]) -> list[str]:
    """Return the ways to go on with what is typed, each a line from its beginning.

    If there are too many lines to read, each ends after its next word.
    """
    typed = typed.lstrip()
    command = next((each for each in _BEFORE_MOVES if typed.startswith(each)), "")
    if command:
        moves = [line for line in lines if not line.startswith("/")]
        return [command + move for move in completions(typed.removeprefix(command), moves)]
    fitting = sorted({line for line in lines if line.casefold().startswith(typed.casefold())})
    if len(fitting) <= _MOST_WHOLE:
        return fitting
    return sorted({_to_next_word(line, len(typed)) for line in fitting})


def kinds(notations: Iterable[str]) -> str:
    """Return the first words of moves with their numbers, such as ``march 12, take 2, end``."""
    numbers: dict[str, int] = {}
    for notation in notations:
        word = notation.partition(" ")[0]
        numbers[word] = numbers.get(word, 0) + 1
    return ", ".join(word if n == 1 else f"{word} {n}" for word, n in numbers.items())


def _to_next_word(line: str, typed: int) -> str:
    end = line.find(" ", typed)
    return line if end < 0 else line[: end + 1]
