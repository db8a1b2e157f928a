"""Whether a text is right by one of the official schemas, at once and in this process."""

from __future__ import annotations

from collections.abc import Callable

import jsonschema_rs
import msgspec

__all__ = ["fitting"]


def fitting(schema: str) -> Callable[[str], bool]:
    """A function that is true of what is right by the schema; false says that it has to be looked at.

    schema: of ours. One of a server may hang any validator.
    """
    if not schema:  # the worker does not start
        return lambda _: False
    is_valid = jsonschema_rs.Draft202012Validator(msgspec.json.decode(schema)).is_valid

    def fits(text: str) -> bool:
        try:
            return is_valid(msgspec.json.decode(text))
        except (ValueError, RecursionError, ArithmeticError):  # too deep, a number that none takes
            return False

    return fits
