"""What hovering a bar says: the phases as a table, progress, rounds, and nested requests."""

from __future__ import annotations

import html
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

from inspector.trace.parts import NOTHING, Parts
from inspector.translation import translate
from inspector.ui.locale.locale_text import duration_text
from inspector.ui.timeline.view.cells import Cells
from inspector.ui.timeline.waterfall.paint import PHASES, bar_of, tone_of
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Marked
from inspector.ui.widgets.time_axis import moment_text

__all__ = ["phases_html"]

_NAMES: Final[tuple[Marked, ...]] = (
    QT_TRANSLATE_NOOP("timeline", "queued"),
    QT_TRANSLATE_NOOP("timeline", "sent → first byte"),
    QT_TRANSLATE_NOOP("timeline", "first byte → done"),
)
_EARLIER: Final[Marked] = QT_TRANSLATE_NOOP("timeline", "earlier rounds")
_SHOWN: Final = 8  # nested requests, progress ticks
_LONG: Final = 60  # characters of a name


def phases_html(cells: Cells, now_ns: int, origin_ns: int, parts: Parts = NOTHING) -> str:
    """Rich text for a tooltip; "" for a row without a duration."""
    row = cells.row
    if not row.opens:
        return ""
    bar = bar_of(row, now_ns)
    head = _short(f"{row.method} {row.target}".strip())
    lines = [_line(translate("timeline", "started"), moment_text(bar[0] - origin_ns, 10**6))]
    base, tone = theme.color("base"), tone_of(cells)
    # Of a call sent again with answers, "sent" is that of the last round.
    names = (_EARLIER, *_NAMES[1:]) if row.rounds > 1 else _NAMES
    for name, begin, stop, share in zip(names, bar[:3], bar[1:], PHASES, strict=True):
        swatch = theme.mix(base, tone, share).name()
        lines.append(_line(translate("timeline", name), _length(begin, stop), swatch))
    total = _length(bar[0], bar[3])
    if row.status == "pending":
        total += " …"
    whole = translate("timeline", "total")
    lines.append(_line(f"<b>{whole}</b>", f"<b>{total}</b>"))
    lines += _progress(bar[0], parts) + _rounds(bar[0], parts) + _nested(bar[0], parts, now_ns)
    return (
        f"<qt><nobr><b>{head}</b></nobr><table cellspacing='0' cellpadding='1'>{''.join(lines)}</table></qt>"
    )


def _progress(start: int, parts: Parts) -> list[str]:
    if not parts.progress:
        return []
    times = [f"+{_length(start, at_ns)}" for at_ns in parts.progress]
    if len(times) > _SHOWN:
        times = [*times[: _SHOWN // 2], "…", *times[-_SHOWN // 2 :]]
    name = translate("timeline", "progress ×{}").format(len(parts.progress))
    return [_line(name, _in_rows(times))]


def _in_rows(times: list[str]) -> str:
    return "<br>".join("&nbsp; ".join(times[place : place + 3]) for place in range(0, len(times), 3))


def _rounds(start: int, parts: Parts) -> list[str]:
    name = translate("timeline", "round {}")
    return [
        _line(name.format(place), f"+{_length(start, at_ns)}")
        for place, at_ns in enumerate(parts.rounds[:_SHOWN], 2)
    ]


def _nested(start: int, parts: Parts, now_ns: int) -> list[str]:
    if not parts.nested:
        return []
    title = translate("timeline", "asked by the server meanwhile")
    lines = [f"<tr><td></td><td colspan='2'><i>{title}</i></td></tr>"]
    swatch = theme.color("server").name()
    for one in parts.nested[:_SHOWN]:
        length = _length(one.start_ns, one.end_ns or now_ns) + ("" if one.end_ns else " …")
        figures = f"{length} &nbsp;(+{_length(start, one.start_ns)})"
        lines.append(_line(f"#{one.number} {_short(one.method)}", figures, swatch))
    more = len(parts.nested) - _SHOWN
    if more > 0:
        lines.append(_line(translate("timeline", "and {} more").format(more), ""))
    return lines


def _line(name: str, figure: str, swatch: str = "") -> str:
    mark = f"<font color='{swatch}'>■</font>" if swatch else ""
    return (
        f"<tr><td>{mark}</td><td><nobr>{name}&nbsp;&nbsp;&nbsp;</nobr></td>"
        f"<td align='right'><nobr>{figure}</nobr></td></tr>"
    )


def _length(begin: int, stop: int) -> str:
    return duration_text(max(0, stop - begin))


def _short(text: str) -> str:
    return html.escape(text if len(text) <= _LONG else text[: _LONG - 1] + "…")
