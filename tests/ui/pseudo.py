"""A language nobody speaks: every text in ⟦brackets⟧ and 40 % longer. What has no bracket was not translated.

Texts of a server, of a user and of the protocol stay as they are; `untranslated` is told which those are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    Qt,
    QTranslator,
)
from PySide6.QtGui import QAccessible, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QProgressBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from inspector import translation
from inspector.ui.locale import language

_PLACE: Final = re.compile(r"(?<!\{)\{[^{}]*\}(?!\})")
_FILLING: Final = "…lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor"
_ROWS: Final = 300
_ROLES: Final = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


def pseudo(text: str) -> str:
    """The text in brackets, 40 % longer. Values put into it stand outside, to be looked at themselves.

    What follows a tab in a menu are its keys."""
    head, tab, keys = text.partition("\t")
    if not head.strip():
        return text
    filling = (_FILLING * 9)[: round(len(head) * 0.4)]
    return f"⟦{_PLACE.sub(_shown, head)}{filling}⟧{tab}{keys}"


def _shown(place: re.Match[str]) -> str:
    return f"⟧{place[0]}⟦"


class Pseudo(QTranslator):
    """Installed like any other. asked: context and text of what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[tuple[str, str]] = set()

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, text: str, _disambiguation: str = "", _number: int = -1) -> str:
        self.asked.add((context, text))
        return pseudo(text)


def speak(translator: Pseudo) -> Callable[[], None]:
    """Everything made from now on is in brackets; call what is returned to end it."""
    language.install("en")  # else the first window of a process does, and takes ours away
    QCoreApplication.installTranslator(translator)

    def look_up(context: str, text: str, disambiguation: str, number: int) -> str:
        translator.asked.add((context, text))
        return pseudo(translation.english(context, text, disambiguation, number))

    translation.install(look_up)

    def end() -> None:
        QCoreApplication.removeTranslator(translator)
        translation.install(None)

    return end


# -- what can be read ----------------------------------------------------------------------------------


def texts(window: QWidget) -> Iterator[tuple[str, str]]:
    """Where, and a text that a user can see, hear or have shown, of all that is visible."""
    for widget in (window, *window.findChildren(QWidget)):
        if widget.isVisible() or isinstance(widget, QMenu):
            place = _place(widget)
            for kind, text in _texts(widget):
                if text and isinstance(text, str):
                    yield f"{place} {kind}", text


def painted(widgets: Iterable[QWidget]) -> list[tuple[str, str]]:
    """What widgets paint themselves: every text given to QPainter.drawText."""
    real = QPainter.drawText
    found: list[tuple[str, str]] = []

    def spy(painter: QPainter, *what: Any) -> Any:
        found.extend((place, one) for one in what if isinstance(one, str))
        return real(painter, *what)

    QPainter.drawText = spy  # type: ignore[method-assign, assignment]
    try:
        for widget in widgets:
            place = f"{_place(widget)} painted"
            widget.grab()
    finally:
        QPainter.drawText = real  # type: ignore[method-assign]
    return found


def _place(widget: QWidget) -> str:
    names = [widget.objectName() or type(widget).__name__]
    above = widget.parentWidget()
    while above is not None and len(names) < 3:
        if above.objectName():
            names.append(above.objectName())
        above = above.parentWidget()
    return " < ".join(names)


def _texts(widget: QWidget) -> Iterator[tuple[str, Any]]:
    yield "tooltip", widget.toolTip()
    yield "name", widget.accessibleName()
    yield "description", widget.accessibleDescription()
    yield "what's this", widget.whatsThis()
    if widget.isWindow():
        yield "title", widget.windowTitle()
    for kind, read in _READERS:
        if isinstance(widget, kind):
            yield from read(widget)
    if (heard := QAccessible.queryAccessibleInterface(widget)) is not None:
        yield "heard", heard.text(QAccessible.Text.Name)


def _tabs(bar: QTabBar) -> Iterator[tuple[str, Any]]:
    for place in range(bar.count()):
        yield "tab", bar.tabText(place)
        yield "tooltip of a tab", bar.tabToolTip(place)


def _choices(box: QComboBox) -> Iterator[tuple[str, Any]]:
    for place in range(box.count()):
        yield "choice", box.itemText(place)


def _actions(menu: QMenu | QMenuBar) -> Iterator[tuple[str, Any]]:
    for action in menu.actions():
        yield "action", action.text().partition("\t")[0]
        yield "tooltip of an action", action.toolTip()


