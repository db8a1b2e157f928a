"""The guided tour: a bubble that points at the real parts of the window, one after the other.

The user does the real thing and the tour notices. It blocks nothing, moves nothing by itself but the
panes it speaks of, and can be left at any time.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTabBar, QTabWidget, QWidget

from inspector.ui.keyboard.key_words import with_keys
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets import theme
from inspector.ui.widgets.bubble import Bubble, Ring
from inspector.ui.widgets.controls import Heading, Link, column, muted, row
from inspector.ui.widgets.primary_button import PrimaryButton
from inspector.ui.windows.tour.steps import DEMO, STEPS, TourStage, TourStep

__all__ = ["TourBubble", "TourGuide"]

_LOOK_MS: Final = 200  # between two looks at what the user did, and where the target is
_SURE: Final = 3  # looks
_STATE: Final = "tour"


class TourBubble(Bubble):
    """One step: its title, what to do, and where to go from here."""

    def __init__(self, window: QWidget) -> None:
        super().__init__("tour_bubble", window)
        self._count = muted()
        self._title = Heading(delta=1)
        self._text = QLabel()
        self._text.setObjectName("tour_text")
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self.leave = Link("tour_leave", self.tr("Leave the tour"))
        self.leave.setToolTip(self.tr("Esc"))
        self.back = QPushButton(self.tr("Back"))
        self.back.setObjectName("tour_back")
        self.next = PrimaryButton("tour_next", "")
        for button in (self.back, self.next):
            button.setAutoDefault(True)  # Enter presses the one that has the keyboard
        self.setFocusProxy(self.next)
        head = row(self._title, self._count)
        head.setStretch(0, 1)
        buttons = row(self.leave, self.back, self.next)
        buttons.insertStretch(1, 1)
        self.setLayout(column(head, self._text, buttons, margins=(12, 8, 12, 8), spacing=theme.SPACE))

    def show_step(self, step: TourStep, place: int, *, already: bool = False) -> None:
        """Say what this step says; also to a screen reader. already: what it is about was done before."""
        translate = QCoreApplication.translate
        last = place == len(STEPS) - 1
        self._title.setText(translate("Tour", step.title))
        self._text.setText(with_keys(translate("Tour", (already and step.already) or step.text)))
        self._count.setText(self.tr("{} of {}").format(place + 1, len(STEPS)))
        self.back.setEnabled(place > 0)
        self.next.setText(self.tr("Done") if last else self.tr("Next"))
        self.leave.setVisible(not last)
        self.setAccessibleName(self._title.text())
        self.setAccessibleDescription(f"{self._text.text()} {self._count.text()}")

    def announce(self) -> None:
        """A screen reader reads it, wherever the keyboard is."""
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))


class TourGuide(QObject):
    """The tour of one window. Until it is started there is nothing of it."""

    def __init__(self, stage: TourStage, state: WindowState) -> None:
        super().__init__(stage.window)
        self._stage, self._state = stage, state
        self._window = stage.window
        self._bubble: TourBubble | None = None
        self._ring: Ring | None = None
        self._place = 0
        self._was_done = True  # when the step was shown: then it waits for “Next”
        self._looks = 0  # that found it done: typing is not hurried on at the first letter
        self._pressed = False  # “Next”, and what it does for the user is on its way
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)

    @property
    def seen(self) -> bool:
        """Whether the user has been on it, to its end or not."""
        return self._state.text(_STATE) == "seen"

    @property
    def step(self) -> TourStep | None:
        """Where the tour is; None while there is none."""
        return STEPS[self._place] if self._timer.isActive() else None

    @property
    def place(self) -> int:
        """Number of the step; -1 while there is no tour."""
        return self._place if self._timer.isActive() else -1

    def start(self, place: int | bool = 0) -> None:
        """From the beginning, or from where it was."""
        if self._bubble is None:
            self._bubble, self._ring = TourBubble(self._window), Ring("tour_ring", self._window)
            self._bubble.left.connect(self.leave)
            self._bubble.leave.clicked.connect(self.leave)
            self._bubble.back.clicked.connect(self._back)
            self._bubble.next.clicked.connect(self._next)
            self._window.installEventFilter(self)
        self._state.set_text(_STATE, "seen")
        self._show(int(place))
        self._timer.start()
        self._take_keyboard()

    def leave(self) -> None:
        """No tour any more; the keyboard goes to where the last step pointed."""
        self._timer.stop()
        bubble, ring, self._bubble, self._ring = self._bubble, self._ring, None, None
        if bubble is None or ring is None:
            return
        focus = QApplication.focusWidget()
        target = self._target() if focus is not None and bubble.isAncestorOf(focus) else None
        for part in (bubble, ring):
            part.hide()
            part.deleteLater()
        self._window.removeEventFilter(self)
        if target is not None:
            self._stage.focus(target)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc that nothing in the window has a use for."""
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            self.leave()
            return True
        return False

    # -- steps ---------------------------------------------------------------------------------------

    def _back(self) -> None:
        self._show(max(0, self._place - 1))

    def _next(self) -> None:
        step = STEPS[self._place]
        if step.act is not None and step.done is not None and not step.done(self._stage):
            key = step.act(self._stage)
            if key:
                self._show(next(place for place, one in enumerate(STEPS) if one.key == key))
            self._pressed = not key
            self._take_keyboard()
        elif self._place == len(STEPS) - 1:
            self.leave()
        else:
            self._show(self._place + 1)

    def _show(self, place: int) -> None:
        self._place = place
        step = STEPS[place]
        self._prepare(step)
        self._was_done = step.done is None or step.done(self._stage)
        self._looks = 0
        self._pressed = False
        if self._bubble is not None:
            self._bubble.show_step(step, place, already=self._was_done and step.done is not None)
            self._bubble.show()
            self._point()
            self._bubble.announce()

    def _prepare(self, step: TourStep) -> None:
        """Bring to the front what the step speaks of."""
        if step.panel and self._stage.servers.get(DEMO) is not None:
            self._stage.servers.select(DEMO)
        if step.panel:
            self._stage.show_panel(step.panel)
        if step.pane:
            self._stage.reveal(step.pane)

    def _look(self) -> None:
        """Where the target is now, and whether the user has done what the step is about."""
        step = STEPS[self._place]
        done = step.done is not None and not self._was_done and step.done(self._stage)
        self._looks = self._looks + 1 if done else 0
        if self._looks < _SURE:
            self._point()
        elif self._place < len(STEPS) - 1:
            pressed = self._pressed
            self._show(self._place + 1)
            if pressed:
                self._take_keyboard()
        else:
            self.leave()

    def _take_keyboard(self) -> None:
        """Back to “Next”, which was pressed: what that did may have taken the keyboard along."""
        if self._bubble is not None:
            self._bubble.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def _target(self) -> QWidget | None:
        """What the step points at: the first of its widgets that can be seen."""
        for name in STEPS[self._place].targets:
            for widget in self._window.findChildren(QWidget, name):
                if widget.isVisible() and widget.window() is self._window:
                    return widget
        return None

    def _point(self) -> None:
        if self._bubble is None or self._ring is None:
            return
        target = self._target()
        place = self._place_of(target) if target is not None else None
        self._ring.surround(place)
        self._bubble.point_at(place)
        self._bubble.raise_()

    def _place_of(self, widget: QWidget) -> QRect:
        """Its rectangle in the window; of tabs only their titles, or the one that is meant."""
        bar = widget.tabBar() if isinstance(widget, QTabWidget) else widget
        if not isinstance(bar, QTabBar):
            return _seen_part(widget, widget.rect(), self._window)
        tab = STEPS[self._place].tab
        at = self._stage.place_of_panel(tab) if tab else -1
        return _seen_part(bar, bar.tabRect(at) if at >= 0 else bar.rect(), self._window)


def _seen_part(widget: QWidget, part: QRect, window: QWidget) -> QRect:
    """A part of a widget in the window, without what is scrolled out of sight."""
    rect = QRect(widget.mapTo(window, part.topLeft()), part.size())
    around = widget.parentWidget()
    while around is not None and around is not window:
        rect &= QRect(around.mapTo(window, QPoint()), around.size())
        around = around.parentWidget()
    return rect
