"""Records of a session as commands to run again, and its calls as a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.cli import showing
from inspector.cli.output import Output
from inspector.cli.showing import shown_as
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.trace.query.language import compile_filter
from tests.trace.samples import answer, call, end, notification, request

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
LIST = b'{"jsonrpc":"2.0","id":3,"method":"tools/list"}'
TOLD = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    made = Journal.create(tmp_path / "s.mcptrace")
    made.add_session(SessionInfo(1, "demo", "stdio", "server --quiet", era="legacy"))
    made.append([request(1, PING, "ping"), answer(2, 1, b'{"jsonrpc":"2.0","id":1,"result":{}}'),
                 request(3, LIST, "tools/list"), notification(4, TOLD, direction="out"),
                 notification(5), request(6, PING, "ping", direction="in")])  # fmt: skip
    made.touch(end(call(1, method="ping", target=""), 2, 5))
    made.touch(call(3, method="tools/list", target=""))
    made.sync()
    yield made
    made.close()


def test_what_the_client_sent_is_shown_as_commands(journal: Journal) -> None:
    assert list(shown_as(journal, None, "command", Output())) == [
        "mcpdi ping -- server --quiet",
        "mcpdi list tools -- server --quiet",
        f"mcpdi send '{TOLD.decode()}' --era legacy -- server --quiet",
    ]


def test_a_filter_leaves_out_and_pages_lose_nothing(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showing, "_PAGE", 1)
    assert len(list(shown_as(journal, None, "command", Output()))) == 3
    chosen = compile_filter("number >= 3")
    assert len(list(shown_as(journal, chosen, "command", Output()))) == 2


def test_what_is_piped_into_the_server_is_shown(journal: Journal) -> None:
    lines = list(shown_as(journal, None, "pipe", Output()))
    assert len(lines) == 3
    assert '"tools/list"' in lines[1] and lines[1].endswith("server --quiet")


def test_what_cannot_be_written_is_said_with_its_number(
    journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(shown_as(journal, None, "curl", Output())) == []
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in said] == ["#1", "#3", "#4"]


def test_a_record_of_no_connection_is_said_to_lead_nowhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = Journal.create(tmp_path / "lost.mcptrace")
    lost.append([request(1, PING, "ping")])
    lost.sync()
    assert list(shown_as(lost, None, "command", Output())) == []
    assert capsys.readouterr().err == "#1: the session does not say how to reach its server\n"
    lost.close()


@pytest.mark.parametrize("form", ["markdown", "csv"])
def test_calls_are_a_table_with_the_names_of_their_servers(journal: Journal, form: str) -> None:
    [table] = shown_as(journal, None, form, Output())
    lines = table.splitlines()
    body = lines[2 if form == "markdown" else 1 :]
    assert len(body) == 5, "an answer stands with its request"
    assert all("demo" in line for line in body)
    first = body[0].replace(" ", "").strip("|").replace("|", ",").split(",")
    assert first[:2] == (["1", "0.000"] if form == "markdown" else ["1", "0.000000"])


def test_a_table_of_nothing_has_its_heading(tmp_path: Path) -> None:
    empty = Journal.create(tmp_path / "empty.mcptrace")
    [table] = shown_as(empty, None, "csv", Output())
    assert table.startswith("number,time_s,") and "\n" not in table
    empty.close()
