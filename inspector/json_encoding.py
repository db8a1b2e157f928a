"""JSON of values in which texts may carry the message they are made of."""

from __future__ import annotations

from typing import Final

import msgspec

from inspector.translation import Translated

__all__ = ["encode_json"]


def _plain(value: object) -> str:
    if isinstance(value, Translated):
        return str.__str__(value)
    raise TypeError(f"no JSON: {type(value)}")


encode_json: Final = msgspec.json.Encoder(enc_hook=_plain).encode
"""The bytes of a value, as `msgspec.json.encode`."""
