"""What a panel gets from its workspace for a server that was never connected; a test says what it listed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inspector.core.client.answers import ServerInfo
from inspector.core.client.client import Client
from inspector.core.client.pages import read_page
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.storage.settings import Settings
from inspector.core.storage.value_history import ValueHistory
from inspector.protocol.methods import LISTS
from inspector.trace.journal import Journal
from inspector.ui.panels import Intents, PanelContext
from inspector.ui.session.feed import Feed
from inspector.ui.session.inbox import Inbox
from inspector.ui.session.selection import Selection
from tests.ui.panels.asked import Checking

__all__ = ["Offline"]


class Offline:
    """A client with a catalog and without a connection."""

    def __init__(self, journal: Journal, folder: Path, profile: Profile | None = None) -> None:
        settings = Settings(path=folder / "settings.json")
        self.client = Client(profile or demo_profile(), journal)
        self.feed = Feed(journal)
        validator: Any = Checking()
        self.context = PanelContext(
            client=self.client,
            inbox=Inbox(settings),
            journal=journal,
            feed=self.feed,
            selection=Selection(),
            settings=settings,
            validator=validator,
            intents=Intents(),
            history=ValueHistory(),
        )

    def lists(self, kind: str, *items: Any, http: bool = False) -> None:
        """The server listed these, on one page."""
        result = json.dumps({LISTS[kind][1]: items}).encode()
        self.client.catalog.fill(kind, (read_page(kind, None, result, over_modern_http=http),))

    def declares(self, era: str = "legacy", **capabilities: Any) -> None:
        """The server said this of itself."""
        self.client.connection.info = ServerInfo("demo", "1", "", era, "2025-11-25", capabilities, "", "")

    def close(self) -> None:
        """The end of the test."""
        self.context.history.close()
        self.feed.deleteLater()
