"""Server-sent events, parsed by the rules of the WHATWG HTML standard, section 9.2.6."""

import codecs
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """One dispatched event: its type, its data, and the last event id in force."""

    event: str
    data: str
    id: str


class Parser:
    """Turns the bytes of one response into messages; a new response needs a new parser.

    ``last_id`` is the id to resume from, ``retry`` the pause (milliseconds) the server asked for.
    An event cut off by the end of the stream is dropped, as the standard says.
    """

    def __init__(self, last_id: str = "") -> None:
        self.last_id = last_id
        self.retry: int | None = None
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._begun = False
        self._after_cr = False
        self._line = ""
        self._id = last_id
        self._event = ""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> Iterator[Message]:
        """The messages that ``chunk`` completes."""
        for line in self._lines(self._text(chunk)):
            message = self._read(line)
            if message is not None:
                yield message

    def _text(self, chunk: bytes) -> str:
        text = self._decode(chunk)
        if text and not self._begun:
            self._begun = True
            return text.removeprefix("\ufeff")
        return text

    def _lines(self, text: str) -> Iterator[str]:
        """Lines end with CR LF, LF or CR; a CR ends one at once, and an LF after it is no other."""
        for character in text:
            if character == "\n" and self._after_cr:
                self._after_cr = False
            elif character in "\r\n":
                line, self._line = self._line, ""
                self._after_cr = character == "\r"
                yield line
            else:
                self._after_cr = False
                self._line += character

    def _read(self, line: str) -> Message | None:
        if not line:
            return self._dispatch()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "data":
                self._data.append(value)
            case "event":
                self._event = value
            case "id" if "\0" not in value:
                self._id = value
            case "retry" if value.isascii() and value.isdecimal():
                self.retry = int(value)
        return None

    def _dispatch(self) -> Message | None:
        self.last_id = self._id
        data, event = "\n".join(self._data), self._event
        heard = bool(self._data)
        self._data, self._event = [], ""
        return Message(event or "message", data, self.last_id) if heard else None
