"""A filter in SQL means what it means in plain Python, on any session, in both modes, stride by stride."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.protocol.records import SessionInfo
from inspector.trace import scan
from inspector.trace.journal import Journal
from inspector.trace.query import conditions as query_conditions
from inspector.trace.query.language import compile_filter
from tests.examples import examples
from tests.trace.plain_filter import Condition, Session, conditions, sessions
from tests.trace.samples import DEMO


@pytest.fixture
def small_strides(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a long session: several statements, two at a time."""
    monkeypatch.setattr(scan, "FIRST_STRIDE", 3)
    monkeypatch.setattr(scan, "ALONE", 3)


@pytest.fixture(params=[False, True])
def all_large(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also as if no tree may be made of any message."""
    if request.param:
        monkeypatch.setattr(query_conditions, "_LARGE", "1")


@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)
@given(session=sessions(), asked=st.lists(conditions, min_size=5, max_size=12))
def test_filter_finds_what_plain_python_finds(
    tmp_path: Path, small_strides: None, all_large: None, session: Session, asked: list[Condition]
) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    try:
        journal.add_session(DEMO)
        journal.add_session(SessionInfo(2, "other", "http", "https://example.com/mcp"))
        journal.append(session.records)
        for exchange in session.exchanges.values():
            journal.touch(exchange)
        journal.add_findings(session.findings)
        journal.annotations.set_marked(session.marked, True)
        for number, note in session.notes.items():
            journal.annotations.set_note(number, note)
        journal.sync()
        numbers = list(range(1, len(session.records) + 1))
        for text, test in asked:
            where = compile_filter(text)
            for mode in ("calls", "messages"):
                expected = session.expected(mode, test)
                assert list(journal.visible(mode, 1, len(numbers), where)) == expected, (mode, text)
                assert list(journal.matching(mode, numbers, where)) == expected, (mode, text)
    finally:
        journal.close()
