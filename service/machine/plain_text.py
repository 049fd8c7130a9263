"""Plain text: numbers with their nouns, texts for terminals, and texts cut to a length."""


def counted(number: int, noun: str, nouns: str = "") -> str:
    """Return a number with its noun, whose plural is regular unless it is given."""
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"


def one_line(text: str) -> str:
    """Return a text without line breaks and other unprintable characters.

    It is safe in headers and on terminals.
    """
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(plain.split())


def cut(text: str, most: int) -> str:
    """Return a text of at most ``most`` characters; an ellipsis ends a longer one."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def printable(text: str) -> str:
    """Return a text with its control characters escaped."""
    # Older releases stored texts unchecked: a terminal would obey escape sequences in them.
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)
