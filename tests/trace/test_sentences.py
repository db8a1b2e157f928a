"""A session file keeps the messages of its sentences, so that a window shows them in its own language."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from inspector import translation
from inspector.protocol.records import Exchange, Finding, Record
from inspector.trace.copying import merge, save_copy
from inspector.trace.journal import Journal
from inspector.trace.redaction.redact import Redactor
from inspector.translation import composed, recorded, shown
from tests.trace.samples import DEMO, call, request

NOTE = recorded("process {pid} ended: {why}", pid=12, why=recorded("timed out"))
DETAIL = recorded("cancelled by {who}", who=recorded("the server"))
MESSAGE = recorded("the id {id} is reused", id='"1"')
DECIDED = recorded("initialize agreed on {revision}", revision="2025-11-25")
INSIDE = composed("{}: {}", recorded("inside #{whole}", whole=1), recorded("empty line"))


@pytest.fixture(autouse=True)
def strange() -> Iterator[None]:
    """A language that says everything in brackets."""
    translation.install(lambda _context, text, _disambiguation, _number: f"[{text}]")
    yield
    translation.install(None)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A session with a sentence wherever one can stand."""
    journal = Journal.create(tmp_path / "session.mcptrace")
    journal.add_session(msgspec.structs.replace(DEMO, decided=DECIDED))
    notes = [
        Record(number, 5, 1, "", "", "lifecycle", note=note) for number, note in ((2, NOTE), (3, INSIDE))
    ]
    journal.append([request(1, b"{}", at_ns=5), *notes])
    journal.touch(call(1, status="cancelled", detail=DETAIL, ended_ns=1))
    journal.add_findings([Finding(1, 1, 1, "RPC-07", "error", MESSAGE)])
    journal.close()
    return journal.path


def sentences(journal: Journal) -> dict[str, str]:
    """Every sentence of a journal, as it is shown."""
    exchange = journal.exchange(1)
    assert exchange is not None
    [finding] = journal.findings()
    return {
        "note": shown(journal.records(2, 2)[0].note),
        "inside": shown(journal.records(3, 3)[0].note),
        "row": shown(journal.rows([2])[0].note),
        "call": shown(journal.rows([1])[0].detail),
        "detail": shown(exchange.detail),
        "message": shown(finding.message),
        "decided": shown(journal.sessions()[0].decided),
    }


SHOWN = {
    "note": "[process 12 ended: [timed out]]",
    "inside": "[inside #1]: [empty line]",
    "row": "[process 12 ended: [timed out]]",
    "call": "[cancelled by [the server]]",
    "detail": "[cancelled by [the server]]",
    "message": '[the id "1" is reused]',
    "decided": "[initialize agreed on 2025-11-25]",
}


def test_a_file_is_english_and_shown_in_the_language_of_the_window(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        notes = [row[0] for row in connection.execute("SELECT note FROM record WHERE note != ''")]
    assert notes == ["process 12 ended: timed out", "inside #1: empty line"]
    with closing(Journal.open(file)) as journal:
        assert sentences(journal) == SHOWN


def test_a_file_of_an_older_program_is_shown_in_english(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE sentence")
        connection.commit()
    with closing(Journal.open(file)) as journal:
        assert sentences(journal)["note"] == "process 12 ended: timed out"
        assert "[" not in "".join(sentences(journal).values())


def test_a_sentence_is_kept_once_however_often_it_is_said(tmp_path: Path) -> None:
    with closing(Journal.create(tmp_path / "a.mcptrace")) as journal:
        for number in range(1, 50):
            journal.append([Record(number, 5, 1, "", "", "lifecycle", note=NOTE)])
            journal.sync()
        with closing(journal.reader()) as connection:
            assert connection.execute("SELECT count(*) FROM sentence").fetchone() == (1,)


def test_a_merged_session_keeps_its_sentences_with_new_numbers(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "merged.mcptrace"
    merge([file, file], out)
    with closing(Journal.open(out)) as journal:
        notes = [shown(one.note) for one in journal.records(1, journal.last) if one.note]
    assert notes == [SHOWN["note"], SHOWN["inside"], SHOWN["note"], "[inside #4]: [empty line]"]


def test_a_copy_without_secrets_has_none_in_any_language(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "copy.mcptrace"
    token = "ghp_" + "a1B2c3D4" * 5
    with closing(Journal.create(tmp_path / "told.mcptrace")) as told:
        told.append([Record(1, 5, 1, "", "", "lifecycle", note=recorded("sent {token}", token=token))])
        told.sync()
        save_copy(told, out, Redactor())
    assert token.encode() not in out.read_bytes()
    with closing(Journal.open(out)) as journal:
        [record] = journal.records(1, 1)
    assert record.note.startswith("sent «")
    assert shown(record.note) == f"[{record.note}]"


def test_a_hostile_message_is_not_used(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("""UPDATE sentence SET message = '{"text":"{:>999999999}","args":["x"]}'""")
        connection.commit()
    with closing(Journal.open(file)) as journal:
        assert sentences(journal)["note"] == "process 12 ended: timed out"


def test_what_was_rolled_back_is_written_again(tmp_path: Path) -> None:
    """A row that the file refuses takes its transaction with it."""
    with closing(Journal.create(tmp_path / "a.mcptrace")) as journal:
        odd = Record(1, 5, 1, "", "", "lifecycle", note=NOTE, method="\ud800")
        journal.append([odd])
        journal.sync()
        with closing(journal.reader()) as connection:
            assert connection.execute("SELECT count(*) FROM record").fetchone() == (1,)
    with closing(Journal.open(tmp_path / "a.mcptrace")) as opened:
        assert opened.records(1, 1)[0].note == "process 12 ended: timed out"


def test_an_exchange_in_memory_keeps_its_message(tmp_path: Path) -> None:
    with closing(Journal.create(tmp_path / "a.mcptrace")) as journal:
        journal.append([request(1, b"{}")])
        exchange: Exchange = call(1)
        exchange.detail = DETAIL
        journal.touch(exchange)
        assert shown(journal.rows([1])[0].detail) == "[cancelled by [the server]]"
