"""What is typed is checked at once while that is quick, and after a pause when it is not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from inspector.core.validation import Validator
from inspector.schema.problem import Problem
from inspector.ui.form import Form
from inspector.ui.live_check import LiveCheck

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
SCHEMA = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 3}}}


class _Slow(Validator):
    """A validator that takes its time and remembers what it was asked."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds
        self.asked: list[str] = []

    async def check(
        self, schema: Any, text: str, *, assert_formats: bool = False, editing: bool = False
    ) -> list[Problem]:
        self.asked.append(text)
        await asyncio.sleep(self._seconds)
        return []


async def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.005)


def test_an_error_is_shown_soon_after_the_key(arun: Runner, qtbot: QtBot) -> None:
    async def main() -> None:
        validator, form = Validator(), Form()
        qtbot.addWidget(form)
        form.set_schema(SCHEMA)
        form.set_text('{"a": "abc"}')
        form.show()
        live = LiveCheck(validator, form.text, form)
        live.checked.connect(form.show_problems)
        form.changed.connect(live.text_changed)
        live.set_schema(SCHEMA, assert_formats=False)
        checked: list[Any] = []
        live.checked.connect(checked.append)
        await until(lambda: bool(checked))
        line = form.findChild(QLineEdit, "field_a")
        assert line is not None
        times = []
        for key in (Qt.Key.Key_D, Qt.Key.Key_Backspace) * 10:
            wrong = key == Qt.Key.Key_D
            begun = time.monotonic()
            QTest.keyClick(line, key)
            await until(lambda wrong=wrong: bool(form.errors()) == wrong)  # type: ignore[misc]
            times.append(time.monotonic() - begun)
        await validator.close()
        assert sorted(times)[len(times) // 2] < 0.15  # 30 ms on a machine that has nothing else to do

    arun(main())


def test_while_a_slow_check_runs_only_the_last_text_is_asked_next(arun: Runner) -> None:
    async def main() -> None:
        owner, texts = QObject(), ["0"]
        validator = _Slow(0.1)
        live = LiveCheck(validator, lambda: texts[-1], owner)
        checked: list[Any] = []
        live.checked.connect(checked.append)
        live.set_schema(SCHEMA, assert_formats=False)
        await until(lambda: bool(checked))
        for number in range(1, 30):
            texts.append(str(number))
            live.text_changed()
        await until(lambda: len(checked) == 2)
        assert validator.asked == ["0", "29"]
        owner.deleteLater()

    arun(main())


def test_the_verdict_for_sending_is_the_one_that_is_known(arun: Runner) -> None:
    async def main() -> None:
        owner, texts = QObject(), ["0"]
        validator = _Slow(0.0)
        live = LiveCheck(validator, lambda: texts[-1], owner)
        checked: list[Any] = []
        live.checked.connect(checked.append)
        live.set_schema(SCHEMA, assert_formats=False)
        await until(lambda: bool(checked))
        assert await live.verdict() == [] and validator.asked == ["0"]
        texts.append("1")
        assert await live.verdict() == [] and validator.asked == ["0", "1"]
        live.set_schema({}, assert_formats=False)
        await until(lambda: len(checked) == 2)
        assert validator.asked == ["0", "1", "1"]
        owner.deleteLater()

    arun(main())
