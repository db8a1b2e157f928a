"""What a user did with one tool, resource or prompt in this session."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.ui.content.remarks import Remark
from inspector.ui.forms.document import Unfinished
from inspector.ui.panels.calling.options import OptionValues

__all__ = ["Remembered"]


@dataclass(slots=True)
class Remembered:
    """What was typed, how it is seen, and the last call. running: calls that are waited for."""

    text: str | None = None
    left: Unfinished | None = None
    view: str = "form"
    options: OptionValues | None = None
    exchange: int = 0
    running: set[int] = field(default_factory=set)
    remarks: tuple[Remark, ...] = ()
