"""What a user has on screen and under the hands, as something that can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTextEdit,
    QTreeView,
    QWidget,
)

__all__ = ["as_seen", "settle_in"]

_MOST: Final = 40  # open branches of a tree that are looked at


def as_seen(window: QWidget) -> dict[str, Any]:
    """Name of each visible widget and what of it is the user's: text, cursor, rows, place, size."""
    found: dict[str, Any] = {"focus": _name(QApplication.focusWidget())}
    for widget in _parts(window):
        for kind, look in _LOOKS:
            if isinstance(widget, kind) and not (look is tick and not widget.isCheckable()):
                found[f"{_name(widget)} {look.__name__}"] = look(widget)
    return found


def settle_in(window: QWidget, typing: bool = True, but: str = "") -> None:
    """Be in the middle of something everywhere: a row, a place, a branch, a word half typed.

    but: the line that nothing is typed into.
    """
    for widget in list(_parts(window)):
        if isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
            _choose(widget)
        elif typing and isinstance(widget, QLineEdit) and not widget.isReadOnly():
            if widget.objectName() != but:
                _type(widget)
    for widget in _parts(window):
        if isinstance(widget, QAbstractScrollArea):
            _scroll(widget)


def _parts(window: QWidget) -> Iterator[QWidget]:
    return (one for one in window.findChildren(QWidget) if one.isVisible())


def _name(widget: QWidget | None) -> str:
    names = []
    while widget is not None:
        names.append(widget.objectName() or type(widget).__name__)
        widget = widget.parentWidget()
    return " < ".join(names[:5])


# -- what is looked at ---------------------------------------------------------------------------------


def line(edit: QLineEdit) -> Any:
    return edit.text(), edit.cursorPosition(), edit.selectedText(), edit.isUndoAvailable()


def text(edit: QPlainTextEdit | QTextEdit) -> Any:
    cursor = edit.textCursor()
    written = "" if edit.isReadOnly() else edit.toPlainText()
    return written, cursor.selectedText(), edit.document().isUndoAvailable()


def rows(view: QAbstractItemView) -> Any:
    chosen = view.selectionModel().selectedIndexes() if view.selectionModel() is not None else []
    return _thing(view.currentIndex()), sorted({_thing(index) for index in chosen})


def place(area: QAbstractScrollArea) -> Any:
    """The first row in sight, else how far it is scrolled; nothing while the end is in sight."""
    bar = area.verticalScrollBar()
    if isinstance(area, QAbstractItemView):
        if isinstance(area, QHeaderView) or bar.value() in (bar.minimum(), bar.maximum()):
            return None
        return _thing(area.indexAt(QPoint(4, 4)))
    return None if bar.value() >= bar.maximum() else bar.value()


def branches(tree: QTreeView) -> Any:
    return [_thing(index) for index in _branches(tree) if tree.isExpanded(index)]


def sizes(header: QHeaderView) -> Any:
    # the last one takes what is left, which a scroll bar takes from it
    return [header.sectionSize(n) for n in range(header.count() - 1)], header.sortIndicatorSection()


def parts(splitter: QSplitter) -> Any:
    sizes = splitter.sizes()
    return sizes if sum(size > 0 for size in sizes) > 1 else None  # one alone has the room that is left


def choice(box: QComboBox) -> Any:
    return box.currentText(), box.view().isVisible()


def tick(button: QAbstractButton) -> Any:
    return button.isChecked()


def tab(bar: QTabBar) -> Any:
    return bar.tabText(bar.currentIndex()).split(" ")[0]


def page(stack: QStackedWidget) -> Any:
    return _name(stack.currentWidget())


def entries(menu: QMenu) -> Any:
    return [action.text() for action in menu.actions()]


_LOOKS: Final[tuple[tuple[Any, Callable[[Any], Any]], ...]] = (
    (QLineEdit, line),
    (QPlainTextEdit, text),
    (QTextEdit, text),
    (QAbstractItemView, rows),
    (QAbstractScrollArea, place),
    (QTreeView, branches),
    (QHeaderView, sizes),
    (QSplitter, parts),
    (QComboBox, choice),
    (QAbstractButton, tick),
    (QTabBar, tab),
    (QStackedWidget, page),
    (QMenu, entries),
)


def _thing(index: QModelIndex) -> str:
    """What stands in a row: its number says nothing when rows come before it."""
    if not index.isValid():
        return ""
    own = str(index.siblingAtColumn(0).data(Qt.ItemDataRole.DisplayRole) or index.row())
    above = index.parent()
    return f"{_thing(above)} / {own}" if above.isValid() else own


def _branches(tree: QTreeView) -> list[QModelIndex]:
    found, index = [], tree.indexAt(QPoint(2, 2))
    index = tree.model().index(0, 0) if tree.model() is not None else index
    while index.isValid() and len(found) < _MOST:
        if tree.model().hasChildren(index):
            found.append(index)
        index = tree.indexBelow(index)
    return found


# -- what is done --------------------------------------------------------------------------------------


def _choose(view: QAbstractItemView) -> None:
    model = view.model()
    if model is None or not view.isEnabled() or view.objectName() == "server_list":
        return  # another server is another workspace
    if isinstance(view, QTreeView):
        for index in _branches(view)[-1:]:
            view.setExpanded(index, not view.isExpanded(index))
    if (count := model.rowCount(view.rootIndex())) > 1 and not isinstance(view.parentWidget(), QComboBox):
        column = view.modelColumn() if isinstance(view, QListView) else 0
        view.setCurrentIndex(model.index(count // 3, column, view.rootIndex()))


def _type(edit: QLineEdit) -> None:
    if not edit.text():
        edit.insert("e")  # of a filter that leaves most
        edit.setSelection(0, 1)


def _scroll(area: QAbstractScrollArea) -> None:
    bar = area.verticalScrollBar()
    if bar.maximum() > bar.minimum() + 2:
        bar.setValue(bar.minimum() + (bar.maximum() - bar.minimum()) * 2 // 3)
        bar.triggerAction(bar.SliderAction.SliderSingleStepSub)  # as by hand: programs do not trigger
