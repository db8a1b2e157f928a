"""Numbers of a schema as people read them: exact, and no longer than they have to be."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Final

__all__ = ["readable_number"]

_PLAIN: Final = 7  # characters a user need not count: a million is one


def readable_number(number: object) -> str:
    """JSON text of a number, or a number → 10, 0.1, 1e16, -1e15; of the same value, digit for digit.

    Written out where that is short or no longer than with an exponent: 9223372036854775807, but not
    10000000000000000.
    """
    text = str(number)
    try:
        sign, digits, exponent = Decimal(text).as_tuple()
    except InvalidOperation:
        return text
    if not isinstance(exponent, int):  # NaN is no number of JSON
        return text
    written = "".join(map(str, digits)).lstrip("0")
    short = written.rstrip("0")
    if not short:
        return "0"
    exponent += len(written) - len(short)
    minus = "-" if sign else ""
    power = exponent + len(short) - 1
    scientific = f"{short[0]}{'.' if len(short) > 1 else ''}{short[1:]}e{power}"
    if abs(exponent) > len(scientific) + _PLAIN:  # whole or fraction, it would be longer
        return minus + scientific
    plain = _written_out(short, exponent)
    return minus + (plain if len(plain) <= max(_PLAIN, len(scientific)) else scientific)


def _written_out(digits: str, exponent: int) -> str:
    if exponent >= 0:
        return digits + "0" * exponent
    whole, fraction = digits[:exponent], digits[exponent:].rjust(-exponent, "0")
    return f"{whole or '0'}.{fraction}"
