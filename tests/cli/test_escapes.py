"""What a server writes is shown on a terminal and never obeyed by it."""

from __future__ import annotations

import pytest

from inspector.cli.call import _show_progress
from inspector.cli.following import show_entry
from inspector.cli.output import Output
from inspector.core.task_entry import TaskEntry
from inspector.protocol.records import Exchange

EVIL = "\x1b[2J\x1b]0;owned\x07"


def test_progress_of_a_call(capsys: pytest.CaptureFixture[str]) -> None:
    exchange = Exchange(1, 1, "out", "tools/call", "t", progress=1.0, total=2.0, message=EVIL)
    _show_progress(exchange)
    said = capsys.readouterr().err
    assert said.startswith("progress 1 of 2 ")
    assert "\x1b" not in said
    assert "\x07" not in said


def test_line_of_a_task(capsys: pytest.CaptureFixture[str]) -> None:
    show_entry(TaskEntry("id" + EVIL, "core", status="working", message=EVIL), Output())
    said = capsys.readouterr().out
    assert "working" in said
    assert "\x1b" not in said
    assert "\x07" not in said
