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

from inspector.core.validation.validation import Validator
from inspector.schema.problem import Problem
from inspector.ui.forms.form import Form
from inspector.ui.json.editor.live_check import LiveCheck

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


class _Held(Validator):
    """A validator that answers when the test says so, with what the test says."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.go.set()
        self.found: list[Problem] = []
        self.asked: list[tuple[Any, str, bool, bool]] = []

    async def check(
        self, schema: Any, text: str, *, assert_formats: bool = False, editing: bool = False
    ) -> list[Problem]:
        self.asked.append((schema, text, assert_formats, editing))
        found = list(self.found)
        await self.go.wait()
        return found


class _Bench:
    """A text that is checked, and what was told of it."""

    def __init__(self) -> None:
        self.owner, self.text, self.validator = QObject(), "a", _Held()
        self.live = LiveCheck(self.validator, lambda: self.text, self.owner)
        self.told: list[list[Problem]] = []
        self.live.checked.connect(self.told.append)

    def type(self, text: str) -> None:
        self.text = text
        self.live.text_changed()


def test_a_quick_check_follows_each_key_without_a_pause(arun: Runner) -> None:
    async def main() -> None:
        it = _Bench()
        it.live.set_schema(SCHEMA, assert_formats=True)
        await until(lambda: len(it.told) == 1)
        assert it.validator.asked == [(SCHEMA, "a", True, True)]
        for number, text in enumerate(("ab", "abc"), 2):
            it.type(text)
            await asyncio.sleep(0)
            assert it.validator.asked[-1][1] == text, "no timer stands between"
            await until(lambda number=number: len(it.told) == number)  # type: ignore[misc]
        it.owner.deleteLater()

    arun(main())


def test_a_long_text_is_checked_after_a_pause(arun: Runner) -> None:
    async def main() -> None:
        it = _Bench()
        it.live.set_schema(SCHEMA, assert_formats=False)
        await until(lambda: len(it.told) == 1)
        it.type("x" * 100_000)
        await asyncio.sleep(0)
        assert len(it.validator.asked) == 1, "not while somebody types"
        await until(lambda: len(it.told) == 2)
        it.type("x" * 99_999)
        await asyncio.sleep(0)
        assert len(it.validator.asked) == 3
        await until(lambda: len(it.told) == 3)
        it.owner.deleteLater()

    arun(main())


def test_what_was_checked_is_not_told_of_a_text_or_schema_that_came_meanwhile(arun: Runner) -> None:
    async def main() -> None:
        it = _Bench()
        it.validator.go.clear()
        it.live.set_schema(SCHEMA, assert_formats=False)
        await until(lambda: len(it.validator.asked) == 1)
        it.type("b")
        assert len(it.validator.asked) == 1, "one at a time"
        it.validator.found = [Problem("/a", "too long", "maxLength")]
        it.validator.go.set()
        await until(lambda: it.told)
        assert [problem.message for problem in it.told[0]] == ["too long"] and len(it.told) == 1
        it.validator.go.clear()
        it.type("c")
        await until(lambda: it.validator.asked[-1][1] == "c")
        other: dict[str, Any] = {"type": "string"}
        it.live.set_schema(other, assert_formats=False)
        it.validator.go.set()
        await until(lambda: len(it.told) == 2)
        assert it.validator.asked[-1][0] is other, "the old schema's verdict was dropped"
        it.owner.deleteLater()

    arun(main())


def test_a_verdict_that_was_cut_short_is_asked_for_again(arun: Runner) -> None:
    async def main() -> None:
        it = _Bench()
        it.validator.found = [Problem("", "gave up", "limit")]
        it.live.set_schema(SCHEMA, assert_formats=True)
        await until(lambda: len(it.told) == 1)
        it.validator.found = []
        assert await it.live.verdict() == []
        assert it.validator.asked[-1] == (SCHEMA, "a", True, False), "sending is worth all the time"
        assert await it.live.verdict() == [] and len(it.validator.asked) == 2
        it.owner.deleteLater()

    arun(main())


def test_a_pause_is_waited_for_once(qtbot: QtBot) -> None:
    owner = QObject()
    live = LiveCheck(Validator(), str, owner)
    assert live._timer.isSingleShot() and not live._timer.isActive()
