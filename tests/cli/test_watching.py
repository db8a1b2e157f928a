"""What `mcpdi watch` says of a listening stream that is gone."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.cli.watching import Watching
from inspector.errors import ConnectError


class Client:
    """Is connected, and hears nothing."""

    state = "connected"
    failure = None
    subscriptions = SimpleNamespace(all=[])

    def __init__(self, deaf: str) -> None:
        self.deaf = deaf
        self.listeners: list[object] = []
        self.journal = SimpleNamespace(
            last=0, on_change=None, take_changes=list, flush=list, records=lambda *_: []
        )


def watching(deaf: str, notes: list[str], seconds: float | None) -> Watching:
    client: Any = Client(deaf)
    output: Any = SimpleNamespace(note=notes.append)
    limits: Any = SimpleNamespace(seconds=seconds, count=None, tool="", arguments=b"")
    return Watching(client, output, limits, changes=True, logs=False)


def test_a_stream_that_is_gone_for_good_is_not_said_to_be_taken_up_again() -> None:
    notes: list[str] = []
    with pytest.raises(ConnectError, match="nothing more would be heard"):
        asyncio.run(watching("over", notes, None).watch())
    assert notes == []


def test_a_stream_that_is_waited_for_is_said_to_be_taken_up_again() -> None:
    notes: list[str] = []
    with pytest.raises(ConnectError, match="gone at the end"):
        asyncio.run(watching("waiting", notes, 0).watch())
    assert notes == ["the listening stream ended; it is taken up again"]
