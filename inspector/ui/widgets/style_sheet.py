"""The one style sheet: what a palette cannot say, and the sizes of icons and boxes at another zoom."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["sheet"]

_SHEET: Final = """
QToolTip {{ color: {text}; background: {base}; border: 1px solid {border}; padding: 3px 5px; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{ padding: 4px 7px; border: none; border-bottom: 2px solid transparent; color: {muted};
    background: transparent; }}
QTabBar::tab:hover {{ color: {text}; }}
QTabBar::tab:selected {{ color: {text}; border-bottom-color: {accent}; }}
QTabBar::tab:disabled {{ color: {border}; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {border}; }}
QHeaderView {{ background: {background}; }}
QHeaderView::section {{ background: {background}; color: {muted}; border: none;
    border-right: 1px solid {border}; border-bottom: 1px solid {border}; padding: 2px 6px; }}
QHeaderView::section:hover {{ color: {text}; }}
QToolButton[segment] {{ padding: 4px 12px; border: 1px solid {outline}; color: {muted};
    background: {base}; }}
QToolButton[segment="traffic"] {{ border-left: none; }}
QToolButton[segment]:hover {{ color: {text}; }}
QToolButton[segment]:checked {{ background: {selection}; color: {accent}; font-weight: bold; }}
QToolButton[segment]:focus {{ border-color: {accent}; }}
QSplitter::handle {{ background: {border}; }}
QSplitter::handle:hover {{ background: {accent}; }}
QSplitter::handle:horizontal {{ width: 1px; }}
QSplitter::handle:vertical {{ height: 1px; }}
QStatusBar::item {{ border: none; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QPlainTextEdit[outlined="true"] {{ border: 1px solid {outline}; border-radius: 3px; }}
QPlainTextEdit[outlined="true"]:focus {{ border-color: {accent}; }}
"""
_LARGER: Final = """
QAbstractButton, QComboBox, QListView, QMenu, QTabBar, QToolBar, QTreeView {{ icon-size: 16px; }}
QMessageBox {{ icon-size: 48px; }}
QCheckBox::indicator, QRadioButton::indicator, QGroupBox::indicator, QMenu::indicator,
QAbstractItemView::indicator {{ width: 14px; height: 14px; }}
"""
"""Only at another zoom: at 100 % the style knows these, and knows them faster. Not for every QWidget: a view
that a rule fits keeps its old font."""
_LENGTH: Final = re.compile(r"\b(\d+)px")


def sheet(colours: Mapping[str, str], percent: int) -> str:
    """In these colours by role; lengths at this zoom. A hair line stays one."""
    text = _SHEET if percent == 100 else _SHEET + _LARGER

    def scaled(found: re.Match[str]) -> str:
        length = int(found[1])
        return f"{length if length < 2 else max(1, round(length * percent / 100))}px"

    return _LENGTH.sub(scaled, text.format_map(colours))
