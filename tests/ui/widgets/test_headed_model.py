"""Rows under fixed headings."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt

from inspector.ui.widgets.headed_model import HeadedModel, Index


class _Model(HeadedModel):
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return self.rows[index.row()][index.column()] if role == Qt.ItemDataRole.DisplayRole else None


@pytest.fixture
def model(qapp: QObject) -> _Model:
    made = _Model(qapp, ("A", "B", "C"))
    made.rows = ["abc", "def"]
    return made


def test_it_has_a_row_for_each_row_and_a_column_for_each_heading(model: _Model) -> None:
    assert (model.rowCount(), model.columnCount()) == (2, 3)
    inside = model.index(1, 1)
    assert (model.rowCount(inside), model.columnCount(inside)) == (0, 0)
    assert _Model(model).rowCount() == _Model(model).columnCount() == 0


def test_headings_stand_above_and_nothing_stands_beside(model: _Model) -> None:
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    assert [model.headerData(place, across) for place in range(3)] == ["A", "B", "C"]
    assert model.headerData(0, down) is None
    assert model.headerData(0, across, Qt.ItemDataRole.ToolTipRole) is None
