"""Check what the user types: at once while checks are quick, after a pause when they are not."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.core.validation.validation import Validator
from inspector.schema.problem import Problem
from inspector.ui.loop.tasks import soon

__all__ = ["LiveCheck"]

_PAUSE_MS: Final = 200
_QUICK_S: Final = 0.03
_LONG: Final = 100_000


class LiveCheck(QObject):
    """One text against one schema. `checked`: the text of now was checked while the user types."""

    checked = Signal(list)  # of Problem

    def __init__(self, validator: Validator, text: Callable[[], str], parent: QObject) -> None:
        super().__init__(parent)
        self._validator = validator
        self._text = text
        self._schema: Any = True
        self._assert_formats = False
        self._last: tuple[str, list[Problem]] | None = None
        self._took_s = 0.0
        self._busy = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._start)

    def set_schema(self, schema: Any, *, assert_formats: bool) -> None:
        """What the text is checked against from now on. It is checked once, unasked."""
        self._schema, self._assert_formats = schema, assert_formats
        self._last = None
        self._took_s = 0.0
        self._timer.start(0)

    def text_changed(self) -> None:
        """The user typed."""
        quick = self._took_s < _QUICK_S and len(self._text()) < _LONG
        if quick and not self._busy:
            self._start()
        else:
            self._timer.start(_PAUSE_MS if not quick else 0)

    async def verdict(self) -> list[Problem]:
        """The problems of the text of now, with all the time that sending is worth."""
        text, schema = self._text(), self._schema
        if self._last is not None and self._last[0] == text:
            return self._last[1]
        found = await self._validator.check(schema, text, assert_formats=self._assert_formats)
        self._keep(schema, text, found)
        return found

    def _keep(self, schema: Any, text: str, found: list[Problem]) -> None:
        if schema is self._schema and not any(problem.keyword == "limit" for problem in found):
            self._last = text, found

    def _start(self) -> None:
        if self._busy:
            self._timer.start(_PAUSE_MS)
        else:
            self._busy = True
            soon(self, self._check, "check what is typed")  # a timer may come after the loop

    async def _check(self) -> None:
        text, schema = self._text(), self._schema
        begun = time.monotonic()
        try:
            found = await self._validator.check(
                schema, text, assert_formats=self._assert_formats, editing=True
            )
        finally:
            self._busy = False
        if schema is not self._schema:
            return
        self._took_s = time.monotonic() - begun
        self._keep(schema, text, found)
        if text == self._text():
            self.checked.emit(found)
        elif not self._timer.isActive():
            self._start()
