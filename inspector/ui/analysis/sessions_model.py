"""Two sessions compared as a tree: what the servers offer, the calls, and what only one of them has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt

from inspector.core.comparison.calls import Call, CallPair
from inspector.core.comparison.offers import OFFER_KINDS, Difference, Offer
from inspector.core.comparison.sessions import SessionComparison
from inspector.core.comparison.text import call_title, difference_text
from inspector.protocol.jsonrpc import decode
from inspector.render.diff_text import GLYPHS
from inspector.translation import QT_TRANSLATE_NOOP, shown, translate
from inspector.ui.analysis.compare_model import ROLES
from inspector.ui.locale.locale_text import duration_text, number_text
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import tooltip

__all__ = ["Branch", "Item", "SessionsModel", "Trees", "trees_of"]

_Index = QModelIndex | QPersistentModelIndex
_NONE: Final = QModelIndex()
_MOST: Final = 1_000  # rows of one heading; Qt asks of each whether anything is below it
_CUT: Final = 160  # characters of a value in a row
_LONG: Final = 2_000  # in its tooltip
_SAID: Final = ("same", "noise")

_KINDS: Final = {
    "server": QT_TRANSLATE_NOOP("SessionsModel", "Server: {0} of {1} differ"),
    "tools": QT_TRANSLATE_NOOP("SessionsModel", "Tools: {0} of {1} differ"),
    "resources": QT_TRANSLATE_NOOP("SessionsModel", "Resources: {0} of {1} differ"),
    "templates": QT_TRANSLATE_NOOP("SessionsModel", "Resource templates: {0} of {1} differ"),
    "prompts": QT_TRANSLATE_NOOP("SessionsModel", "Prompts: {0} of {1} differ"),
}
_CHANGES: Final = {
    "same": QT_TRANSLATE_NOOP("SessionsModel", "same"),
    "noise": QT_TRANSLATE_NOOP("SessionsModel", "same but for ids and times"),
    "added": QT_TRANSLATE_NOOP("SessionsModel", "added"),
    "removed": QT_TRANSLATE_NOOP("SessionsModel", "removed"),
    "changed": QT_TRANSLATE_NOOP("SessionsModel", "changed"),
    "moved": QT_TRANSLATE_NOOP("SessionsModel", "moved"),
    "fails": QT_TRANSLATE_NOOP("SessionsModel", "fails on the right"),
    "works": QT_TRANSLATE_NOOP("SessionsModel", "works on the right"),
    "unlisted": QT_TRANSLATE_NOOP("SessionsModel", "not compared"),
}
_SPEEDS: Final = {
    "slower": QT_TRANSLATE_NOOP("SessionsModel", "{} times slower"),
    "faster": QT_TRANSLATE_NOOP("SessionsModel", "{} times faster"),
}
_GLYPHS: Final = {**GLYPHS, "fails": "✗", "works": "✓", "noise": "·", "unlisted": "·"}
_ROLES: Final = {
    **ROLES,
    "fails": "error",
    "works": "ok",
    "noise": "muted",
    "unlisted": "muted",
    "same": "muted",
}


@dataclass(eq=False, slots=True)
class Branch:
    """A heading, or what stands below a row. title: made anew in the language of the window."""

    title: str
    items: Sequence[Item]
    side: int = 0  # of calls that one recording has alone: 1 left, 2 right
    parent: Branch | None = None
    row: int = 0
    opened: dict[int, Branch] = field(default_factory=dict)  # row → what stands below it

    def below(self, row: int) -> Branch | None:
        """What stands below one of its rows."""
        item = self.items[row]
        if isinstance(item, Branch):
            return item
        if not isinstance(item, Offer) or not item.differences:
            return None
        if row not in self.opened:
            self.opened[row] = Branch("", item.differences, 0, self, row)
        return self.opened[row]


Item = Branch | Offer | Difference | CallPair | Call | str
"""A row; a text is a remark."""


@dataclass(frozen=True, slots=True)
class Trees:
    """The same comparison with all rows, and with what differs only."""

    all: Branch
    differences: Branch


def trees_of(found: SessionComparison, titles: tuple[str, str]) -> Trees:
    """Both trees. Not for the thread of the window: a comparison may have 200,000 calls."""
    return Trees(_tree(found, titles, False), _tree(found, titles, True))


def _tree(found: SessionComparison, titles: tuple[str, str], only: bool) -> Branch:
    sections = (_offers(found.offers, only), _calls(found.calls.pairs, only), _alone(found, titles))
    return _adopted(Branch("", sections))


def _adopted(branch: Branch) -> Branch:
    for row, item in enumerate(branch.items):
        if isinstance(item, Branch):
            item.parent, item.row = branch, row
            _adopted(item)
    return branch


def _offers(offers: Sequence[Offer], only: bool) -> Branch:
    kinds = []
    for kind in OFFER_KINDS:
        of_kind = [offer for offer in offers if offer.kind == kind]
        rows = [offer for offer in of_kind if not only or offer.change != "same"]
        if rows:
            kinds.append(Branch(_counted(_KINDS[kind], of_kind), rows))
    title = QT_TRANSLATE_NOOP("SessionsModel", "Offers: {0} of {1} differ")
    return Branch(_counted(title, offers), kinds or [_nothing(bool(offers))])


def _counted(title: str, offers: Sequence[Offer]) -> str:
    """How many differ of those that could be compared."""
    compared = [offer for offer in offers if offer.change != "unlisted"]
    count = sum(offer.change != "same" for offer in compared)
    return translate("SessionsModel", title).format(number_text(count), number_text(len(compared)))


def _calls(pairs: Sequence[CallPair], only: bool) -> Branch:
    rows = [pair for pair in pairs if not only or pair.result not in _SAID or pair.speed]
    count = sum(pair.result not in _SAID for pair in pairs)
    title = translate("SessionsModel", "Calls: {0} of {1} have a different result")
    text = title.format(number_text(count), number_text(len(pairs)))
    return Branch(text, _bounded(rows) or [_nothing(bool(pairs))])


def _alone(found: SessionComparison, titles: tuple[str, str]) -> Branch:
    sides: list[Item] = []
    for side, (calls, title) in enumerate(zip(found.calls.only, titles, strict=True), 1):
        text = translate("SessionsModel", "Only in {0}: {1}").format(title, number_text(len(calls)))
        if calls:
            sides.append(Branch(text, _bounded(calls), side))
    count = sum(map(len, found.calls.only))
    title = translate("SessionsModel", "Calls only in one session: {}").format(number_text(count))
    remarks: list[Item] = []
    if found.calls.more:
        remarks.append(translate("SessionsModel", "There are too many calls; later ones were not compared."))
    return Branch(title, [*sides, *remarks] or [translate("SessionsModel", "none")])


def _nothing(there: bool) -> str:
    if there:
        return translate("SessionsModel", "no differences")
    return translate("SessionsModel", "nothing to compare")


def _bounded(items: Sequence[CallPair] | Sequence[Call]) -> list[Item]:
    if len(items) <= _MOST:
        return list(items)
    text = translate("SessionsModel", "… {} more: mcpdi diff lists them all.")
    return [*items[:_MOST], text.format(number_text(len(items) - _MOST))]


class SessionsModel(QAbstractItemModel):
    """Columns: what, what differs, left, right."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._trees: Trees | None = None
        self._titles = ("", "")
        self._only = True
        self._many = False  # servers, so that each row says which
        self._root: Branch | None = None

    def show(self, trees: Trees, titles: tuple[str, str], many: bool) -> None:
        """Show a comparison. titles: of the two sides. many: servers are named."""
        self.beginResetModel()
        self._trees, self._titles, self._many = trees, titles, many
        self._root = trees.differences if self._only else trees.all
        self.endResetModel()

    def set_only_differences(self, only: bool) -> None:
        """Leave out what is the same, or show all."""
        self.beginResetModel()
        self._only = only
        if self._trees is not None:
            self._root = self._trees.differences if only else self._trees.all
        self.endResetModel()

    def item(self, index: _Index) -> Item | None:
        """What stands in a row."""
        if not index.isValid():
            return None
        branch: Branch = index.internalPointer()
        return branch.items[index.row()]

    def side(self, index: _Index) -> int:
        """Of a call that one recording has alone: 1 left, 2 right."""
        branch: Branch = index.internalPointer()
        return branch.side

    def line(self, index: _Index) -> str:
        """A row as text."""
        item = self.item(index)
        texts = [self._text(item, column, _LONG, index) for column in range(4)] if item is not None else []
        return "\t".join(text.strip() for text in texts)

    # -- QAbstractItemModel ----------------------------------------------------------------------------

    def _below(self, index: _Index) -> Branch | None:
        if not index.isValid():
            return self._root
        branch: Branch = index.internalPointer()
        return branch.below(index.row())

    def index(self, row: int, column: int, parent: _Index = _NONE) -> QModelIndex:
        branch = self._below(parent)
        if branch is None or not 0 <= row < len(branch.items) or not 0 <= column < 4:
            return QModelIndex()
        return self.createIndex(row, column, branch)

    def parent(self, index: _Index = _NONE) -> QModelIndex:  # type: ignore[override]
        branch: Branch | None = index.internalPointer() if index.isValid() else None
        if branch is None or branch.parent is None:
            return QModelIndex()
        return self.createIndex(branch.row, 0, branch.parent)

    def rowCount(self, parent: _Index = _NONE) -> int:
        branch = self._below(parent) if parent.column() <= 0 else None
        return len(branch.items) if branch is not None else 0

    def hasChildren(self, parent: _Index = _NONE) -> bool:
        return self.rowCount(parent) > 0

    def columnCount(self, parent: _Index = _NONE) -> int:
        return 4

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return (self.tr("Offer or call"), self.tr("Difference"), *self._titles)[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.item(index)
        if item is None:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(item, column, _CUT, index)
        if role == Qt.ItemDataRole.ForegroundRole:
            return theme.color(_ink(item, column))
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, theme.row_height() - 4)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self._text(item, column, _LONG, index).strip())
        if role == Qt.ItemDataRole.AccessibleTextRole and column == 0 and (kind := _kind(item)):
            words = translate("SessionsModel", _CHANGES[kind])
            return f"{words}: {self._text(item, 0, _LONG, index)[1:].strip()}"
        return None

    def _text(self, item: Item, column: int, limit: int, index: _Index) -> str:
        if isinstance(item, str):
            return item if column == 0 else ""
        if isinstance(item, Branch):
            return item.title if column == 0 else ""
        if isinstance(item, Difference):
            return ("", "", item.left, item.right)[column] if column else _marked(item.kind, item.path)
        if isinstance(item, Offer):
            return self._offer(item, column, limit)
        if isinstance(item, CallPair):
            return self._pair(item, column, limit)
        if column == 0:
            return _marked("removed" if self.side(index) == 1 else "added", call_title(item, self._many))
        if column == 1:
            return "" if item.status == "done" else item.detail or item.status
        return _facts(item) if column == self.side(index) + 1 else ""

    def _offer(self, offer: Offer, column: int, limit: int) -> str:
        if offer.change == "unlisted":
            title = self._titles[offer.name == "right"]
            text = self.tr("not compared: not listed in {}").format(title)
            return (_marked("unlisted", offer.server if self._many else ""), text, "", "")[column]
        if column == 0:
            return _marked(offer.change, f"{offer.server}: {offer.name}" if self._many else offer.name)
        if column == 1:
            words = translate("SessionsModel", _CHANGES[offer.change])
            members = dict.fromkeys(_member(one.path) for one in offer.differences)
            places = ", ".join(name for name in members if name)
            return f"{words}: {places}" if places else words
        return _described(offer.left if column == 2 else offer.right, limit)

    def _pair(self, pair: CallPair, column: int, limit: int) -> str:
        if column == 0:
            return _marked(pair.result, call_title(pair.left, self._many))
        if column > 1:
            return _facts(pair.left if column == 2 else pair.right)
        found = pair.difference
        words = translate("SessionsModel", _CHANGES[pair.result])
        if found is not None and pair.result != "noise":
            text = difference_text(pair.result, found)
            text = self.tr("tool error") if text == "isError" else shown(text)
            words = f"{words}: {text}".rstrip(": ")
        if pair.speed:
            short, long = sorted((pair.left.duration_ns, pair.right.duration_ns))
            times = translate("SessionsModel", _SPEEDS[pair.speed]).format(
                number_text(round(long / short, 1))
            )
            words = times if pair.result == "same" else f"{words} · {times}"
        return words[:limit]


