"""What oversized messages may take of the disk, whatever a server sends."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from inspector.core.client.spooling import Spooling
from inspector.trace.journal import Journal

MB = b"x" * (1 << 20)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "a.mcptrace")
    yield journal
    journal.close()


def files(journal: Journal) -> list[int]:
    return [file.stat().st_size for file in journal.path.parent.rglob("*.part")]


def test_a_message_within_the_limit_is_kept_whole(journal: Journal) -> None:
    spool = Spooling(journal, 2 << 20, 0).open("1-1")
    spool.write(MB)
    spool.write(MB)
    place = spool.close()
    assert (Path(place).stat().st_size, spool.why) == (2 << 20, "")


def test_an_endless_message_takes_no_more_than_the_limit_and_is_dropped(journal: Journal) -> None:
    spool = Spooling(journal, 3 << 20, 0).open("1-1")
    for _ in range(10):
        spool.write(MB)
        assert sum(files(journal)) <= 3 << 20
    assert spool.close() == ""
    assert spool.why == "the files of long messages may take 3 MB in one session"
    assert (files(journal), journal.spooled_bytes) == ([], 0)


def test_the_limit_is_that_of_all_messages_of_a_session_together(journal: Journal) -> None:
    for name, kept in (("1-1", True), ("2-1", False)):  # of two connections
        spool = Spooling(journal, 3 << 20, 0).open(name)
        spool.write(MB)
        spool.write(MB)
        assert bool(spool.close()) is kept
    assert files(journal) == [2 << 20]


def test_the_last_of_the_disk_stays_free(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=100 << 20))
    spool = Spooling(journal, 1 << 40, 100 << 20).open("1-1")
    spool.write(MB)
    assert (spool.close(), spool.why) == ("", "less than 100 MB of the disk are free")
    assert files(journal) == []
