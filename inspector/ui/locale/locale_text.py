"""Numbers, sizes, durations, dates and the order of names, as the language of the window writes them.

For texts that people read. What goes to a server, a file or the clipboard is never written with these: the
command line and exports have `trace.files`, whose units and steps are kept here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache, cmp_to_key
from typing import Any, Final

from PySide6.QtCore import QCollator, QDateTime, QLocale, Qt

from inspector.render import media
from inspector.trace import files
from inspector.translation import translate

__all__ = [
    "clock_text",
    "collated",
    "date_text",
    "day_or_clock",
    "duration_text",
    "moment_text",
    "number_text",
    "say_size",
    "size_text",
    "span_text",
]

_DAY_S: Final = 86_400
_LATEST: Final = 253_402_000_000  # the end of the year 9999
_MOST: Final = 2**63 - 1  # what Qt takes for a number
_FALLBACK: Final = QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)


def _locale() -> QLocale:
    """The one of the window. C, which is there before a language is chosen, groups no digits."""
    locale = QLocale()
    return _FALLBACK if locale.language() == QLocale.Language.C else locale


def _pointed(text: str) -> str:
    """A number with the decimal sign of the language."""
    sign = _locale().decimalPoint()
    return text if sign == "." else text.replace(".", sign)


# -- how much ------------------------------------------------------------------------------------------


def number_text(number: int | float) -> str:
    """1,234,567: with the separators of the language; a fraction as short as it can be told."""
    if (isinstance(number, float) and not number.is_integer()) or abs(number) > _MOST:
        return _pointed(f"{number:g}" if isinstance(number, float) else str(number))
    return _locale().toString(int(number))


def duration_text(duration_ns: int) -> str:
    """46 ms, 1.20 s, 350 µs."""
    return _pointed(files.duration_text(duration_ns))


def size_text(size: int) -> str:
    """812 B, 1.2 kB, 10.5 MB."""
    return _pointed(files.size_text(size))


def say_size(size: int) -> str:
    """46 B, 1.2 kB, 12 MB: two digits at most, for captions."""
    return _pointed(media.say_size(size))


def span_text(seconds: float) -> str:
    """45 s, 3 min 12 s, 2 h 5 min, 3 d: the two largest units, never 0."""
    rest = max(1, round(seconds))
    days, rest = divmod(rest, _DAY_S)
    hours, rest = divmod(rest, 3600)
    minutes, left = divmod(rest, 60)
    if days:
        return (
            translate("Spans", "{0} d {1} h").format(days, hours)
            if hours
            else translate("Spans", "{} d").format(days)
        )
    if hours:
        whole = translate("Spans", "{0} h {1} min").format(hours, minutes)
        return whole if minutes else translate("Spans", "{} h").format(hours)
    if minutes:
        whole = translate("Spans", "{0} min {1} s").format(minutes, left)
        return whole if left else translate("Spans", "{} min").format(minutes)
    return translate("Spans", "{} s").format(left)


# -- when ----------------------------------------------------------------------------------------------


def clock_text(seconds: float, *, thousandths: bool = False) -> str:
    """14:03:07 of this computer's day; a clock of 24 hours in every language, as in the timeline."""
    moment = datetime.fromtimestamp(seconds)
    return moment.strftime("%H:%M:%S.%f")[:-3] if thousandths else moment.strftime("%H:%M:%S")


def date_text(seconds: float) -> str:
    """The day, short; the number itself where a file or a server names none that there is."""
    if not 0 <= seconds < _LATEST:
        return f"{seconds:g}"
    when = QDateTime.fromSecsSinceEpoch(int(seconds))
    return _locale().toString(when.date(), QLocale.FormatType.ShortFormat)


def moment_text(seconds: float) -> str:
    """Day and time, to the second."""
    return f"{date_text(seconds)} {clock_text(seconds)}"


def day_or_clock(seconds: float) -> str:
    """The time of what was today, else the day."""
    then, now = time.localtime(seconds), time.localtime()
    return time.strftime("%H:%M", then) if then[:3] == now[:3] else date_text(seconds)


# -- in which order ------------------------------------------------------------------------------------


def collated(names: Iterable[str]) -> list[str]:
    """As people look names up: `b2` before `b10`, `a` beside `A`, Korean by its letters."""
    return sorted(names, key=_key())


def _key() -> Callable[[str], Any]:
    return cmp_to_key(_collator(_locale().name()).compare)


@cache
def _collator(name: str) -> QCollator:
    made = QCollator(QLocale(name))
    made.setNumericMode(True)
    made.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    return made
