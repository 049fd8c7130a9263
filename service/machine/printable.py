"""Texts from elsewhere as one line, safe in headers and on terminals."""


def one_line(text: str) -> str:
    """Return a text without line breaks and other unprintable characters."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(plain.split())
