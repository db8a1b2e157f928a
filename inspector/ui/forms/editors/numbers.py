"""Editor of numbers: the digits stay as they are typed, steps are exact, what is no number is told."""

from __future__ import annotations

from decimal import Decimal, DecimalException, localcontext
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolButton, QWidget

from inspector.schema.document import Path, number_fits
from inspector.schema.fields import Bounds, Field
from inspector.ui.forms.editors.editor import FormSheet, widget_name
from inspector.ui.forms.editors.lines import LineEditor
from inspector.ui.forms.notes import FieldNote
from inspector.ui.forms.texts import label
from inspector.ui.widgets import theme, zoom

__all__ = ["NumberEditor", "meant_number", "stepped"]

_EXACT: Final = 2**53
_DIGITS: Final = 400  # of numbers that are stepped
_STEPS: Final = {
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_PageUp: 10,
    Qt.Key.Key_PageDown: -10,
}


class NumberEditor(LineEditor):
    """A number, digit for digit as typed. Up and Down step by `multipleOf` or 1, Page Up and Down by ten.

    A text that is no number is a draft: it stays, it is told as an error, and it is never sent as anything
    else. An emptied number is not set; in a list, where nothing can be absent, it is a draft too.
    """

    kind = "number"
    takes_drafts = True

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.line.setInputMethodHints(Qt.InputMethodHint.ImhPreferNumbers)

    def lay_out(self) -> None:
        down = self._step_button("less", "minus", self.tr("Less (Down)"))
        up = self._step_button("more", "plus", self.tr("More (Up)"))
        down.clicked.connect(self._less)
        up.clicked.connect(self._more)
        self.fill(self.line, down, up)
        zoom.follow(self.place.setSpacing, 2)

    def refresh(self) -> None:
        draft = self.sheet.draft(self.path)
        if draft is None:
            super().refresh()
        elif draft != self._seen:
            self._seen = draft
            self.line.show_value(draft)
            self.tell(draft)

    def text_for(self, lexeme: str) -> str:
        return lexeme

    def lexeme_for(self, text: str) -> str | None:
        return text.strip() or None

    def take(self, text: str) -> None:
        stripped = text.strip()
        if number_fits(stripped):
            self.write(stripped)
        elif stripped:
            self._draft(text)
        else:
            self.unset()

    def empty(self) -> None:
        self._draft("")

    def error(self) -> str:
        draft = self.sheet.draft(self.path)
        if draft is None:
            return ""
        if not draft.strip():
            return self.tr("a number is missing")
        if draft.strip() in ("-", "+") or (
            number_fits(draft.strip() + "0") and draft.strip()[-1] not in "0123456789"
        ):
            return self.tr("the number is incomplete")
        return self.tr("not a number: {0}").format(draft[:60])

    def notes(self, lexeme: str | None) -> tuple[FieldNote, ...]:
        draft = self.sheet.draft(self.path)
        found: tuple[FieldNote, ...] = ()
        if draft is not None:
            meant = meant_number(draft)
            if meant:
                text = self.tr("Did you mean {0}?").format(meant)
                found = (FieldNote(text, click=self._use_meant, name=f"{widget_name(self.path)}_meant"),)
        elif lexeme is not None and number_fits(lexeme):
            found = self._doubts(lexeme)
        return found + super().notes(None if draft is not None else lexeme)

    def take_key(self, event: QKeyEvent) -> bool:
        by = _STEPS.get(Qt.Key(event.key()))
        if by is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return super().take_key(event)
        self._step(by)
        return True

    # -- inside ------------------------------------------------------------------------------------------

    def _draft(self, text: str) -> None:
        self._seen = text
        self.sheet.write_draft(self.path, text)
        self.tell(text)

    def _use_meant(self) -> None:
        self.enter(meant_number(self.line.text()))
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _doubts(self, lexeme: str) -> tuple[FieldNote, ...]:
        """What programs that hold numbers as doubles, as JavaScript does, make of it."""
        try:
            number, double = Decimal(lexeme), float(lexeme)
        except (DecimalException, ValueError, OverflowError):
            return ()
        if double in (float("inf"), float("-inf")):
            hint = self.tr("Programs that read it as a double get infinity, or reject it.")
            return (FieldNote(self.tr("too large for a double"), "warning", hint),)
        if number == number.to_integral_value() and abs(number) > _EXACT:
            hint = self.tr("JavaScript reads {0}.").format(format(Decimal(double), "f"))
            return (FieldNote(self.tr("> 2^53: JavaScript peers may round"), "warning", hint),)
        if Decimal(repr(double)) != number:
            hint = self.tr("JavaScript reads {0}.").format(repr(double))
            return (FieldNote(self.tr("not exactly a double"), "warning", hint),)
        return ()

    def _step_button(self, name: str, icon: str, hint: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"{widget_name(self.path)}_{name}")
        button.setIcon(theme.icon(icon, "muted"))
        zoom.icons(button)
        button.setAutoRaise(True)
        button.setAutoRepeat(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        zoom.follow(button.setFixedWidth, 22)
        button.setToolTip(hint)
        button.setAccessibleName(f"{label(self.field)}: {hint}")
        return button

    def _less(self) -> None:
        self._step(-1)

    def _more(self) -> None:
        self._step(1)

    def _step(self, by: int) -> None:
        if self._locked:
            return
        text = self.line.text().strip()
        if text and not number_fits(text):
            return
        whole = self.field.kind == "integer"
        found = stepped(text or self.field.default or "", by, self.field.bounds, whole, begin=not text)
        if found is not None and found != text:
            self.enter(found)


def stepped(text: str, by: int, bounds: Bounds, whole: bool, *, begin: bool = False) -> str | None:
    """The number `by` steps on, on a multiple of `multipleOf` (of 1, where only whole numbers are meant) and
    within the bounds. begin: nothing is there yet, the first step shows where it starts. None: no step.
    """
    if len(text) > _DIGITS:
        return None
    try:
        with localcontext() as context:
            context.prec = 2 * _DIGITS
            now = Decimal(text) if number_fits(text) else Decimal(0)
            unit = Decimal(bounds.multiple_of) if bounds.multiple_of else Decimal(1)
            snaps = bool(bounds.multiple_of) or whole
            if abs(now.adjusted()) > _DIGITS or not unit or abs(unit.adjusted()) > _DIGITS:
                return None
            moved = now if begin else _moved(now, by, unit, snaps)
            moved = _within(moved, bounds, unit, snaps)
            return format(moved + 0 if snaps else moved, "f") if moved else "0"
    except (DecimalException, ValueError, OverflowError):
        return None


def _moved(now: Decimal, by: int, unit: Decimal, snaps: bool) -> Decimal:
    if not snaps:
        return now + by * unit
    count = now / unit
    ground = count.to_integral_value("ROUND_FLOOR" if by > 0 else "ROUND_CEILING")
    return (ground + by) * unit


def _within(number: Decimal, bounds: Bounds, unit: Decimal, snaps: bool) -> Decimal:
    """The nearest number within the bounds; an excluded end is left by one step."""
    for low, excluded in ((bounds.minimum, False), (bounds.exclusive_minimum, True)):
        if low is not None and (number < Decimal(low) or (excluded and number == Decimal(low))):
            least = (Decimal(low) / unit).to_integral_value("ROUND_CEILING") * unit if snaps else Decimal(low)
            number = least + unit if excluded and least == Decimal(low) else least
    for high, excluded in ((bounds.maximum, False), (bounds.exclusive_maximum, True)):
        if high is not None and (number > Decimal(high) or (excluded and number == Decimal(high))):
            most = (Decimal(high) / unit).to_integral_value("ROUND_FLOOR") * unit if snaps else Decimal(high)
            number = most - unit if excluded and most == Decimal(high) else most
    return number


def meant_number(text: str) -> str:
    """The JSON number that a text most likely means: `1,5`, `.5`, `1.`, `007`, `1_000`, `0x1F`; or ""."""
    plain = "".join(str(int(one)) if one.isdecimal() else one for one in text.strip())
    plain = plain.replace("\u2212", "-").replace("_", "").replace("\u00a0", "").replace("\u202f", "")
    plain = plain.replace(" ", "").replace("'", "").removeprefix("+")
    if plain.lower().removeprefix("-")[:2] in ("0x", "0b", "0o"):
        try:
            return str(int(plain, 0))
        except ValueError:
            return ""
    if plain.count(",") == 1 and "." not in plain:
        plain = plain.replace(",", ".")
    sign = "-" if plain.startswith("-") else ""
    whole, dot, rest = plain.removeprefix("-").partition(".")
    digits = whole.lstrip("0") or ("0" if whole or rest else "")
    number = sign + digits + (dot + rest if rest[:1].isdigit() else rest)
    return number if number_fits(number) and number != text.strip() else ""
