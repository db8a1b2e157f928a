"""A sequence ladder as a picture (SVG) and as text that draws itself (Mermaid)."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from inspector.trace.files import duration_text
from inspector.trace.journal import Journal
from inspector.trace.ladder.ladder import GAP_NS, LadderStep, Lanes, Mark, marks, spans, step_of
from inspector.trace.ladder.scope import present
from inspector.trace.text_columns import columns, cut
from inspector.translation import translate

__all__ = ["MOST_STEPS", "Ladder", "collect", "gather", "pages", "to_mermaid", "to_svg", "width_of"]

MOST_STEPS: Final = 5000  # nobody looks at a longer picture, and a browser would not open it
_PAGE: Final = 128
_NAMES: Final = ("User", "Client")


@dataclass(frozen=True, slots=True)
class Ladder:
    """Steps to export. left_out: records that were too many."""

    lanes: Lanes
    steps: tuple[LadderStep, ...]
    bars: dict[int, tuple[Mark, ...]]
    start_ns: int
    left_out: int


def gather(
    journal: Journal, numbers: Sequence[int], names: Sequence[str] = _NAMES
) -> Generator[None, None, Ladder]:
    """Collect the steps of these records, a page at a time. names: of the lanes of user and client."""
    kept = numbers[:MOST_STEPS]
    steps: list[LadderStep] = []
    bars: dict[int, tuple[Mark, ...]] = {}
    with closing(journal.reader()) as connection:
        there = present(connection, kept, journal.sessions())
        for place in range(0, len(kept), _PAGE):
            page = kept[place : place + _PAGE]
            steps.extend(step_of(row) for row in journal.rows(page))
            bars.update(marks(spans(connection, page[0], page[-1]), page))
            yield
    shown = (info for info in journal.sessions() if info.number in there.sessions)
    first = journal.rows([1])
    return Ladder(
        Lanes(shown, there.user, names=names),
        tuple(steps),
        bars,
        first[0].at_ns if first else 0,
        len(numbers) - len(kept),
    )


def collect(journal: Journal, numbers: Sequence[int]) -> Ladder:
    """`gather` at once, where no frame of the window waits."""
    steps = gather(journal, numbers)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            ladder: Ladder = end.value
            return ladder


# -- SVG -------------------------------------------------------------------------------------------------

_LEFT: Final = 108  # px for number and time
_LANE: Final = 250
_ROW: Final = 30
_HEAD: Final = 44
_FONT: Final = "system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK KR', 'Malgun Gothic', sans-serif"
_CHAR: Final = 6.1  # px of a column of text at 11 px, about
_TONES: Final = {
    "text": "#1c2128", "muted": "#57606a", "client": "#0a55a8", "server": "#7533a8", "ok": "#12642b",
    "error": "#b01e2a", "warning": "#7d4e00", "pending": "#6a4c00",
    "border": "#d3d7dc", "base": "#ffffff", "ground": "#f2f3f5",
}  # fmt: skip
_FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_svg(ladder: Ladder) -> str:
    """A picture on white that any browser opens, with the whole text of a step as its tooltip."""
    width = width_of(ladder)
    height = _HEAD + _ROW * len(ladder.steps) + 24 + (_ROW if ladder.left_out else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="{_FONT}" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="{_TONES["base"]}"/>',
        *_svg_lanes(ladder, height),
    ]
    before = 0
    for place, step in enumerate(ladder.steps):
        y = _HEAD + _ROW * place
        parts.append(f"<g><title>{_xml(f'#{step.number} {step.text}')}</title>")
        parts.extend(_svg_bars(ladder, step, y))
        parts.extend(_svg_step(ladder, step, y, step.at_ns - before if before else 0, width))
        parts.append("</g>")
        before = step.at_ns
    if ladder.left_out:
        parts.append(_label(12, height - 16, _more(ladder.left_out), "muted"))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def width_of(ladder: Ladder) -> int:
    """px of its picture."""
    return _LEFT + _LANE * max(1, len(ladder.lanes.all) - 1) + 330


def pages(ladder: Ladder, height: int) -> Iterator[str]:
    """Its picture as SVGs that are no higher than that (px), each with the heads of the lanes."""
    rows = max(1, (height - _HEAD - 24 - _ROW) // _ROW)
    for first in range(0, max(1, len(ladder.steps)), rows):
        is_last = first + rows >= len(ladder.steps)
        left_out = ladder.left_out if is_last else 0
        yield to_svg(replace(ladder, steps=ladder.steps[first : first + rows], left_out=left_out))


def _x(place: int) -> int:
    return _LEFT + 60 + _LANE * place


def _svg_lanes(ladder: Ladder, height: int) -> Iterator[str]:
    for place, lane in enumerate(ladder.lanes.all):
        x, tone = _x(place), "server" if lane.kind == "server" else "client"
        yield (
            f'<line x1="{x}" y1="{_HEAD - 8}" x2="{x}" y2="{height - 12}" stroke="{_TONES["border"]}"/>'
            f'<rect x="{x - 60}" y="8" width="120" height="26" rx="4" fill="{_TONES["ground"]}"'
            f' stroke="{_TONES[tone]}"/>'
        )
        yield _label(x, 25, cut(lane.title, 18), tone, "middle")


def _svg_bars(ladder: Ladder, step: LadderStep, y: int) -> Iterator[str]:
    for mark in ladder.bars.get(step.number, ()):
        place = ladder.lanes.answerer(mark.span)
        if place < 0:
            continue
        left, width = (4 - 5 * mark.level, 8) if mark.level >= 0 else (9, 3)
        top, bottom = (y + 20 if mark.part == "begins" else y), (y + 20 if mark.part == "ends" else y + _ROW)
        yield (
            f'<rect x="{_x(place) - left}" y="{top}" width="{width}" height="{bottom - top}"'
            f' fill="{_TONES["server" if mark.span.direction == "out" else "client"]}" fill-opacity="0.25"/>'
        )


def _svg_step(ladder: Ladder, step: LadderStep, y: int, gap_ns: int, width: int) -> Iterator[str]:
    yield _label(44, y + 23, f"{step.number}", "muted", "end")
    yield _label(_LEFT - 4, y + 23, f"{(step.at_ns - ladder.start_ns) / 1e9:.3f} s", "muted", "end")
    if gap_ns >= GAP_NS:
        yield _label(_LEFT - 4, y + 9, f"⋮ {duration_text(gap_ns)}", "warning", "end")
    source, to = ladder.lanes.ends(step)
    if step.shape == "note":
        x = _x(source)
        room = int((width - x - 12) / _CHAR)
        text = cut(step.text, room)
        box = min(width - x - 8, round(columns(text) * _CHAR) + 16)
        yield (
            f'<rect x="{x + 8}" y="{y + 9}" width="{box}" height="19" rx="3" fill="{_TONES["ground"]}"'
            f' stroke="{_TONES["border"]}"/>' + _label(x + 15, y + 22, text, step.tone)
        )
        return
    yield from _svg_arrow(_x(source), _x(to), y + 20, step)
    left = min(_x(source), _x(to))
    yield _label(left + 14, y + 15, cut(step.text, int((abs(to - source) * _LANE - 20) / _CHAR)), step.tone)
    if step.user and ladder.lanes.has_user:
        there, here = _x(0), _x(ladder.lanes.client)
        ends = (here, there) if step.user == "asked" else (there, here)
        yield from _svg_arrow(*ends, y + 20, step)


def _svg_arrow(x1: int, x2: int, y: int, step: LadderStep) -> Iterator[str]:
    tone, side = _TONES[step.tone], 1 if x2 > x1 else -1
    dash = ' stroke-dasharray="5 3"' if step.shape == "answer" else ""
    if step.shape == "notification":
        dash = ' stroke-dasharray="1.5 3"'
    yield f'<line x1="{x1}" y1="{y}" x2="{x2 - side * 6}" y2="{y}" stroke="{tone}" stroke-width="1.3"{dash}/>'
    head = f"{x2 - side},{y} {x2 - side * 8},{y - 4} {x2 - side * 8},{y + 4}"
    yield f'<polygon points="{head}" fill="{tone}"/>'


def _label(x: float, y: float, text: str, tone: str, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" fill="{_TONES[tone]}" text-anchor="{anchor}">{_xml(text)}</text>'


def _xml(text: str) -> str:
    """Escaped, without the characters that XML cannot hold."""
    return escape(_FORBIDDEN.sub("\ufffd", text), quote=False)  # xml.sax would load all of urllib and http


def _more(left_out: int) -> str:
    return translate("Trace", "{:,} later records omitted").format(left_out)


# -- Mermaid -----------------------------------------------------------------------------------------------

_ARROWS: Final = {"request": "->>", "answer": "-->>", "notification": "-)"}
_UNSAFE: Final = re.compile(r"[^\w .,/()=\[\]'!?*|✗✓⚠⊘◌…·→←-]")  # what Mermaid or Markdown may read as syntax
_NAME: Final = re.compile(r"[^\w .()=·]")
_INVISIBLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # also turns of direction
_TEXT_COLUMNS: Final = 90


def to_mermaid(ladder: Ladder) -> str:
    """A `sequenceDiagram`: GitHub, GitLab and many editors draw it."""
    names = [f"L{place}" for place in range(len(ladder.lanes.all))]
    lines = ["sequenceDiagram"]
    for name, lane in zip(names, ladder.lanes.all, strict=True):
        word = "actor" if lane.kind == "user" else "participant"
        lines.append(f"    {word} {name} as {_mermaid(lane.title, _NAME) or lane.kind}")
    client = names[ladder.lanes.client]
    closed = _whole(ladder.steps, ladder.bars)
    before = 0
    for step in ladder.steps:
        if before and step.at_ns - before >= GAP_NS:
            lines.append(f"    Note over {client}: {duration_text(step.at_ns - before)} later")
        before = step.at_ns
        lines.extend(f"    {line}" for line in _mermaid_step(ladder, step, names, closed))
    if ladder.left_out:
        lines.append(f"    Note over {client}: {_more(ladder.left_out)}")
    return "\n".join(lines) + "\n"


def _whole(steps: Iterable[LadderStep], bars: dict[int, tuple[Mark, ...]]) -> set[int]:
    """Exchanges of which beginning and end are shown: Mermaid refuses an end without a beginning."""
    seen: dict[str, set[int]] = {"begins": set(), "ends": set(), "runs": set()}
    for step in steps:
        for mark in bars.get(step.number, ()):
            seen[mark.part].add(mark.span.number)
    return seen["begins"] & seen["ends"]


def _mermaid_step(ladder: Ladder, step: LadderStep, names: Sequence[str], closed: set[int]) -> Iterator[str]:
    source, to = ladder.lanes.ends(step)
    text = f"#35;{step.number} {_mermaid(cut(step.text, _TEXT_COLUMNS))}"
    user, client = names[0], names[ladder.lanes.client]
    if step.user == "told" and ladder.lanes.has_user:
        yield f"{user}->>{client}: {text}"
    if step.shape == "note":
        yield f"Note over {names[source]}: {text}"
    else:
        yield f"{names[source]}{_ARROWS[step.shape]}{names[to]}: {text}"
    for mark in ladder.bars.get(step.number, ()):
        if mark.span.number in closed and mark.part in ("begins", "ends"):
            place = ladder.lanes.answerer(mark.span)
            if place < 0:
                continue
            yield f"{'activate' if mark.part == 'begins' else 'deactivate'} {names[place]}"
    if step.user == "asked" and ladder.lanes.has_user:
        yield f"{client}->>{user}: {text}"


def _mermaid(text: str, unsafe: re.Pattern[str] = _UNSAFE) -> str:
    """Every character that could be syntax as its number, so that a server cannot draw lines of its own."""
    return unsafe.sub(lambda found: f"#{ord(found[0])};", _INVISIBLE.sub("·", text.strip()))
