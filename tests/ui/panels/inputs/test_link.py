"""A page that a server asks to open: its whole address, what speaks against it, and the answer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QFont, QTextCursor
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.panels.inputs import link
from inspector.ui.panels.inputs.link import LinkPage
from inspector.ui.session.inbox import Question
from inspector.ui.widgets import theme
from tests.ui.panels.asked import Asked
from tests.ui.parts import the

pytestmark = pytest.mark.gui

URL = "https://example.com:8443/a?b=c"


@pytest.fixture
def asked(tmp_path: Path, qtbot: QtBot, qloop: asyncio.AbstractEventLoop) -> Asked:
    return Asked(tmp_path, qtbot, qloop)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(link, "open_link", lambda url: found.append(url) or True)  # type: ignore[func-returns-value]
    return found


def _question(asked: Asked, url: Any = URL, **request: Any) -> Question:
    return asked.question(params={"mode": "url", "url": url}, **request)


def _page(asked: Asked, question: Question) -> LinkPage:
    return asked.show(LinkPage(asked.context, question))


def _said(page: LinkPage) -> list[str]:
    marks = str.maketrans("", "", "\u2066\u2068\u2069")
    return [label.text().translate(marks) for label in page.findChildren(QLabel) if label.isVisible()]


def _buttons(page: LinkPage) -> list[str]:
    names = [button.objectName() for button in page.findChildren(QPushButton) if button.isVisible()]
    return [name for name in names if name not in ("inputs_record", "elicitation_open")]


def test_it_says_who_wants_which_host_opened(asked: Asked) -> None:
    page = _page(asked, _question(asked))
    assert "demo asks you to open this page of example.com in your browser:" in _said(page)


def test_the_whole_address_is_shown_and_its_host_stands_out(asked: Asked) -> None:
    view = the(_page(asked, _question(asked)), QPlainTextEdit, "elicitation_url")
    assert view.toPlainText() == URL and view.isReadOnly()
    assert view.accessibleName() == "Address of the page"
    assert view.font().family() == theme.mono_font().family()
    assert view.lineWrapMode() == QPlainTextEdit.LineWrapMode.WidgetWidth
    cursor, bold = QTextCursor(view.document()), ""
    for place, letter in enumerate(URL):
        cursor.setPosition(place + 1)
        look = cursor.charFormat()
        if look.fontWeight() == QFont.Weight.Bold:
            bold += letter
            assert look.foreground().color() == theme.color("accent")
            assert look.background().color() == theme.tint("accent", 0.15)
    assert bold == "example.com"


def test_a_long_address_gets_more_lines_up_to_five(asked: Asked) -> None:
    heights = []
    for letters in (10, 70, 130, 190, 1000):
        url = "https://a.b/".ljust(letters, "x")
        view = the(_page(asked, _question(asked, url)), QPlainTextEdit, "elicitation_url")
        heights.append((view.height() - 10) / view.fontMetrics().lineSpacing())
    assert heights == [2, 3, 4, 5, 5]


def test_a_click_hands_the_page_to_the_browser_and_is_no_answer(asked: Asked, opened: list[str]) -> None:
    question = _question(asked)
    page = _page(asked, question)
    assert opened == []
    the(page, QPushButton, "elicitation_open").click()
    assert opened == [URL] and question.open
    assert "opened in the browser" in _said(page)


def test_it_is_said_when_no_browser_starts(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "open_link", lambda url: False)
    page = _page(asked, _question(asked))
    the(page, QPushButton, "elicitation_open").click()
    assert "no browser could be started; copy the address and open it yourself" in _said(page)


@pytest.mark.parametrize("url", ["ftp://example.com/a", "no address", 7, "https://exam ple.com/"])
def test_what_is_no_web_address_is_not_opened(asked: Asked, opened: list[str], url: Any) -> None:
    page = _page(asked, _question(asked, url))
    assert not the(page, QPushButton, "elicitation_open").isEnabled()
    page.open_page()
    assert opened == []


@pytest.mark.parametrize(
    ("url", "keys"),
    [
        (URL, []),
        ("https://xn--pple-43d.com/", ["foreign"]),
        ("http://user@example.com/", ["credentials", "insecure"]),
        ("nothing", ["no_url"]),
    ],
)
def test_what_speaks_against_it_is_said(asked: Asked, url: str, keys: list[str]) -> None:
    page = _page(asked, _question(asked, url))
    found = [part for part in page.findChildren(QWidget) if part.objectName().startswith("link_")]
    assert [part.objectName() for part in found] == [f"link_{key}" for key in keys]
    assert all(part.isVisible() and part.accessibleName() for part in found)


def test_a_host_that_reads_otherwise_is_shown_as_it_reads(asked: Asked) -> None:
    page = _page(asked, _question(asked, "https://xn--pple-43d.com/"))
    assert any(text.startswith("The host decodes to") for text in _said(page))
    assert not any("decodes to" in text for text in _said(_page(asked, _question(asked))))


def test_an_address_without_a_host_is_of_an_unknown_one(asked: Asked) -> None:
    said = _said(_page(asked, _question(asked, "nothing")))
    assert "demo asks you to open this page of an unknown host in your browser:" in said


@pytest.mark.parametrize(
    ("button", "action", "outcome"),
    [
        ("elicitation_accept", "accept", "answered"),
        ("elicitation_decline", "decline", "declined"),
        ("elicitation_cancel", "cancel", "dismissed"),
    ],
)
def test_the_answer_has_an_action_and_no_content(
    asked: Asked, button: str, action: str, outcome: str
) -> None:
    question = _question(asked)
    the(_page(asked, question), QPushButton, button).click()
    assert asked.answer(question) == ({"action": action}, outcome)


def test_a_legacy_question_cannot_be_refused_and_one_of_a_round_can(asked: Asked) -> None:
    three = ["elicitation_accept", "elicitation_decline", "elicitation_cancel", "inputs_make_rule"]
    assert _buttons(_page(asked, _question(asked))) == three
    page = _page(asked, _question(asked, round=1))
    assert _buttons(page) == [*three, "inputs_reject"]
    assert the(page, QPushButton, "inputs_reject").text() == "Do not retry"


def test_a_call_that_was_refused_for_it_is_retried_or_not(asked: Asked) -> None:
    question = _question(asked, retry=True)
    page = _page(asked, question)
    assert _buttons(page) == ["inputs_retry", "inputs_reject"]
    the(page, QPushButton, "inputs_retry").click()
    assert asked.answer(question) == ({"action": "accept"}, "answered, retried")
    question = _question(asked, retry=True)
    the(_page(asked, question), QPushButton, "inputs_reject").click()
    assert asked.answer(question) == (None, "rejected, not retried")


def test_a_rule_made_of_it_accepts(asked: Asked) -> None:
    the(_page(asked, _question(asked)), QPushButton, "inputs_make_rule").click()
    assert asked.inbox.rules[0].answer == "accept"


def test_the_server_may_say_that_it_is_done(asked: Asked) -> None:
    question = _question(asked)
    page = _page(asked, question)
    done = the(page, QWidget, "elicitation_completed")
    assert not done.isVisible()
    question.request.completed.set()
    page.refresh()
    assert done.isVisible() and done.accessibleName() == "The server reports that this is done."
