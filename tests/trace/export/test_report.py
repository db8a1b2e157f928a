"""A report has a summary, the errors and every call, and bytes never leave their fence."""

from __future__ import annotations

import json
import re
from pathlib import Path

from inspector.protocol.records import Exchange, Finding, SessionInfo
from inspector.trace.journal import Journal
from tests.trace.export.reading import exported
from tests.trace.samples import DEMO, call, notification, request


def test_report_has_summary_errors_and_every_call_with_both_sides(journal: Journal) -> None:
    text = exported(journal, "md").decode()
    assert "- **demo** (demo 1.2): stdio, 2025-11-25, `demo-server --quiet`" in text
    assert "| tools/call ask_model | 1 | 0 | 0 | 0 | 10 ms | 10 ms |" in text
    errors = text.partition("## Errors")[2].partition("## Calls")[0]
    assert "tools/call broken: failed -32602 no such tool" in errors
    assert "resources/read demo://slow: cancelled" in errors
    assert "malformed: not UTF-8" in errors
    assert "### #3 → tools/call ask_model" in text
    assert "At 0.010 s: ok 10 ms." in text
    assert '    "name": "ask_model",' in text
    assert "- marked (#3)" in text
    assert "- note on #5: look here" in text
    assert "During #3." in text


def test_nothing_in_a_message_ends_its_fence_or_a_table(tmp_path: Path) -> None:
    hostile = Journal.create(tmp_path / "h.mcptrace")
    hostile.add_session(DEMO)
    hostile.append(
        [request(1, b'{"a":"````"}'), notification(2, b"`<script>|\n# x", kind="stderr", valid=False)]
    )
    hostile.touch(call(1, target="a|b<i>\n# heading"))
    hostile.sync()
    text = exported(hostile, "md").decode()
    assert "`````json" in text
    assert "a\\|b&lt;i> # heading" in text
    assert not re.search(r"^# (heading|x)", text, re.MULTILINE)
    hostile.close()


def test_what_a_server_says_makes_no_markup_in_a_report(tmp_path: Path) -> None:
    hostile = "x\n\n# Owned ![](http://spy/a.png) [go](http://spy) <img src=x> | `code"
    session = Journal.create(tmp_path / "h.mcptrace")
    session.add_session(SessionInfo(1, hostile, "stdio", hostile, server=hostile, decided=hostile))
    raw = json.dumps({"jsonrpc": "2.0", "method": hostile}).encode()
    session.append([notification(1, raw, method=hostile), request(2, raw, method=hostile, exchange=2)])
    session.touch(Exchange(2, 1, "out", hostile, target=hostile, status="failed", detail=hostile, ended_ns=1))
    session.add_findings([Finding(1, 0, 1, "RPC-01", "error", hostile, "")])
    session.sync()
    text = re.sub(r"(?ms)^(```+)\w*$.*?^\1$|(?<!\\)(`+)[^`\n].*?\2", "", exported(session, "md").decode())
    assert "Owned" in text
    assert not re.search(r"(?m)^\s*# Owned|(?<!\\)\]\(|(?<!\\)`|<(?!br)", text)
    session.close()


def test_report_cuts_what_is_long(tmp_path: Path) -> None:
    long = Journal.create(tmp_path / "l.mcptrace")
    raw = json.dumps({"list": list(range(5000))}).encode()
    long.append([request(1, raw), request(2, b"[" + b"1," * 200 + b"1]")])
    for number in (1, 2):
        long.touch(call(number))
    long.add_findings([Finding(2, 2, 1, "RPC-02", "warning", "odd")])
    long.sync()
    text = exported(long, "md").decode()
    assert len(text) < 30_000
    assert text.count("in all") == 2
    assert "- finding RPC-02 (warning): odd" in text
    long.close()


def test_bytes_that_the_file_wrongly_calls_valid_stand_as_they_are(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "s.mcptrace")
    journal.add_session(DEMO)
    journal.append([request(1, b"{torn", valid=True)])
    journal.touch(call(1))
    journal.sync()
    assert "```json\n{torn\n```" in exported(journal, "md").decode()
    journal.close()
