"""JSON-RPC 2.0 as a table (jsonrpc_table.txt): what each message is read as, which request it answers, how
that request ends, and what the linter says; the bytes whole, one by one, and with a tail."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from tests.lint.dialogue import Dialogue

TABLE: Final = Path(__file__).with_name("jsonrpc_table.txt")
EXAMPLES: Final = 15  # of the specification; they come first
TAIL: Final = b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"after"}}\n'


@dataclass(slots=True)
class Row:
    """One block of the table, with the words of its head."""

    title: str
    revision: str
    sends: list[str] = field(default_factory=list)
    comes: list[str] = field(default_factory=list)
    expected: dict[str, list[str]] = field(default_factory=dict)

    def words(self, name: str) -> list[str]:
        """The expectation of that name."""
        return self.expected.get(name, [])


def _rows() -> list[Row]:
    rows: list[Row] = []
    for line in TABLE.read_text(encoding="utf-8").split("\n\n== ", 2)[2].splitlines():
        title, bracket, revision = line.removeprefix("== ").rpartition(" (")
        if line.startswith("== ") or not rows:
            assert bracket
            rows.append(Row(title, revision.rstrip(")")))
        elif line.startswith("> "):
            rows[-1].sends.append(line[2:])
        elif line.startswith("< "):
            rows[-1].comes.append(line[2:])
        elif line:
            name, *words = line.split()
            assert name in ("out", "came", "ends", "rules"), line
            rows[-1].expected[name] = words
    return rows


ROWS: Final = _rows()


def named(row: Row) -> str:
    return row.title


def played(row: Row, cut: str) -> tuple[Dialogue, int, int, int]:
    """The dialogue, and where sending, receiving and findings begin. cut: whole | bytes | tail."""
    dialogue = Dialogue(f"= {row.revision}", whole=False)
    sent, found = len(dialogue.records), len(dialogue.findings)
    for text in row.sends:
        dialogue.send(text)
    came = len(dialogue.records)
    data = b"".join(text.encode() + b"\n" for text in row.comes) + (TAIL if cut == "tail" else b"")
    step = 1 if cut == "bytes" else max(len(data), 1)
    for position in range(0, len(data), step):
        dialogue.arrive("stdout", data[position : position + step])
    return dialogue, sent, came, found


@pytest.mark.parametrize("cut", ["whole", "bytes", "tail"])
@pytest.mark.parametrize("row", ROWS, ids=named)
def test_every_message_is_read_correlated_and_named(row: Row, cut: str) -> None:
    dialogue, sent, came, found = played(row, cut)
    if cut == "tail":
        assert dialogue.records.pop().role == "log"
    records = dialogue.records
    before = {record.number for record in records[:sent]}
    ends = [one.status for number, one in dialogue.exchanges.items() if number not in before]
    assert [record.kind for record in records[sent:came]] == row.words("out")
    assert [f"{one.kind}/{one.role}/{one.id}" for one in records[came:]] == row.words("came")
    assert ends == row.words("ends")
    assert sorted({finding.rule for finding in dialogue.findings[found:]}) == row.words("rules")


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_no_byte_of_it_is_lost(row: Row) -> None:
    dialogue, sent, came, _ = played(row, "bytes")
    records = dialogue.records
    for expected, kept in ((row.sends, records[sent:came]), (row.comes, records[came:])):
        assert [one.raw.decode() for one in kept if not one.note.startswith("inside #")] == expected


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_what_is_no_message_says_why(row: Row) -> None:
    dialogue, sent, _, _ = played(row, "whole")
    for record in dialogue.records[sent:]:
        if record.kind == "malformed":
            assert record.note.removeprefix("inside #").strip("0123456789: "), record


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        ('{"code":-32601,"message":"Method not found"}', "-32601 Method not found"),
        ('{"code":-32000,"message":""}', "-32000"),
        ('{"message":"x"}', "? x"),
        ('"no"', "?"),
    ],
)
def test_the_detail_of_a_failed_request_is_its_error(error: str, detail: str) -> None:
    dialogue = Dialogue("= 2025-11-25", whole=False)
    dialogue.send('{"jsonrpc":"2.0","id":8,"method":"ping"}')
    dialogue.play('< {"jsonrpc":"2.0","id":8,"error":' + error + "}")
    exchange = next(one for one in dialogue.exchanges.values() if one.id == "8")
    assert (exchange.status, exchange.detail) == ("failed", detail)


def test_the_table_has_all_that_json_rpc_knows() -> None:
    assert len(ROWS) > 90
    assert ROWS[0].title == "positional params" and ROWS[EXAMPLES - 1].title == "a batch of notifications"
    text = TABLE.read_text(encoding="utf-8")
    for code in (-32700, -32600, -32601, -32602, -32603, -32000, -32099):
        assert f'"code":{code},' in text
    kinds = {word.split("/")[0] for row in ROWS for word in row.words("came")}
    assert kinds == {"request", "notification", "response", "error", "batch", "malformed"}
