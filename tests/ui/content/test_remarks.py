"""What the program has to say about an answer, above the answer."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from inspector.core.client.cache import Hint
from inspector.ui.content import remarks
from inspector.ui.content.remarks import Remark, Remarks
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import tooltip
from tests.ui.strokes import strokes

pytestmark = pytest.mark.gui

SECOND = 1_000_000_000


@pytest.fixture
def lines(qtbot: QtBot) -> Remarks:
    made = Remarks("result")
    qtbot.addWidget(made)
    made.resize(500, 200)
    return made


def _colour(label: QLabel) -> str:
    return strokes(label)[0].colour


def test_without_remarks_it_takes_no_room(lines: Remarks) -> None:
    assert lines.isHidden() and lines.texts() == []
    lines.show_remarks((Remark("So."),))
    assert lines.isVisible() and lines.texts() == ["So."]
    lines.show_remarks(())
    assert lines.isHidden() and lines.texts() == []


@pytest.mark.parametrize(
    ("role", "text"), [("ok", "✓ So."), ("error", "✗ So."), ("warning", "⚠ So."), ("muted", "So.")]
)
def test_a_remark_has_the_sign_and_colour_of_its_role(lines: Remarks, role: str, text: str) -> None:
    lines.show_remarks((Remark("So.", role),))
    [line] = lines.findChildren(QLabel)
    assert line.text() == text and _colour(line) == theme.color(role).name()
    assert line.accessibleName() == "So." and line.objectName() == "result_line"


@pytest.mark.parametrize(("count", "more"), [(4, []), (5, ["    and 1 more"]), (9, ["    and 5 more"])])
def test_four_details_are_shown_and_all_can_be_read(lines: Remarks, count: int, more: list[str]) -> None:
    details = tuple(f"d{number}" for number in range(count))
    lines.show_remarks((Remark("So.", "error", details),))
    assert lines.texts() == ["✗ So.", "    d0", "    d1", "    d2", "    d3", *more]
    labels = lines.findChildren(QLabel, "result_detail")
    assert {one.toolTip() for one in labels} == {tooltip("\n".join(details))}
    assert {one.font().family() for one in labels} == {theme.mono_font().family()}


def test_several_remarks_stand_below_each_other(lines: Remarks) -> None:
    lines.show_remarks((Remark("One.", "ok"), Remark("Two.", "error", ("why",))))
    assert lines.texts() == ["✓ One.", "✗ Two.", "    why"]


def test_the_same_again_leaves_the_lines_as_they_are(lines: Remarks) -> None:
    lines.show_remarks((Remark("One."),))
    [line] = lines.findChildren(QLabel)
    lines.show_remarks((Remark("One."),))
    assert lines.findChildren(QLabel) == [line]


def test_how_fresh_an_answer_is_goes_on_ticking(
    lines: Remarks, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_800_000_000 * SECOND
    monkeypatch.setattr(remarks, "now_ns", lambda: now)
    hint = Hint(ttl_ms=5000, scope="private", received_ns=now, said=True)
    [timer] = lines.findChildren(QTimer)
    timer.setInterval(1)
    lines.show_remarks((Remark("Cached", hint=hint),))
    [line] = lines.findChildren(QLabel)
    assert line.text().startswith("Cached · fresh for 5") and line.accessibleName() == line.text()
    assert _colour(line) == theme.color("ok").name()
    now += 6 * SECOND
    qtbot.waitUntil(lambda: "stale since" in line.text())
    assert _colour(line) == theme.color("warning").name()
    lines.show_remarks((Remark("So."),))
    assert not timer.isActive()


def test_without_hints_nothing_ticks_and_words_may_be_left_out(lines: Remarks) -> None:
    [timer] = lines.findChildren(QTimer)
    assert timer.interval() == 1000
    lines.show_remarks((Remark("So."),))
    assert not timer.isActive()
    lines.show_remarks((Remark("", hint=Hint(ttl_ms=0, scope="public", received_ns=0, said=True)),))
    assert timer.isActive() and lines.texts() == ["stale immediately (ttlMs 0) · public"]
