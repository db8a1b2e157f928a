"""M9: what a schema says about a place stands at the row of that place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QWidget

from inspector.schema.document import Document, Path
from inspector.ui.forms.row import FieldRow
from tests.forms.corpora import Case
from tests.forms.desk import Desk, nearest, pump
from tests.forms.measures import Measure, Outcome, Undecided

__all__ = ["MEASURES"]


def labels(desk: Desk, case: Case) -> Outcome | Undecided:
    """Assertions of the suite that the row fulfils: a text is there, or is not there where none applies."""
    asked = [one for one in case.notes or [] if isinstance(one, dict) and one.get("keyword") in _SEEN]
    if not asked:
        return Undecided("about keywords that have no words of their own in a form")
    form = desk.new_form()
    form.set_schema(case.schema)
    form.set_text(case.text)
    pump()
    wrong, document = [], Document(case.text)
    for assertion in asked:
        pointer = "/v" + str(assertion.get("location", ""))
        path = _path(case.text, pointer)
        row = nearest(form, path)
        expected = assertion.get("expected")
        values = list(expected.values()) if isinstance(expected, dict) else []
        keyword = assertion["keyword"]
        # of what is not set a form tells what it would be
        is_there = document.node(path) is not None
        others = [one for one in _written(case.schema, keyword) if one not in values]
        own = row if row is not None and row.path == path else None
        shown = " ¦ ".join(filter(None, texts(own))) if own is not None else ""
        if values and not any(_SEEN[keyword](value, shown) for value in values):
            wrong.append(f"{pointer}: no {keyword} {values} in {shown[:160]!r}")
        elif not values and is_there and any(_SEEN[keyword](value, shown) for value in others):
            wrong.append(f"{pointer}: a {keyword} that does not apply in {shown[:160]!r}")
    return Outcome(len(asked) - len(wrong), len(asked), "; ".join(wrong))


def _written(schema: Any, keyword: str) -> list[Any]:
    """All values that a keyword has anywhere in a schema."""
    found, waiting = [], [schema]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            found += [one[keyword]] if keyword in one else []
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return found


def texts(row: FieldRow) -> Iterator[str]:
    """Every text that stands at a row, those of rows inside it left out."""
    for widget in (row, *row.findChildren(QWidget)):
        if widget is row or _row_of(widget) is row:
            yield widget.toolTip()
            yield widget.accessibleDescription()
            if isinstance(widget, (QLabel, QAbstractButton, QLineEdit)):
                yield widget.text()
            if isinstance(widget, (QLineEdit, QPlainTextEdit, QComboBox)):
                yield widget.placeholderText()
            if isinstance(widget, QComboBox):
                yield from (widget.itemText(number) for number in range(widget.count()))


def _row_of(widget: QWidget) -> FieldRow | None:
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, FieldRow):
        parent = parent.parentWidget()
    return parent


def _path(text: str, pointer: str) -> Path:
    """The pointer as a path: a number is an index where the text has a list."""
    document = Document(text)
    path: Path = ()
    for step in pointer.split("/")[1:]:
        node = document.node(path)
        number = node is not None and node.kind == "array" and step.isdecimal()
        path = (*path, int(step) if number else step.replace("~1", "/").replace("~0", "~"))
    return path


def _says(value: Any, shown: str) -> bool:
    return str(value) in shown


def _says_default(value: Any, shown: str) -> bool:
    return f"default {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}" in shown


def _says_deprecated(value: Any, shown: str) -> bool:
    return value is True and "deprecated" in shown.lower()


def _says_read_only(value: Any, shown: str) -> bool:
    return value is True and "read-only" in shown.lower()


_SEEN: Final[dict[str, Callable[[Any, str], bool]]] = {
    "title": _says,
    "description": _says,
    "default": _says_default,
    "deprecated": _says_deprecated,
    "readOnly": _says_read_only,
}


def _every(case: Case) -> bool:
    return True


MEASURES: Final = (Measure("M9", "what the schema says stands at the row", labels, {"C4": 95}, _every),)
