"""How many servers other programs have: counted once, in a thread, a moment after it is asked for."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication

from inspector.core.transfer.importers.clients import CLIENTS
from inspector.ui.servers.transfer import found_clients
from inspector.ui.servers.transfer.found_clients import FoundClients
from tests.conftest import Runner, Until

pytestmark = pytest.mark.gui
FIRST, SECOND = list(CLIENTS)[:2]


def configuration(client: str, *states: str) -> Any:
    return SimpleNamespace(client=client, found=[SimpleNamespace(state=state) for state in states])


def test_servers_are_counted_by_client_as_far_as_they_can_be_imported() -> None:
    here = [
        configuration(SECOND, "ready", "ask", "broken"),
        configuration(FIRST, "here already"),
        configuration("a file", "ready"),
        configuration(SECOND, "ready"),
    ]
    asked: list[list[Path]] = []

    def look(folders: list[Path]) -> list[Any]:
        asked.append(folders)
        return here

    assert found_clients._found(look) == [(CLIENTS[SECOND].label, 3)] and asked == [[]]


def test_without_another_way_to_look_this_computer_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "inspector.ui.servers.transfer.import_servers.look_around",
        lambda _folders: [configuration(FIRST, "ready")],
    )
    assert found_clients._found(None) == [(CLIENTS[FIRST].label, 1)]


def test_they_are_counted_once(qapp: QApplication, arun: Runner, until: Until) -> None:
    async def main() -> None:
        owner = QObject()
        clients = FoundClients(owner)
        looks: list[object] = []

        def look(folders: list[Path]) -> list[Any]:
            looks.append(folders)
            return [configuration(FIRST, "ready", "ready")]

        clients.look = look
        told = QSignalSpy(clients.counted)
        clients.start()
        clients.start()
        assert looks == []  # nobody waits for it
        await until(lambda: told.count())
        clients.start()
        assert told.at(0) == [[(CLIENTS[FIRST].label, 2)]]
        other = FoundClients(owner)
        other.look = look
        again = QSignalSpy(other.counted)
        other.start()
        await until(lambda: again.count())
        assert told.count() == 1 and len(looks) == 2

    arun(main())
