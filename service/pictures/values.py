"""Evaluating CSS values: variables, color-mix() and arithmetic."""

from collections.abc import Callable, Mapping, Sequence
from operator import add, mul, sub, truediv
from typing import Any, TypeAlias

from tinycss2 import serialize
from tinycss2.color3 import parse_color

Token: TypeAlias = Any
Values: TypeAlias = Mapping[str, Sequence[Token]]

DEEPEST = 12
OPERATIONS: Mapping[str, Callable[[float, float], float]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": truediv,
}


class ValueUnknown(ValueError):
    """A value that cannot be evaluated."""


def substituted(tokens: Sequence[Token], values: Values, depth: int = 0) -> list[Token]:
    """Return the tokens with variables replaced by their values."""
    # Variables may refer to each other in a circle.
    if depth > DEEPEST:
        raise ValueUnknown(serialize(tokens))
    plain: list[Token] = []
    for token in tokens:
        plain += _substitute(token, values, depth + 1)
    return plain


def _substitute(token: Token, values: Values, depth: int) -> list[Token]:
    if token.type == "function" and token.lower_name == "var":
        name, *default = arguments(token.arguments)
        value = values.get(name[0].value)
        used = (default or [[]])[0] if value is None or _is_initial(value) else value
        return substituted(used, values, depth)
    return [token]


def _is_initial(value: Sequence[Token]) -> bool:
    """True for the keyword that makes a variable undefined."""
    return bool(serialize(value).strip().lower() == "initial")


def arguments(tokens: Sequence[Token]) -> list[list[Token]]:
    """Return the arguments between commas, without blanks around them."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token == ",":
            parts.append([])
        elif token.type not in ("whitespace", "comment"):
            parts[-1].append(token)
    return parts


def worked_out(tokens: Sequence[Token], values: Values) -> str:
    """Return a value as text: pixels and sums as numbers, mixed colours as one colour.

    Raises ValueUnknown.
    """
    plain = substituted(tokens, values)
    return "".join(_text(token, values) for token in plain).strip()


def _text(token: Token, values: Values) -> str:
    if token.type == "dimension" and token.lower_unit == "px":
        return _number(token.value)
    if token.type != "function":
        return str(token.serialize())
    if token.lower_name == "color-mix":
        return _mixed(token, values)
    if token.lower_name in ("calc", "min", "max", "clamp"):
        return _number(_computed(token, values))
    inner = "".join(_text(each, values) for each in substituted(token.arguments, values))
    return f"{token.name}({inner})"


def _number(value: float) -> str:
    return f"{round(value, 3):g}"


def _mixed(token: Token, values: Values) -> str:
    """Return a mixture of two colours in sRGB, the first with its share."""
    _, first, second = arguments(substituted(token.arguments, values))
    share = next((each.value / 100 for each in first if each.type == "percentage"), 0.5)
    one, other = (_colour(each, values) for each in (first, second))
    # With premultiplied alpha, as browsers mix: otherwise a transparent colour would tint the
    # other.
    alpha = one[3] * share + other[3] * (1 - share)
    parts = [
        (a * one[3] * share + b * other[3] * (1 - share)) / (alpha or 1)
        for a, b in zip(one[:3], other[:3], strict=True)
    ]
    red, green, blue = (round(255 * part) for part in parts)
    return f"rgba({red}, {green}, {blue}, {_number(alpha)})"


def _colour(tokens: Sequence[Token], values: Values) -> tuple[float, float, float, float]:
    """Return red, green, blue and opacity, each up to 1."""
    text = worked_out([each for each in tokens if each.type != "percentage"], values)
    colour = parse_color(text)
    if colour is None or isinstance(colour, str):
        raise ValueUnknown(text)
    return tuple(colour)


def _computed(token: Token, values: Values) -> float:
    """Return the value of a term, lengths in pixels."""
    if token.type in ("number", "dimension"):
        return float(token.value)
    if token.type == "() block":
        return _sum(token.content, values)
    terms = [_sum(each, values) for each in arguments(token.arguments)]
    match token.lower_name:
        case "min":
            return min(terms)
        case "max":
            return max(terms)
        case "clamp":
            return max(terms[0], min(terms[1:]))
        case "calc":
            return terms[0]
        case _:
            raise ValueUnknown(token.serialize())


def _sum(tokens: Sequence[Token], values: Values) -> float:
    """Return the value of terms with operators between them, products first."""
    plain = substituted(tokens, values)
    items: list[Any] = [
        each.value if each.type == "literal" else _computed(each, values)
        for each in plain
        if each.type not in ("whitespace", "comment")
    ]
    for operators in ("*/", "+-"):
        n = 1
        while n < len(items):
            if items[n] in operators:
                items[n - 1 : n + 2] = [OPERATIONS[items[n]](items[n - 1], items[n + 1])]
            else:
                n += 2
    return float(items[0])
