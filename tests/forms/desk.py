"""Where forms are measured: one Qt application with one form on the screen, and eyes to read it with."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QPushButton

from inspector.schema.check import Checker
from inspector.schema.document import Document, Path, ScanNode, lexeme_of, pointer_of
from inspector.schema.problem import Problem
from inspector.ui.forms.editors.editor import retire
from inspector.ui.forms.form import Form
from inspector.ui.forms.row import FieldRow
from tests.forms.corpora import Case

__all__ = ["Desk", "Opened", "decoded", "in_sight", "leaves", "nearest", "pump", "same", "show_large"]

_COLLECT_EVERY: Final = 20
_SIZE: Final = (460, 760)


def pump() -> None:
    """Let everything happen that waits: layouts, paints, what is due at once."""
    app = QApplication.instance()
    assert app is not None
    for _ in range(3):
        app.sendPostedEvents()
        app.processEvents()


@dataclass(slots=True)
class Opened:
    """A case in a form, everything unfolded.

    seconds: processor time until it stands on the screen and can be used; the longest single step after that
    (unfolding, turning a page) is longest_step; whole: until every row has been shown.
    """

    case: Case
    form: Form
    seconds: float = 0.0
    longest_step: float = 0.0
    whole: float = 0.0
    fault: str = ""
    hidden: list[str] = field(default_factory=list)
    """Pointers of leaves that no row shows."""
    errors: dict[str, list[str]] = field(default_factory=dict)


class Desk:
    """Opens cases, one at a time; what several measures need of a case is made once."""

    def __init__(self) -> None:
        self._app = QApplication.instance() or QApplication(["forms"])
        self._checker = Checker()
        self._opened: Opened | None = None
        self._closed = 0

    def new_form(self) -> Form:
        """An empty form on the screen, in the size it has beside a list and a result."""
        self.clear()
        form = Form()
        form.resize(*_SIZE)
        form.show()
        pump()
        return form

    def clear(self) -> None:
        """Close what is open."""
        self._opened = None
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, Form):  # lists of boxes and menus belong to what is in it, and go with it
                widget.hide()
                retire(widget)
        pump()
        # without an event loop that runs nobody does this
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self._closed += 1
        if self._closed % _COLLECT_EVERY == 0:
            gc.collect()

    def opened(self, case: Case) -> Opened:
        """The case in a form, looked at as a whole: unfolded, scrolled, checked."""
        if self._opened is None or self._opened.case is not case:
            form = self.new_form()
            opened = Opened(case, form)
            try:
                self._open(opened)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is the result
                opened.fault = f"{type(error).__name__}: {error}"
            self._opened = opened
        return self._opened

    def problems(self, case: Case, text: str) -> list[Problem]:
        """What the check says, as the worker process would; formats count where the corpus says so."""
        asserted = isinstance(case.notes, dict) and case.notes.get("asserted") is True
        schema = lexeme_of(case.schema).encode("utf-8", "surrogatepass")
        return self._checker.check(schema, text, assert_formats=asserted)

    def show_problems(self, form: Form, case: Case, text: str) -> None:
        """Check and show as after Run."""
        form.show_problems(self.problems(case, text), reveal=True)

    def _open(self, opened: Opened) -> None:
        case, form = opened.case, opened.form
        started = time.thread_time()
        form.set_schema(case.schema)
        form.set_text(case.text)
        show_large(form)
        pump()
        shown = time.thread_time()
        opened.seconds = shown - started
        paths = [path for path, _ in leaves(Document(case.text).root)]
        opened.hidden, opened.longest_step = reach(form, paths)
        pump()
        opened.whole = time.thread_time() - started
        self.show_problems(form, case, form.text())
        opened.errors = form.errors()


def show_large(form: Form) -> None:
    """Ask for a text that the form keeps back because it is large."""
    button = form.findChild(QPushButton, "form_show_large")
    if button is not None and button.isVisibleTo(form):
        button.click()


def leaves(root: ScanNode | None) -> Iterator[tuple[Path, ScanNode]]:
    """Path and node of each scalar and each empty container; of a repeated key the last one counts."""
    waiting: list[tuple[Path, ScanNode]] = [((), root)] if root is not None else []
    while waiting:
        path, node = waiting.pop()
        children = _children(node)
        if children:
            waiting += [((*path, step), child) for step, child in reversed(children)]
        else:
            yield path, node


def _children(node: ScanNode) -> list[tuple[str | int, ScanNode]]:
    if node.kind == "object":
        return [(key, node.members[number].node) for key, number in node.index.items()]
    return list(enumerate(node.items))


def reach(form: Form, paths: list[Path]) -> tuple[list[str], float]:
    """Unfold what is around each place as a user would.

    Returns pointers of places that no row shows, and the processor time of the longest step in seconds.
    """
    hidden, longest = [], 0.0
    for path in paths:
        started = time.thread_time()
        row = nearest(form, path)
        longest = max(longest, time.thread_time() - started)
        if row is not None and not in_sight(form, row):
            hidden.append(pointer_of(path))
    return hidden, longest


def in_sight(form: Form, row: FieldRow) -> bool:
    """Whether scrolling is enough to see the row's value; an empty container is said in its heading."""
    seen = row if row.host.editor.is_hollow else row.host.editor
    return seen.isVisibleTo(form)


def nearest(form: Form, path: Path) -> FieldRow | None:
    """The row of a place or the nearest one around it, with everything around it unfolded. None: the form."""
    found = None
    for length in range(1, len(path) + 1):
        row = form.row(pointer_of(path[:length]))
        if row is None:
            break
        row.unfold()
        found = row
    return found


def decoded(text: str) -> Any:
    """A JSON text as a value whose numbers compare exactly."""
    return json.loads(text, parse_float=Decimal, parse_int=Decimal)


def same(one: Any, other: Any) -> bool:
    """The same JSON value: 1 and 1.0 are, true and 1 are not."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)