def _heads(head: QHeaderView) -> Iterator[tuple[str, Any]]:
    model = head.model()
    for place in range(
        head.count() if model is not None and head.orientation() == Qt.Orientation.Horizontal else 0
    ):
        for role in _ROLES:
            yield "head", model.headerData(place, head.orientation(), role)


def _items(view: QAbstractItemView) -> Iterator[tuple[str, Any]]:
    model = view.model()
    if model is not None and not isinstance(view, QHeaderView):
        yield from _below(model, QModelIndex(), 0)


def _below(model: QAbstractItemModel, parent: QModelIndex, depth: int) -> Iterator[tuple[str, Any]]:
    for row in range(min(model.rowCount(parent), _ROWS)):
        for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)):
            index = model.index(row, column, parent)
            for role in _ROLES:
                yield f"item {role.name}", model.data(index, role)
        if depth < 4:
            yield from _below(model, model.index(row, 0, parent), depth + 1)


_READERS: Final[tuple[tuple[Any, Callable[[Any], Iterable[tuple[str, Any]]]], ...]] = (
    (QLabel, lambda one: [("text", one.text())]),
    (QAbstractButton, lambda one: [("text", one.text())]),
    (QGroupBox, lambda one: [("title", one.title())]),
    (QLineEdit, lambda one: [("placeholder", one.placeholderText())]),
    (QPlainTextEdit, lambda one: [("placeholder", one.placeholderText())]),
    (QTextEdit, lambda one: [("placeholder", one.placeholderText())]),
    (QAbstractSpinBox, lambda one: [("special", one.specialValueText())]),
    (QProgressBar, lambda one: [("text", one.text())]),
    (QTabBar, _tabs),
    (QComboBox, _choices),
    (QMenu, _actions),
    (QMenuBar, _actions),
    (QHeaderView, _heads),
    (QAbstractItemView, _items),
)


# -- what is wrong with it -----------------------------------------------------------------------------

_BREAK: Final = re.compile(r"<br>|</p>|</td>|</li>|</h\d>")
_TAG: Final = re.compile(r"<[^<>]*>")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_PLAIN: Final = re.compile(r"[^\W\d_]+")
_LONG: Final = 16  # characters of a part that is no accident
_LEAD: Final = 5  # words before a text of the data
_PIECE: Final = re.compile(r"[·,;:()“”\"\n\t]| – | — |\. ")


def outside(text: str) -> str:
    """What is outside of brackets, which may stand within each other; a line for each part."""
    if "<" in text:
        text = unescape(_TAG.sub(" ", _BREAK.sub("\n", text)))
    depth, kept = 0, []
    for character in text:
        depth += character == "⟦"
        kept.append("\n" if character == "⟦" and depth == 1 else character if not depth else "")
        depth -= character == "⟧" and depth > 0
    return "".join(kept)


class Data:
    """Texts of a server, of a user and of the machine: whole, long parts of them, or names out of them."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._whole = frozenset(texts)
        self._all = "\n".join(self._whole)

    def __contains__(self, text: str) -> bool:
        if "…" in text:  # cut by the one who painted it
            return all(part.strip() in self._all for part in text.split("…"))
        return text in self._whole or (len(text) >= _LONG and text in self._all)

    def without_end(self, text: str) -> str:
        """A text without a text of the data after its first words: demo: stderr → ready."""
        words = text.split(" ")
        for count in range(min(len(words), _LEAD)):
            if " ".join(words[count:]) in self:
                return " ".join(words[:count])
        return text

    def without_names(self, text: str) -> str:
        """The words of a text that are no names out of the data: /a/path, tools/call, slow_report."""
        words = (word.strip("…*&?!'") for word in text.split())
        return " ".join(
            word for word in words if not (word in self or (not _PLAIN.fullmatch(word) and word in self._all))
        )


def untranslated(
    found: Iterable[tuple[str, str]], data: Data, allowed: Iterable[str], code: Callable[[str], bool]
) -> list[str]:
    """Texts in no bracket that are neither in the data nor words that are the same everywhere, nor code."""
    known = frozenset(allowed)
    wrong: dict[str, None] = {}
    for place, text in found:
        for whole in outside(text).split("\n"):
            line = whole.strip()
            if line in data or line.lstrip(" :") in data or code(line):
                continue
            for piece in _PIECE.split(data.without_end(line)):
                rest = "" if piece.strip() in data else data.without_names(piece)
                if any(word not in known for word in _WORD.findall(rest)):
                    wrong.setdefault(f"{place}: {text[:150]!r} ({piece.strip()[:60]!r})")
    return list(wrong)
