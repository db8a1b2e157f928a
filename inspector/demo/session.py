"""What the methods of the demo server read and change of one client."""

from __future__ import annotations

from typing import Any, Protocol

from inspector.demo.world import World

__all__ = ["DemoSession"]


class DemoSession(Protocol):
    """One client."""

    world: World
    revision: str
    capabilities: dict[str, Any]
    log_level: str
    subscribed: set[str]
