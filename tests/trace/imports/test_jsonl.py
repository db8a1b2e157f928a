"""What this program wrote as JSON Lines comes back without loss."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.trace.annotations import ColourRule
from inspector.trace.export import export_bytes
from inspector.trace.imports import Imported
from inspector.trace.journal import Journal
from tests.trace.imports.samples import everything, read
from tests.trace.recorded import START_NS, both
from tests.trace.samples import DEMO, notification, request


def test_json_lines_round_trip_without_loss(tmp_path: Path, target: Journal) -> None:
    source = both(tmp_path / "a.mcptrace")
    source.annotations.set_rules([ColourRule("slow", "duration > 1s", "warning")])
    source.annotations.set_reference(4, True)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(export_bytes(source, range(1, source.last + 1), "jsonl")))
    assert read(path, target) == Imported("JSON Lines from this program", source.last, 0, 0)
    assert everything(target) == everything(source)
    source.close()


RAW = st.one_of(
    st.binary(max_size=40), st.sampled_from([b'{"id":9007199254740993}', "안녕\r\n".encode(), b"\x00"])
)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.tuples(RAW, RAW, st.text(max_size=10), st.booleans()), min_size=1, max_size=8), st.data())
def test_any_bytes_round_trip(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[bytes, bytes, str, bool]], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("any")
    source, back = Journal.create(folder / "a.mcptrace"), Journal.create(folder / "b.mcptrace")
    source.add_session(SessionInfo(1, "x", "stdio", "y"))
    for number, (raw, frame, note, opens) in enumerate(parts, 1):
        note = note.encode("utf-8", "ignore").decode()
        fields = {"exchange": number, "kind": "request", "id": '"a"'} if opens else {"kind": "stderr"}
        source.append(
            [Record(number, START_NS + number, 1, "in", "stdout", raw=raw, frame=frame, note=note, **fields)]  # type: ignore[arg-type]
        )
        if opens:
            progress = data.draw(st.floats(allow_nan=False))
            source.touch(Exchange(number, 1, "in", "m", last=number, status="done", progress=progress))
            source.add_findings([Finding(number, number, 1, "A-1", "info", note, "p")])
    source.sync()
    path = folder / "a.jsonl"
    path.write_bytes(b"".join(export_bytes(source, range(1, source.last + 1), "jsonl")))
    read(path, back)
    assert everything(back) == everything(source)
    source.close()
    back.close()


def test_a_part_is_renumbered_and_what_is_missing_is_none(tmp_path: Path, target: Journal) -> None:
    source = both(tmp_path / "a.mcptrace")
    path = tmp_path / "part.jsonl"
    path.write_bytes(b"".join(export_bytes(source, [3, 4, 5, 6, 7, 9], "jsonl")))
    read(path, target)
    records = target.records(1, 6)
    assert [record.exchange for record in records] == [1, 1, 3, 3, 1, 0]
    whole = target.exchange(1)
    assert whole is not None
    assert (whole.answer, whole.last, whole.target) == (5, 5, "ask_model")
    nested = target.exchange(3)
    assert nested is not None
    assert nested.parent == 1
    source.close()


def test_a_name_without_end_stands_once_and_comes_back_whole(tmp_path: Path, target: Journal) -> None:
    source = Journal.create(tmp_path / "a.mcptrace")
    name = "n" * 250_000
    source.add_session(msgspec.structs.replace(DEMO, name=name))
    source.append([notification(number) for number in range(1, 21)])
    source.sync()
    data = b"".join(export_bytes(source, range(1, 21), "jsonl"))
    source.close()
    assert len(data) < len(name) + 30_000
    lines = [msgspec.json.decode(line) for line in data.splitlines()]
    assert [line["server"] for line in lines[1:]] == [name[:199] + "…"] * 20
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    read(path, target)
    assert [info.name for info in target.sessions()] == [name]


def test_whole_lines_of_cut_records_come_along(tmp_path: Path, target: Journal) -> None:
    source = Journal.create(tmp_path / "a.mcptrace")
    whole = bytes(range(256)) * 4000
    file, part = source.spool_file("line")
    with file:
        file.write(whole)
    source.append([request(1, whole[:20], spool=str(part), valid=False), notification(2)])
    source.sync()
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(export_bytes(source, [1, 2], "jsonl")))
    assert read(path, target).records == 2
    record = target.record(1)
    assert record is not None
    assert Path(record.spool).read_bytes() == whole
    source.close()


def test_lines_that_are_no_records_are_kept_as_malformed(tmp_path: Path, target: Journal) -> None:
    source = Journal.create(tmp_path / "a.mcptrace")
    source.add_session(DEMO)
    source.append([notification(1), notification(2)])
    source.sync()
    lines = b"".join(export_bytes(source, [1, 2], "jsonl")).splitlines()
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n".join([lines[0], lines[1], b'{"number":', b'{"number":"x","at_ns":1}', lines[2]]))
    assert read(path, target) == Imported("JSON Lines from this program", 4, 2, 0)
    assert [record.kind for record in target.records(1, 4)] == [
        "notification", "malformed", "malformed", "notification",
    ]  # fmt: skip
    assert target.records(2, 2)[0].raw == b'{"number":'
    source.close()


def test_a_call_that_was_open_when_lines_were_written_is_lost_when_they_are_read(
    tmp_path: Path, target: Journal
) -> None:
    live = Journal.create(tmp_path / "live.mcptrace")
    live.append([request(1, b'{"id":1,"method":"ping"}', "ping")])
    live.touch(Exchange(1, 1, "out", "ping", id="1", last=1))
    live.sync()
    path = tmp_path / "live.jsonl"
    path.write_bytes(b"".join(export_bytes(live, [1], "jsonl")))
    live.close()
    read(path, target)
    call = target.exchange(1)
    assert call is not None and (call.status, call.method) == ("lost", "ping")
