"""Lines in a language: texts by their codes, values in words, players by their names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from projections.text.line import ABBREVIATED, Abbreviated, Line, PlayerAt, Text, TextRow
from service.texts import text
from service.texts.domain_texts import word


@dataclass(frozen=True, slots=True)
class Teller:
    """Writes lines in a language, with the name of each seat's player (None: an open seat)."""

    language: str
    names: Sequence[str | Text | None]

    def text(self, lines: Iterable[Line]) -> str:
        """Return the lines as one text."""
        return "".join(f"{self.line(line)}\n" for line in lines)

    def line(self, line: Line) -> str:
        """Return one line."""
        match line:
            case TextRow(parts):
                return "".join(map(self._worded, parts)).rstrip()
            case _:
                return self._worded(line)

    def _worded(self, value: object) -> str:
        match value:
            case Text(code, gaps):
                return self._text(code, gaps)
            case Abbreviated(member):
                # Of one width, so that columns of a board drawn as text line up.
                return word(self.language, member)[:ABBREVIATED].ljust(ABBREVIATED)
            case PlayerAt(seat):
                return self._player(seat)
            case Enum():
                return word(self.language, value)
            case _:
                return self._raw(value)

    def _raw(self, value: object) -> str:
        match value:
            case dict():
                return self._listed([f"{n} {self._worded(member)}" for member, n in value.items()])
            case list():
                return self._several(value)
            case tuple():
                return ",".join(map(str, value))
            case _:
                return str(value)

    def _text(self, code: str, gaps: Mapping[str, object]) -> str:
        """Return a text with its gaps filled."""
        words = {
            # Numbers stay numbers, as they decide between singular and plural.
            gap: value if isinstance(value, int) else self._worded(value)
            for gap, value in gaps.items()
        }
        return text(self.language, code, **words)

    def _player(self, seat: int) -> str:
        name = self.names[seat]
        if name is None:
            return text(self.language, "told.seat", seat=seat)
        return text(self.language, "told.seat_named", seat=seat, name=self._worded(name))

    def _several(self, values: list[object]) -> str:
        """Join numbers and places by spaces, words by commas."""
        words = list(map(self._worded, values))
        is_bare = all(isinstance(value, int | tuple) for value in values)
        return " ".join(words) if words and is_bare else self._listed(words)

    def _listed(self, words: list[str]) -> str:
        """Join by semicolons items that have commas of their own."""
        mark = "; " if any("," in word for word in words) else ", "
        return mark.join(words) or text(self.language, "told.none")