def _marked(kind: str, text: str) -> str:
    return f"{_GLYPHS.get(kind, ' ')} {text}"


def _member(path: str) -> str:
    """Of a path the member of the offer: `$.inputSchema.type` → inputSchema."""
    return path.removeprefix("$").removeprefix(".").partition(".")[0].partition("[")[0]


def _described(text: bytes, limit: int) -> str:
    """The description of a tool, else its JSON."""
    value = decode(text) if len(text) < 1 << 20 else None
    said = value.get("description") if isinstance(value, dict) else None
    short = said if isinstance(said, str) and said else text[: 4 * limit].decode("utf-8", "replace")
    return short if len(short) <= limit else f"{short[:limit]}…"


def _facts(call: Call) -> str:
    took = duration_text(call.duration_ns) if call.duration_ns else call.status
    return f"#{call.number} · {took}"


def _kind(item: Item) -> str:
    if isinstance(item, Difference):
        return item.kind
    if isinstance(item, Offer):
        return item.change
    return item.result if isinstance(item, CallPair) else ""


def _ink(item: Item, column: int) -> str:
    if isinstance(item, str):
        return "muted"
    kind = _kind(item)
    if column == 0 and kind and kind != "same":
        return _ROLES[kind]
    told = isinstance(item, CallPair) and item.speed  # that it took longer is worth a look
    return "muted" if kind in ("same", "noise", "unlisted") and not told else "text"
