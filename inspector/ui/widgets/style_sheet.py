"""The one style sheet: what a palette cannot say."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["sheet"]

_SHEET: Final = """
QToolTip {{ color: {text}; background: {base}; border: 1px solid {border}; padding: 4px 6px; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{ padding: 8px 7px 7px 7px; border: none; border-bottom: 2px solid transparent; color: {muted};
    background: transparent; }}
QTabBar::tab:hover {{ color: {text}; }}
QTabBar::tab:selected {{ color: {text}; border-bottom-color: {accent}; }}
QTabBar::tab:disabled {{ color: {border}; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {border}; }}
Switch[segmented="true"]::tab {{ padding: 4px 8px; border: 1px solid {outline};
    border-left: none; background: {base}; }}
Switch[segmented="true"]::tab:first, Switch[segmented="true"]::tab:only-one {{
    border-left: 1px solid {outline}; border-top-left-radius: 6px; border-bottom-left-radius: 6px; }}
Switch[segmented="true"]::tab:last, Switch[segmented="true"]::tab:only-one {{
    border-top-right-radius: 6px; border-bottom-right-radius: 6px; }}
Switch[segmented="true"]::tab:selected {{ background: {selection}; color: {accent};
    border-bottom-color: {outline}; }}
QHeaderView {{ background: {base}; }}
QHeaderView::section {{ background: {base}; color: {muted}; border: none;
    border-bottom: 1px solid {border}; padding: 3px 6px; }}
QHeaderView::section:hover {{ color: {text}; }}
QToolBar {{ background: {background}; border: none; border-bottom: 1px solid {border}; }}
QMenuBar {{ background: {background}; border: none; }}
QMenuBar::item {{ padding: 4px 8px; border-radius: 4px; background: transparent; color: {text}; }}
QMenuBar::item:selected {{ background: {hover}; }}
QMenu {{ background: {base}; border: 1px solid {border}; padding: 6px; menu-scrollable: 1; }}
QMenu::item {{ padding: 5px 16px 5px 28px; border-radius: 4px; }}
QMenu::item:selected {{ background: {selection}; color: {text}; }}
QMenu::item:disabled {{ color: {thumb}; }}
QMenu::icon {{ padding-left: 6px; }}
QMenu::indicator {{ left: 8px; }}
QMenu::separator {{ height: 1px; background: {border}; margin: 5px 8px; }}
QToolButton[autoRaise="true"] {{ border: none; border-radius: 6px; padding: 4px; }}
QToolButton[autoRaise="true"]:hover {{ background: {hover}; }}
QToolButton[autoRaise="true"]:pressed, QToolButton[autoRaise="true"]:checked {{ background: {selection}; }}
QToolButton::menu-indicator {{ image: none; }}
QToolButton[segment] {{ padding: 5px 14px; border: 1px solid {outline}; color: {muted};
    background: {base}; border-radius: 0; }}
QToolButton[segment="run"] {{ border-top-left-radius: 6px; border-bottom-left-radius: 6px; }}
QToolButton[segment="traffic"] {{ border-left: none; border-top-right-radius: 6px;
    border-bottom-right-radius: 6px; }}
QToolButton[segment]:hover {{ color: {text}; }}
QToolButton[segment]:checked {{ background: {selection}; color: {accent}; font-weight: bold; }}
QToolButton[segment]:focus {{ border-color: {accent}; }}
QPushButton, QLineEdit, QComboBox, QAbstractSpinBox {{ border: 1px solid {outline}; border-radius: 6px;
    min-height: 20px; padding: 3px 6px; background: {base}; }}
QPushButton {{ padding: 3px 12px; }}
QPushButton:hover {{ background: {hover}; }}
QPushButton:pressed, QPushButton:checked {{ background: {selection}; }}
QPushButton:focus, QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus {{ border-color: {accent}; }}
QPushButton:disabled, QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {{
    border-color: {border}; background: {background}; }}
QPushButton:flat {{ border: none; background: transparent; padding: 0px; min-height: 0px;
    background: transparent; }}
QAbstractSpinBox QLineEdit, QComboBox QLineEdit {{ border: none; padding: 0px; min-height: 0px;
    background: transparent; }}
QToolButton[outlined="true"] {{ border: 1px solid {outline}; border-radius: 6px; background: {base};
    min-height: 20px; padding: 3px 6px; }}
QToolButton[outlined="true"]:hover {{ background: {hover}; }}
QToolButton[outlined="true"]:pressed, QToolButton[outlined="true"]:checked {{ background: {selection}; }}
QPushButton::menu-indicator {{ image: url("{signs}/chevron-down.svg"); width: 12px; height: 12px;
    subcontrol-position: right center; right: 6px; }}
QAbstractItemView QLineEdit {{ border-radius: 0; padding: 0px 2px; min-height: 0px; }}
QComboBox::drop-down {{ border: none; width: 20px; }}
QComboBox::down-arrow, QAbstractSpinBox::down-arrow {{ image: url("{signs}/chevron-down.svg");
    width: 12px; height: 12px; }}
QAbstractSpinBox::up-arrow {{ image: url("{signs}/chevron-up.svg"); width: 12px; height: 12px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ border: none; width: 20px; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{ background: {hover}; }}
QScrollBar {{ background: {base}; border: none; }}
QScrollBar:vertical {{ width: 10px; }}
QScrollBar:horizontal {{ height: 10px; }}
QScrollBar::handle {{ background: {thumb}; border-radius: 3px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 24px; }}
QScrollBar::handle:horizontal {{ min-width: 24px; }}
QScrollBar::handle:hover {{ background: {outline}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0px; height: 0px; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
QSplitter::handle {{ background: {border}; }}
QSplitter::handle:hover {{ background: {accent}; }}
QSplitter::handle:horizontal {{ width: 1px; }}
QSplitter::handle:vertical {{ height: 1px; }}
QStatusBar {{ background: {background}; border-top: 1px solid {border}; }}
QStatusBar::item {{ border: none; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QPlainTextEdit[outlined="true"] {{ border: 1px solid {outline}; border-radius: 6px; padding: 3px;
    background: {base}; }}
QPlainTextEdit[outlined="true"]:focus {{ border-color: {accent}; }}
QCheckBox::indicator, QRadioButton::indicator, QGroupBox::indicator, QMenu::indicator,
QAbstractItemView::indicator {{ width: 14px; height: 14px; }}
"""
_PALETTE: Final = {
    "text": "window-text",
    "base": "base",
    "border": "mid",
    "muted": "placeholder-text",
    "accent": "accent",
    "background": "midlight",
    "selection": "highlight",
    "outline": "shadow",
    "thumb": "dark",
    "hover": "light",
}
"""Where the palette of the program has a colour of the theme."""
_SPECIAL: Final = re.compile(r'["\\]')  # in a string of a style sheet
_LENGTH: Final = re.compile(r"(radius: )?\b(\d+)px")


def sheet(signs: str, line: int) -> str:
    """The same in every theme and at every zoom: its colours are those of the palette, its lengths parts of
    the height of a line of text, which grow with it. Hair lines and round corners stay as they are, the
    latter because Qt reads them only once.

    signs: the folder of the pictures, with / between its parts; line: the height in px at 100 %.
    """

    def in_lines(found: re.Match[str]) -> str:
        return found[0] if found[1] or int(found[2]) < 2 else f"{int(found[2]) / line:.4f}em"

    colours = {role: f"palette({place})" for role, place in _PALETTE.items()}
    return _LENGTH.sub(in_lines, _SHEET).format_map({**colours, "signs": _SPECIAL.sub(r"\\\g<0>", signs)})
