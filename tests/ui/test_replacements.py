"""The preview of a redaction decides about secrets, not about places."""

from __future__ import annotations

from PySide6.QtCore import Qt

from inspector.trace.redact import Replacement
from inspector.ui.replacements import ReplacementModel


def test_a_secret_that_stays_stays_in_every_spelling() -> None:
    model = ReplacementModel()
    rows = [("$.a", "secret/1", "«key-1»"), ("$.b", "secret%2F1", "«key-1»"), ("$.c", "other-22", "«key-2»")]
    model.show([Replacement(1, place, "key", before, after) for place, before, after in rows])

    def ticked() -> list[bool]:
        states = [model.index(row, 0).data(Qt.ItemDataRole.CheckStateRole) for row in range(3)]
        return [Qt.CheckState(state) == Qt.CheckState.Checked for state in states]

    role = Qt.ItemDataRole.CheckStateRole
    model.setData(model.index(1, 0), Qt.CheckState.Unchecked, role)
    assert ticked() == [False, False, True]
    assert model.kept == {"secret/1", "secret%2F1"}
    assert model.kept_count() == 1
    model.setData(model.index(0, 0), Qt.CheckState.Checked, role)
    assert ticked() == [True, True, True]
