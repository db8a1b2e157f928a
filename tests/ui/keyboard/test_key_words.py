"""Keys are named in one way wherever a user reads them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QPushButton

from inspector.ui.help.book import HelpBook
from inspector.ui.keyboard.key_words import key_text, sequences, with_keys
from inspector.ui.windows.palette_entries import action_entries
from tests.ui.live import live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
elsewhere = pytest.mark.skipif(sys.platform == "darwin", reason="macOS writes signs")


@elsewhere
def test_the_large_key_is_called_enter_as_on_a_keyboard() -> None:
    assert key_text("Ctrl+Return") == key_text("Ctrl+Enter") == "Ctrl+Enter"
    assert key_text("Return", "Ctrl+Shift+H") == "Enter  Ctrl+Shift+H"


@elsewhere
def test_only_keys_are_changed_in_a_text() -> None:
    assert with_keys("Send (Ctrl+Return); Return on investment") == "Send (Ctrl+Enter); Return on investment"
    assert with_keys("Turn the wheel with Ctrl, or Ctrl++") == "Turn the wheel with Ctrl, or Ctrl++"
    assert with_keys("Ctrl+Return를 누릅니다") == "Ctrl+Enter를 누릅니다"


def test_a_text_names_a_key_as_this_system_does() -> None:
    for key in ("Ctrl+Shift+H", "Alt+Left", "Shift+F3", "Ctrl+=", "Ctrl+,"):
        shown = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        assert with_keys(f"Hint ({key})") == f"Hint ({shown})"


@elsewhere
def test_menu_palette_button_and_help_say_the_same(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            run: QAction = it.window.actions_by_key["run"]
            assert run.shortcut().toString(QKeySequence.SequenceFormat.NativeText) == "Ctrl+Enter"
            assert QKeySequence("Ctrl+Return") in run.shortcuts()
            assert "(Ctrl+Enter)" in (await it.find(QPushButton, "run_button")).toolTip()
            entries = action_entries(it.window.actions_by_key)
            assert [one.detail for one in entries if one.name == "Run"] == ["Ctrl+Enter"]

    arun(main())


@pytest.mark.parametrize("language", ["en", "ko"])
def test_no_page_of_the_help_says_return(language: str) -> None:
    book = HelpBook(language)
    for _title, pages in book.groups():
        for page in pages:
            assert "+Return" not in page.text, page.name


@elsewhere
def test_the_first_key_is_the_one_that_is_shown() -> None:
    assert sequences(("Ctrl+Return", "Ctrl+Enter"))[0] == QKeySequence("Ctrl+Enter")
    assert sequences(("Ctrl++", "Ctrl+="))[0] == QKeySequence("Ctrl++")
