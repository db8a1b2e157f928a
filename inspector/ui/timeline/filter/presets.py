"""The filters that are always one click away: chips before the switches of a user's own filters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from inspector.ui.widgets.chip import Pill
from inspector.ui.widgets.controls import Marked
from inspector.ui.widgets.plain import tooltip

__all__ = ["DRAWER_PRESETS", "MINE", "PRESETS", "Preset", "PresetChip"]


@dataclass(frozen=True, slots=True)
class Preset:
    """name, hint: English, for translation. filter: what a click puts into the line."""

    key: str
    name: Marked
    filter: str
    hint: Marked

    @property
    def label(self) -> str:
        """The name in the language of the window."""
        return QCoreApplication.translate("timeline", self.name)


PRESETS: Final = (
    Preset(
        "my_calls",
        QT_TRANSLATE_NOOP("timeline", "My calls"),
        "is:mine",
        QT_TRANSLATE_NOOP("timeline", "What you asked for: no handshake, lists, keep-alive or lifecycle"),
    ),
    Preset(
        "errors",
        QT_TRANSLATE_NOOP("timeline", "Errors"),
        "((is:error or is:lost or is:malformed) and not is:probe)",  # the rows that are red
        QT_TRANSLATE_NOOP("timeline", "What failed, without the refusal of our own protocol probe"),
    ),
    Preset(
        "pending",
        QT_TRANSLATE_NOOP("timeline", "Pending"),
        "is:pending",
        QT_TRANSLATE_NOOP("timeline", "Calls that have no response yet"),
    ),
    Preset(
        "findings",
        QT_TRANSLATE_NOOP("timeline", "Findings"),
        "is:finding",
        QT_TRANSLATE_NOOP("timeline", "What breaks a rule of the protocol"),
    ),
)
MINE: Final = PRESETS[0].filter
DRAWER_PRESETS: Final = (
    *PRESETS[:2],
    Preset(
        "all",
        QT_TRANSLATE_NOOP("timeline", "All"),
        "",
        QT_TRANSLATE_NOOP("timeline", "Everything that is recorded"),
    ),
)
"""One of them is down in the drawer, unless something else stands in the filter."""


class PresetChip(Pill):
    """On while its condition is part of the filter."""

    def __init__(self, preset: Preset) -> None:
        super().__init__(f"preset_{preset.key}", preset.label)
        self.setToolTip(tooltip(f"{QCoreApplication.translate('timeline', preset.hint)}\n{preset.filter}"))
