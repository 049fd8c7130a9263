"""Numbers with their nouns, as lines of commands tell them."""


def counted(number: int, noun: str, nouns: str = "") -> str:
    """Return a number with its noun, whose plural is regular unless it is given."""
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"
