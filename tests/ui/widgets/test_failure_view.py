"""The strip over the workspace while a connection is broken."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton

from inspector.errors import Explanation
from inspector.ui.widgets.failure_view import FailureView, Strip, path_words


@pytest.mark.parametrize(("stdio", "word"), [(True, "Restart"), (False, "Reconnect")])
def test_only_a_process_of_ours_can_be_restarted(qtbot: Any, stdio: bool, word: str) -> None:
    strip = Strip()
    qtbot.addWidget(strip)
    strip.show_explanation(None, False, stdio)
    button = strip.findChild(QPushButton, "strip_restart")
    assert isinstance(button, QPushButton) and button.text() == word


def test_words_of_a_server_are_never_read_as_html(qtbot: Any) -> None:
    view = FailureView()
    qtbot.addWidget(view)
    words = ["<b>happened</b>", "<b>tried</b>", "<b>cause</b>", "<b>next</b>"]
    view.show_explanation(Explanation(*words, evidence="<b>evidence</b>"))
    labels = {label.text(): label.textFormat() for label in view.findChildren(QLabel)}
    for text in (f"⚠  {words[0]}", *words[1:]):
        assert labels[text] == Qt.TextFormat.PlainText
    assert view.findChild(QPlainTextEdit).toPlainText() == "<b>evidence</b>"
    assert view.accessibleName() == words[0]


def test_a_failure_says_each_fact_under_its_name_and_offers_what_it_knows(qtbot: Any) -> None:
    view = FailureView()
    qtbot.addWidget(view)
    view.show()
    view.show_explanation(Explanation("old", "old", "old", "old", ("edit_server",), "old"))
    view.show_explanation(Explanation("It ended.", "a", "", "c", ("retry", "show_stderr", "unheard-of")))

    def shown() -> list[str]:
        return [label.text() for label in view.findChildren(QLabel) if label.isVisible()]

    qtbot.waitUntil(lambda: shown() == ["⚠  It ended.", "Tried", "a", "Next step", "c"])
    assert not view.findChild(QPlainTextEdit).isVisible()
    asked: list[str] = []
    view.asked.connect(asked.append)
    for button in view.findChildren(QPushButton):
        if button.isVisible():
            button.click()
    assert asked == ["retry", "show_stderr"]


def test_path_is_explained_where_it_is_named(qtbot: Any) -> None:
    view = FailureView()
    qtbot.addWidget(view)
    view.show_explanation(Explanation("It is missing.", "looked in PATHS", "", "Install it."))
    assert not [label for label in view.findChildren(QLabel) if label.text() == "PATH"]
    view.show_explanation(Explanation("It is missing.", "looked in PATH", "", "Install it."))
    words = [label.text() for label in view.findChildren(QLabel)]
    assert "PATH" in words and path_words("on PATH") in words and path_words("no path") == ""


def test_after_an_installation_the_program_is_looked_for_again(qtbot: Any) -> None:
    view = FailureView()
    qtbot.addWidget(view)
    view.show_explanation(Explanation("It is missing.", actions=("install_hint", "retry")))
    assert view.findChild(QPushButton, "action_install_hint").text() == "How to install"
    assert view.findChild(QPushButton, "action_retry").text() == "Look again"


def test_the_strip_offers_a_sign_in_where_that_is_wanted(qtbot: Any) -> None:
    strip = Strip()
    qtbot.addWidget(strip)
    button = strip.findChild(QPushButton, "strip_sign_in")
    said: list[str] = []
    strip.asked.connect(said.append)
    strip.show_explanation(Explanation("It ended."), False)
    assert not button.isVisible()
    strip.show_explanation(Explanation("Not let in.", actions=("sign_in", "retry")), False)
    assert button.isVisible()
    button.click()
    assert said == ["sign_in"]


def test_the_strip_offers_what_can_be_done_and_says_each_failure_once(qtbot: Any) -> None:
    strip = Strip()
    qtbot.addWidget(strip)
    first = Explanation("It ended.", "a", "b", "c", ())
    said: list[str] = []
    strip.show_explanation(first, True)
    assert strip.isVisible() and strip.text() == "It ended."
    strip.asked.connect(said.append)
    names = ("strip_restart", "strip_stderr", "strip_details")
    buttons = [strip.findChild(QPushButton, name) for name in names]
    for button in buttons:
        button.click()
    assert said == ["retry", "show_stderr", "details"]
    strip.set_text("changed since")
    strip.show_explanation(first, False)
    assert strip.text() == "changed since" and not buttons[1].isVisible() and buttons[0].isVisible()
    strip.show_explanation(Explanation("It ended again.", "a", "b", "c", ()), False)
    assert strip.text() == "It ended again."
    strip.show_explanation(None, True)
    assert strip.isHidden()


def test_the_evidence_is_as_high_as_its_lines_and_the_bar_below_them(qtbot: Any) -> None:
    view = FailureView()
    qtbot.addWidget(view)
    heights = []
    for lines in (1, 2, 5, 12, 40):
        view.show_explanation(Explanation("x", evidence="\n".join(["line"] * lines)))
        heights.append(view.findChild(QPlainTextEdit).height())
    line = view.findChild(QPlainTextEdit).fontMetrics().lineSpacing()
    assert [high - heights[0] for high in heights] == [0, 0, 3 * line, 10 * line, 10 * line]
