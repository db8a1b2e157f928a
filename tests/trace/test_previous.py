"""The call of the same thing before."""

from __future__ import annotations

from pathlib import Path

from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.trace.previous import previous_call
from tests.trace.samples import DEMO, call, notification, request


def test_it_is_of_the_same_tool_and_server_though_of_another_connection(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "t.mcptrace")
    journal.add_session(DEMO)
    journal.add_session(SessionInfo(2, "other", "stdio", "x"))
    journal.add_session(SessionInfo(3, "demo", "stdio", "again"))
    for number, target, session in ((1, "echo", 1), (2, "sum", 1), (3, "echo", 2), (4, "echo", 3)):
        journal.append([request(number, b"{}", session=session)])
        journal.touch(call(number, target, session=session))
    journal.append([notification(5)])
    journal.sync()
    found = [previous_call(journal, number) for number in range(1, 6)]
    journal.close()
    assert found == [0, 0, 0, 1, 0]
