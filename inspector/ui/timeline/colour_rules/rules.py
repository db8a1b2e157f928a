"""Rules of colour: which there are, where they are kept, and the one switch that turns them all off.

A session has its own rules once the user changed them there; until then the user's count, and until
those are made the first ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.storage.plain_files import put_aside, read_for_change, read_object, write_object
from inspector.core.storage.shared_files import Writing, locked
from inspector.trace.annotations import Annotations, ColourRule
from inspector.ui.loop import saving
from inspector.ui.session.feed import Feed
from inspector.ui.timeline.view.row_colours import RowColours, first_rules
from inspector.ui.widgets import theme

__all__ = ["ColourRules", "unused_colour"]


def unused_colour(rules: Iterable[ColourRule]) -> str:
    """The first ground that no rule has; when all are used the first of all."""
    used = {rule.colour for rule in rules}
    return next((name for name in theme.GROUNDS if name not in used), theme.GROUNDS[0])


class ColourRules(QObject):
    """One for each timeline. `said`: what a user should know, for the status bar."""

    changed = Signal()
    said = Signal(str)

    def __init__(self, annotations: Annotations, colours: RowColours, feed: Feed, host: QWidget) -> None:
        super().__init__(host)
        self._annotations, self._colours = annotations, colours
        self._home: Path | None = None
        self._chosen: Any = []  # for sessions to come
        self.notes: list[str] = []  # what was wrong with the file, for people
        annotations.set_default_rules(first_rules())
        feed.annotated.connect(self._take_over)
        feed.written.connect(colours.written)
        colours.set_rules(annotations.rules)

    @property
    def on(self) -> bool:
        """Whether rows are coloured."""
        return self._colours.on

    def toggle(self) -> None:
        """All colours off, or on again."""
        self.set_on(not self.on)

    def set_on(self, on: bool) -> None:
        """Colour rows, or none."""
        self._colours.set_on(on)
        self.changed.emit()

    @property
    def rules(self) -> tuple[ColourRule, ...]:
        """Those that are kept, in the order in which they are asked."""
        return self._annotations.rules

    def set_rules(self, rules: Sequence[ColourRule]) -> None:
        """Keep these with the session."""
        self._annotations.set_rules(rules)

    def add(self, condition: str) -> None:
        """Colour rows that meet a condition, before all other rules, in a colour that is not used yet."""
        others = [rule for rule in self.rules if rule.filter != condition]
        self.set_rules([ColourRule(condition, condition, unused_colour(others)), *others])
        if not self.on:
            self.set_on(True)

    def set_home(self, path: Path | None) -> None:
        """Where the user's rules are kept; None: nowhere. A file that cannot be read counts as none."""
        self._home = path
        if path is not None:
            data, self.notes = read_object(path)
            if "rules" not in data:
                return
            try:
                kept = msgspec.convert(data["rules"], tuple[ColourRule, ...])
            except msgspec.ValidationError as error:
                text = self.tr("{0} holds no rules of colour ({1}); it is kept, and the first ones count.")
                self.notes.append(text.format(path, error))
                return
            self._annotations.set_default_rules(kept)

    def keep_as_default(self) -> None:
        """The rules of this session count for sessions to come."""
        self._annotations.set_default_rules(self.rules)
        if self._home is not None:
            self._chosen = msgspec.to_builtins(self.rules)
            saving.save(self, self._saved, at_once=True)

    def writing(self) -> Writing[Any]:
        """A write of the rules that were chosen as the user's own, in steps."""
        home = self._home or Path()
        return Writing(home, partial(self._write, home, self._chosen), self._settle)

    def _write(self, home: Path, rules: Any) -> list[str]:
        with locked(home):
            there, notes = self._read_home(home)
            write_object(home, {**there, "rules": rules})
        return notes

    def _settle(self, notes: list[str]) -> None:
        self.notes = notes

    def _saved(self, trouble: str) -> None:
        if trouble:
            self.said.emit(self.tr("The rules could not be saved for new sessions: {}").format(trouble))

    def _read_home(self, path: Path) -> tuple[dict[str, Any], list[str]]:
        """What is in the file; rules that only a newer version understands are put aside."""
        there, notes = read_for_change(path)
        try:
            msgspec.convert(there.get("rules", ()), tuple[ColourRule, ...])
        except msgspec.ValidationError as error:
            return {}, [*notes, put_aside(path, str(error), path.read_bytes())]
        return there, notes

    def reset(self) -> None:
        """The first rules again, for this session."""
        self.set_rules(first_rules())

    def _take_over(self) -> None:
        """Marks may be other ones too, and a rule may ask for them."""
        self._colours.set_rules(self._annotations.rules)
        self.changed.emit()
