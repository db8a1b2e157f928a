"""The language of the windows: our texts, those of Qt itself, and how numbers and dates are written.

English stands in the source; every other language is `resources/translations/mcpdi_CODE.qm`, compiled from
the .ts beside it by packaging/dev.py. Without that file a text stays English. Texts made outside the window
(core, transports) follow, see `inspector.translation`. The command line never comes here.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator, Signal
from PySide6.QtGui import QFontDatabase

from inspector import translation
from inspector.resources import resource

__all__ = ["LANGUAGES", "chosen", "current", "install", "is_missing", "notifier", "of_system"]

LANGUAGES: Final = {"en": "English", "ko": "한국어"}
"""Code → its name in the language itself: a user who cannot read this window must find the way out."""

_WRITING: Final = {"ko": QFontDatabase.WritingSystem.Korean}


class _Notifier(QObject):
    """Says `changed` when texts are to be made anew."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.code = ""
        self.translators: list[QTranslator] = []
        self.missing = False


@cache
def notifier() -> _Notifier:
    """The one object whose `changed` signal tells that there is another language."""
    return _Notifier()


def current() -> str:
    """Code of the language that is shown."""
    return notifier().code or "en"


def is_missing() -> bool:
    """Whether there are no texts in the language that is shown, so that it is English after all."""
    return notifier().missing


def of_system() -> str:
    """The first of the user's languages that this program speaks and a font here can write; else English.

    A user cannot find the settings where every letter is a box.
    """
    for name in QLocale.system().uiLanguages():
        code = name.partition("-")[0].lower()
        if code in LANGUAGES and (code not in _WRITING or QFontDatabase.families(_WRITING[code])):
            return code
    return "en"


def chosen(wanted: str) -> str:
    """The code that a setting stands for. wanted: a code of LANGUAGES; anything else counts as `system`."""
    return wanted if wanted in LANGUAGES else of_system()


def install(wanted: str = "system") -> None:
    """Speak this language from now on (`chosen`). Windows that are there keep the texts they have."""
    code = chosen(wanted)
    state = notifier()
    if code == state.code:
        return
    for old in state.translators:
        QCoreApplication.removeTranslator(old)
    QLocale.setDefault(_locale(code))
    ours = _ours(code)
    state.missing = ours is None and code != "en"
    state.translators = [made for made in (_of_qt(code), ours) if made is not None]
    for new in state.translators:  # asked in the opposite order: ours first
        QCoreApplication.installTranslator(new)
    translation.install(translation.english if code == "en" else _look_up)
    state.code = code
    state.changed.emit()


def _look_up(context: str, text: str, disambiguation: str, number: int) -> str:
    found = QCoreApplication.translate(context, text, disambiguation or None, number)
    return translation.english(context, text, disambiguation, number) if "(s)" in found else found


def _locale(code: str) -> QLocale:
    """The user's own way to write numbers and dates when it is of this language: en_GB stays en_GB."""
    system = QLocale.system()
    return system if system.name().partition("_")[0] == code else QLocale(code)


def _ours(code: str) -> QTranslator | None:
    made = QTranslator()
    return made if made.load(str(resource(f"translations/mcpdi_{code}.qm"))) else None


def _of_qt(code: str) -> QTranslator | None:
    """What Qt says itself: buttons of dialogs, menus of text fields."""
    made = QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    return made if made.load(f"qtbase_{code}", folder) else None
