"""Feed the same bytes whole, byte by byte, and with a tail, and expect the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def three_ways(make: Callable[[], Any], data: bytes, tail: bytes = b"") -> list[Any]:
    """What `feed` gave for data, checked to be the same for every cut."""
    whole = make().feed(data)
    framer, single = make(), []
    for position in range(len(data)):
        single.extend(framer.feed(data[position : position + 1]))
    assert single == whole
    if tail:
        assert make().feed(data + tail)[: len(whole)] == whole
    return whole
