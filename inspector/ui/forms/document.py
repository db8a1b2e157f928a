"""The document behind a form: the one text that all editors of the form show and change.

Editors read their own place and write it only when a user edits; everything else in the text stays as it
is. A draft is text of an editor that is no JSON yet: it is part of `text()` exactly as shown, so that nothing
a user typed is dropped in silence, while the document below stays whole for the other editors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from inspector.schema.document import Document, DocumentError, Path, ScanNode, same_value

__all__ = ["Sheet", "Unfinished"]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What a user left half typed: the JSON text without it, and the texts that are no JSON yet."""

    text: str
    drafts: dict[Path, str]


class Sheet(QObject):
    """Holds a Document and the drafts."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = Document("")
        self.error: DocumentError | None = None
        self.touched: set[Path] = set()
        self.kept: set[Path] = set()
        """Properties that a user added: an editor that is emptied must not remove them."""
        self._orders: dict[Path, tuple[str, ...]] = {}
        self._drafts: dict[Path, str] = {}
        self._broken = ""
        self._given = Document("")
        """The text as it came from outside."""
        self._taken: tuple[Path, Document, Document] | None = None
        """What was removed last: where, and the text before and after."""
        self._put: tuple[Path, Document, Document] | None = None
        """The same of what was put into a list or object last."""

    # reading

    def text(self) -> str:
        """What is sent: the document with every draft in its place; or the broken text it was given."""
        if self.error is not None:
            return self._broken
        text = self.document.text
        places = [(node, draft) for path, draft in self._drafts.items() if (node := self.document.node(path))]
        for node, draft in sorted(places, key=lambda place: place[0].start, reverse=True):
            text = text[: node.start] + draft + text[node.end :]
        return text

    def lexeme(self, path: Path) -> str | None:
        """Text of the value at the path, None when it is not set."""
        return self.document.lexeme(path)

    @property
    def is_as_given(self) -> bool:
        """The text is as it came from outside; the form has not changed it."""
        return self.document is self._given and not self._drafts

    def spelled(self, path: Path, lexeme: str) -> str:
        """The JSON text of a value as the given text has it at this place, if it is that value.

        Changing a text and changing it back gives the same escapes again, and not only the same value.
        """
        given = self._given.lexeme(path)
        return given if given is not None and same_value(given, lexeme) else lexeme

    def node(self, path: Path) -> ScanNode | None:
        """The value at the path with its kind and children."""
        return self.document.node(path)

    def path_of(self, pointer: str) -> Path:
        """A JSON pointer as a path of the document: a number is an index where the document has a list."""
        path: Path = ()
        node = self.document.root
        for step in pointer.split("/")[1:]:
            key = step.replace("~1", "/").replace("~0", "~")
            inside = node is not None and node.kind == "array" and key.isdecimal()
            path = (*path, int(key) if inside else key)
            node = self.document.node(path)
        return path

    def order_of(self, path: Path) -> list[int]:
        """To sort places as the form shows them: declared properties first, in the order of the schema."""
        found: list[int] = []
        for length, step in enumerate(path):
            if isinstance(step, int):
                found.append(step)
                continue
            declared, node = self._orders.get(path[:length], ()), self.document.node(path[:length])
            if step in declared:
                found.append(declared.index(step))
            else:
                found.append(len(declared) + (node.index.get(step, 0) if node is not None else 0))
        return found

    def draft(self, path: Path) -> str | None:
        """Text of an editor at the path that is no JSON yet."""
        return self._drafts.get(path)

    def drafts(self) -> list[Path]:
        """Places whose editor holds text that is no JSON."""
        return list(self._drafts)

    # loading

    def unfinished(self) -> Unfinished | None:
        """What is half typed; None: nothing."""
        return Unfinished(self.document.text, dict(self._drafts)) if self._drafts else None

    def load(self, text: str, drafts: Mapping[Path, str] | None = None) -> bool:
        """Take a text from outside. False: it is no JSON; then the last good document stays to be shown."""
        self._drafts = dict(drafts or {})
        try:
            self.document = Document(text)
        except DocumentError as error:
            self.error, self._broken = error, text
            return False
        self.error = None
        self._given, self._taken, self._put = self.document, None, None
        return True

    # writing, for editors

    def set_order(self, path: Path, keys: tuple[str, ...]) -> None:
        """The order in which members of the object at the path are inserted."""
        self._orders[path] = keys

    def write(self, path: Path, lexeme: str) -> None:
        """Set the value at the path; objects above it are made where they are missing."""
        self._drop_drafts(path)
        old, is_new = self.document, self.document.node(path) is None
        before = self._before(path) if is_new else None
        again = before is not None and not _repeats(before.node(path[:-1]), path)
        self._take(before.with_value(path, lexeme) if before and again else self._written(path, lexeme), path)
        if is_new and path and old.node(path[:-1]) is not None:
            self._put = path, old, self.document

    def write_draft(self, path: Path, text: str) -> None:
        """Text of an editor that is no JSON: null holds its place in the document until it is."""
        old, is_new = self.document, self.document.node(path) is None
        document = self._written(path, "null") if is_new else old
        self._drop_drafts(path)
        self._drafts[path] = text
        self._take(document, path)
        if is_new and path and old.node(path[:-1]) is not None:
            self._put = path, old, self.document

    def remove(self, path: Path) -> None:
        """Make the value at the path not set."""
        self._drop_drafts(path)
        gone = path[-1] if path else None
        if isinstance(gone, int):
            self._renumber(path[:-1], lambda item: item - 1 if item > gone else item)
        before = self.document
        just_put = self._put is not None and self._put[0] == path and self._put[2] is before
        self._take(self._put[1] if self._put is not None and just_put else before.without(path), path)
        self._taken = path, before, self.document

    def insert_item(self, path: Path, number: int, lexeme: str) -> None:
        """Put an item into the list at the path, which is made when it is missing.

        One that has just been taken out goes back to where it was.
        """
        before = self._before(self._taken[0]) if self._taken and self._taken[0][:-1] == path else None
        if before is not None and self._taken is not None and before.lexeme(self._taken[0]) == lexeme:
            self._take(before, path)
        else:
            self.insert_items(path, number, [lexeme])

    def insert_items(self, path: Path, number: int, lexemes: list[str]) -> None:
        """Put items into the list at the path at once."""
        there = self.document.node(path) is not None
        document = self.document if there else self._written(path, "[]")
        self._renumber(path, lambda item: item + len(lexemes) if item >= number else item)
        self._take(document.with_items(path, number, lexemes), path)
        if there and len(lexemes) == 1:
            self._put = (*path, number), document, self.document

    def insert_draft(self, path: Path, number: int) -> None:
        """Put an item into the list at the path whose value is still to be typed."""
        document = self.document if self.document.node(path) is not None else self._written(path, "[]")
        self._renumber(path, lambda item: item + 1 if item >= number else item)
        self._drafts[(*path, number)] = ""
        there = self.document.node(path) is not None
        self._take(document.with_items(path, number, ["null"]), path)
        if there:
            self._put = (*path, number), document, self.document

    def move_item(self, path: Path, number: int, to: int) -> None:
        """Put an item of the list at the path to another place. Between neighbours all blanks stay."""
        order = list(range(len(node.items) if (node := self.document.node(path)) is not None else 0))
        order.insert(to, order.pop(number))
        self._renumber(path, order.index)
        near = abs(number - to) == 1
        document = self.document
        self._take(document.swapped(path, number, to) if near else document.moved(path, number, to), path)

    def rename(self, path: Path, key: str) -> None:
        """Give a member another key."""
        self._drop_drafts(path)
        self._take(self.document.renamed(path, key), path)

    def _before(self, path: Path) -> Document | None:
        """The text before the value at the path was removed, if that was the last thing done."""
        if self._taken is None or self._taken[0] != path or self._taken[2] is not self.document:
            return None
        return self._taken[1]

    def _written(self, path: Path, lexeme: str) -> Document:
        document = self.document
        for length in range(len(path)):
            above, step = path[:length], path[length]
            node = document.node(above)
            wanted = "array" if isinstance(step, int) else "object"
            if node is None or node.kind != wanted:
                empty = "[]" if wanted == "array" else "{}"
                document = document.with_value(above, empty, self._order_above(above))
        return document.with_value(path, lexeme, self._order_above(path))

    def _order_above(self, path: Path) -> tuple[str, ...]:
        return self._orders.get(path[:-1], ()) if path else ()

    def _drop_drafts(self, path: Path) -> None:
        self._drafts = {place: text for place, text in self._drafts.items() if place[: len(path)] != path}

    def _renumber(self, path: Path, moved: Callable[[int], int]) -> None:
        """The items of the list at the path get other numbers: what is half typed in them goes along."""
        drafts, at = {}, len(path)
        for place, text in self._drafts.items():
            step = place[at] if place[:at] == path and len(place) > at else None
            drafts[(*path, moved(step), *place[at + 1 :]) if isinstance(step, int) else place] = text
        self._drafts = drafts

    def _take(self, document: Document, path: Path) -> None:
        self.document = document
        self.touched.add(path)
        self.changed.emit()


def _repeats(around: ScanNode | None, path: Path) -> bool:
    """Whether an object has the last key of the path more than once."""
    return around is not None and sum(member.key == path[-1] for member in around.members) > 1
