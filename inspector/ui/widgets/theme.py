"""How the program looks: two palettes, colours by role, fonts, zoom, one style sheet.

Two explicit palettes on Fusion, because `setColorScheme` alone does nothing on bare X11 and offscreen
(measured). A widget never names a colour; it asks `color(role)` when it paints and repaints on
`notifier().changed`. Every role used for text has a contrast of at least 4.5 : 1 (WCAG AA) on background,
base, alternate and selection, in both palettes; a test computes it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QScrollBar, QWidget
from shiboken6 import isValid

from inspector.resources import resource
from inspector.ui.widgets import fonts
from inspector.ui.widgets.icons import font_icon
from inspector.ui.widgets.style_sheet import sheet

if TYPE_CHECKING:
    from inspector.ui.loop.slices import Slices

__all__ = [
    "CHROME",
    "GROUNDS",
    "MODES",
    "ROLES",
    "SPACE",
    "SPACE_WIDE",
    "ZOOMS",
    "color",
    "frame",
    "ground",
    "icon",
    "install",
    "is_dark",
    "mix",
    "mode",
    "mono_font",
    "notifier",
    "outline",
    "px",
    "row_height",
    "set_mode",
    "set_zoom",
    "tint",
    "zoom",
    "zoom_level",
]

CHROME: Final = QPalette.ColorRole.Midlight
"""The ground of what is around the panes: bars, the list of servers, the welcome."""
MODES: Final = ("system", "light", "dark")
SPACE: Final = 8  # px between things that belong together
SPACE_WIDE: Final = 12  # px between groups
_ROW: Final = 24  # px, height of a row at the normal font size
ZOOMS: Final = (75, 80, 90, 100, 110, 125, 150, 175, 200)
"""Per cent of the system's size that a key steps through."""

_LIGHT: Final = {
    "background": "#f6f7f9",
    "base": "#ffffff",
    "alternate": "#fafbfc",
    "border": "#e4e7ec",
    "selection": "#e3edfd",
    "text": "#1d2129",
    "muted": "#5a6475",
    "accent": "#1a56c4",
    "ok": "#12642b",
    "error": "#b01e2a",
    "warning": "#7d4e00",
    "pending": "#6a4c00",
    "client": "#0a55a8",
    "server": "#7533a8",
    "string": "#0b6130",
    "number": "#8a3b00",
    "keyword": "#a0206a",
    "key": "#0b4f9c",
}
_DARK: Final = {
    "background": "#22252a",
    "base": "#1b1d21",
    "alternate": "#1f2226",
    "border": "#32363d",
    "selection": "#263750",
    "text": "#e7e9ec",
    "muted": "#a8afb8",
    "accent": "#79b0fe",
    "ok": "#6fcf87",
    "error": "#ff9a91",
    "warning": "#e5b45c",
    "pending": "#e3c372",
    "client": "#7dbbff",
    "server": "#d0a8f5",
    "string": "#96d69f",
    "number": "#f0ab72",
    "keyword": "#f297c7",
    "key": "#8cc4ff",
}
ROLES: Final = tuple(_LIGHT)

_LIGHT_GROUNDS: Final = {
    "red": "#fbdfe0",
    "orange": "#fce6d0",
    "yellow": "#faf0c0",
    "green": "#dcf2df",
    "teal": "#d3f0ee",
    "blue": "#dceafc",
    "purple": "#ecdffa",
    "pink": "#fadff0",
    "brown": "#eee2d3",
    "grey": "#e4e7eb",
    "mark": "#e1e2e3",
}
_DARK_GROUNDS: Final = {
    "red": "#47242a",
    "orange": "#45301c",
    "yellow": "#3d3815",
    "green": "#1e3a27",
    "teal": "#173a3b",
    "blue": "#1c3050",
    "purple": "#372748",
    "pink": "#46253b",
    "brown": "#3a2f26",
    "grey": "#34373d",
    "mark": "#36383b",
}
GROUNDS: Final = tuple(name for name in _LIGHT_GROUNDS if name != "mark")
"""Grounds of rows for a user to choose from; all roles can be read on each. `mark` is for marked rows."""

_OUTLINED: Final = (
    "QCheckBox",
    "QComboBox",
    "QDoubleSpinBox",
    "QLineEdit",
    "QProgressBar",
    "QPushButton",
    "QRadioButton",
    "QSpinBox",
)


class _Notifier(QObject):
    """Says `changed` when colours or fonts are other ones; then `resized` when the zoom is."""

    changed = Signal()
    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.mode = "system"
        self.dark = False
        self.percent = self.shown_percent = 100
        self.zoom_waits = False  # hidden widgets have not followed the last zoom yet
        self.points = 0.0  # the system's own font size, 0: not asked yet
        self.applying = False

    @cached_property
    def restyler(self) -> Slices:
        """Styles what is hidden, after a change."""
        from inspector.ui.loop.slices import Slices  # a window is painted without it

        return Slices(self)

    def follow_system(self, scheme: Qt.ColorScheme) -> None:
        """The desktop went light or dark; counts only while no mode is forced."""
        if self.mode == "system" and not self.applying:
            _apply()


@cache
def notifier() -> _Notifier:
    """The one object whose `changed` signal tells widgets to repaint."""
    return _Notifier()


def install(app: QApplication, mode: str = "system", percent: int = 100) -> None:
    """Style, palette, sheet and font of the whole program; once, before the first widget."""
    state = notifier()
    if not state.points:
        app.setFont(fonts.text_font(app.font()))
        state.points = app.font().pointSizeF()
    state.percent = _within(percent)
    app.setStyle("Fusion")
    hints = app.styleHints()
    hints.colorSchemeChanged.connect(state.follow_system, Qt.ConnectionType.UniqueConnection)
    set_mode(mode)


def set_mode(mode: str) -> None:
    """mode: one of MODES; anything else counts as `system`."""
    state = notifier()
    state.mode = mode if mode in MODES else "system"
    _apply()


def mode() -> str:
    """What was asked for: system, light or dark."""
    return notifier().mode


def is_dark() -> bool:
    """What is shown now."""
    return notifier().dark


def zoom(steps: int) -> None:
    """Make everything some steps larger (> 0) or smaller (< 0); 0 goes back to the system's size."""
    now = zoom_level()
    beyond = [one for one in ZOOMS if one > now] if steps > 0 else [one for one in ZOOMS[::-1] if one < now]
    wanted = 100 if not steps else [now, *beyond][: abs(steps) + 1][-1]
    if wanted != now:
        set_zoom(wanted)


def set_zoom(percent: int) -> None:
    """percent: of the system's size, within ZOOMS."""
    notifier().percent = _within(percent)
    _apply()


def zoom_level() -> int:
    """Per cent of the system's size; hand it to `install` at the next start."""
    return notifier().percent


def px(size: float) -> int:
    """What a length in pixels is at this zoom."""
    return round(size * notifier().percent / 100)


def color(role: str) -> QColor:
    """The colour of a role (ROLES) now. An unknown role is a bug: KeyError."""
    return _colors(notifier().dark)[role]


@contextmanager
def on_paper() -> Iterator[None]:
    """Inside, `color` gives those of the light theme: for what is printed or saved. Nobody is told."""
    state = notifier()
    dark, state.dark = state.dark, False
    try:
        yield
    finally:
        state.dark = dark


def ground(name: str) -> QColor:
    """The ground of a row by its name (GROUNDS, or `mark`) now; of an unknown one the usual ground."""
    return _grounds(notifier().dark).get(name) or color("base")


def mix(under: QColor, over: QColor, share: float) -> QColor:
    """share 0..1 of `over` on `under`, opaque."""
    rest = 1.0 - share
    return QColor(
        round(under.red() * rest + over.red() * share),
        round(under.green() * rest + over.green() * share),
        round(under.blue() * rest + over.blue() * share),
    )


def outline() -> QColor:
    """The frame of a control: as light as it may be to be seen."""
    return mix(color("border"), color("muted"), 0.5 if is_dark() else 0.7)


def frame() -> QColor:
    """What Fusion is given to make the frames of controls from: it darkens it, by 1.3 to 1.5."""
    return (
        mix(color("muted"), color("text"), 0.15) if is_dark() else mix(color("border"), color("muted"), 0.35)
    )


def _tint(dark: bool, role: str, share: float) -> QColor:
    colors = _colors(dark)
    return mix(colors["base"], colors[role], share)


def tint(role: str, share: float = 0.1) -> QColor:
    """A background that hints at a role. Up to 0.12 all text roles stay readable on it."""
    return _tint(notifier().dark, role, share)


def mono_font(delta: int = 0) -> QFont:
    """For code and payloads, in the size of the other text. delta: points more or less."""
    return fonts.code_font(max(5.0, QApplication.font().pointSizeF() + delta))


def row_height(font: QFont | None = None) -> int:
    """Height in px of a row of a list or table: 24 at 100 %."""
    return max(px(_ROW), QFontMetrics(font or QApplication.font()).height() + px(SPACE))


def icon(name: str, role: str = "text") -> QIcon:
    """An icon by its Material Design name (`play`, `mdi6.play`); its colour follows the theme."""
    return font_icon(name, _Tone(role))


class _Tone:
    """Colour of an icon: of its role, faded when disabled."""

    def __init__(self, role: str) -> None:
        self._role = role

    def __call__(self, mode: QIcon.Mode) -> QColor:
        tone = color(self._role)
        return mix(color("background"), tone, 0.4) if mode == QIcon.Mode.Disabled else tone


def _within(percent: int) -> int:
    return max(ZOOMS[0], min(ZOOMS[-1], percent))


@cache
def _grounds(dark: bool) -> dict[str, QColor]:
    return {name: QColor(value) for name, value in (_DARK_GROUNDS if dark else _LIGHT_GROUNDS).items()}


@cache
def _colors(dark: bool) -> dict[str, QColor]:
    return {role: QColor(value) for role, value in (_DARK if dark else _LIGHT).items()}


def _apply() -> None:
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return
    state = notifier()
    state.applying = True
    forced = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(state.mode)
    hints = QGuiApplication.styleHints()
    # Window frames and native dialogs follow this where the platform can; the palette is ours either way.
    hints.setColorScheme(forced or Qt.ColorScheme.Unknown)
    state.dark = (forced or hints.colorScheme()) == Qt.ColorScheme.Dark
    font = app.font()
    if not app.styleSheet():  # set once: another one would style each widget anew for each of its parents
        font.setPointSizeF(state.points)
        app.setStyleSheet(sheet(resource("icons").as_posix(), QFontMetrics(font).height()))
    font.setPointSizeF(state.points * state.percent / 100)
    app.setFont(font)
    _set_palettes(app, _colors(state.dark))
    if app.topLevelWidgets():
        # A theme that follows takes the place of a zoom whose hidden widgets still wait.
        state.zoom_waits = state.zoom_waits or state.shown_percent != state.percent
        state.restyler.start(_restyle(app, state.zoom_waits))
    state.applying = False
    state.changed.emit()
    if state.shown_percent != state.percent:
        state.shown_percent = state.percent
        state.resized.emit()


def _restyle(app: QApplication, zoomed: bool) -> Generator[None, None, None]:
    """Colours, lengths and fonts under a sheet are kept for each widget until it is polished.

    What is in sight before the next frame, then the rest in slices; what comes into sight meanwhile as it
    does.
    """
    tops = [widget for widget in app.topLevelWidgets() if widget.parentWidget() is None]
    widgets = [one for top in tops for one in (top, *top.findChildren(QWidget))]
    hidden: dict[QObject, QWidget] = {}
    for widget in widgets:
        if _in_sight(widget):
            _style(widget, zoomed)
        else:
            hidden[widget] = widget
    shown = _StyledWhenShown(hidden, zoomed)  # hears as long as this runs
    shown.watch(hidden.values())
    yield
    while hidden:
        widget = hidden.pop(next(iter(hidden)))
        if isValid(widget):
            _style(widget, zoomed)
            yield
    del shown
    for widget in filter(isValid, widgets if zoomed else ()):
        _take_font(widget)
        if widget.isVisible():
            widget.updateGeometry()  # hidden pages of a stack count among its least sizes, silently
    notifier().zoom_waits = False


class _StyledWhenShown(QObject):
    """Those that wait are styled when they are shown, if that is first: else they had the old colours."""

    def __init__(self, waiting: dict[QObject, QWidget], zoomed: bool) -> None:
        super().__init__()
        self._waiting, self._zoomed = waiting, zoomed

    def watch(self, widgets: Iterable[QWidget]) -> None:
        """Hear when one of these is shown; what is inside one that waits is shown with it."""
        for widget in widgets:
            if widget.parentWidget() not in self._waiting:
                widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched in self._waiting:
            inside = [watched, *watched.findChildren(QWidget)]
            for widget in inside:
                if widget.isVisibleTo(watched) and self._waiting.pop(widget, None) is not None:
                    _style(widget, self._zoomed)
            self.watch(widget for widget in inside if widget in self._waiting)
        return False


def _in_sight(widget: QWidget) -> bool:
    """Also a hidden scroll bar of what is: it counts in the heights that are told as the zoom changes."""
    if isinstance(widget, QScrollBar) and (box := widget.parentWidget()) is not None:
        widget = box.parentWidget() or box
    return widget.isVisible()


def _style(widget: QWidget, zoomed: bool) -> None:
    own = QFont(widget.font()) if widget.testAttribute(Qt.WidgetAttribute.WA_SetFont) else None
    widget.style().polish(widget)
    if own is not None and widget.font() != own:  # told by `resized` since, and taken back
        widget.setFont(own)
    if zoomed:
        _take_font(widget)
    QApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))  # as Qt does when a sheet changes
    widget.update()
    if zoomed:
        widget.updateGeometry()


def _take_font(widget: QWidget) -> None:
    """Under a sheet some keep the font of before: bars of tabs, and what is in one that has code."""
    around = widget.parentWidget()
    if around is None or widget.isWindow() or widget.testAttribute(Qt.WidgetAttribute.WA_SetFont):
        return
    if widget.font().pointSizeF() != around.font().pointSizeF():
        widget.setFont(QFont())  # none of its own: what is around it


def _set_palettes(app: QApplication, colors: dict[str, QColor]) -> None:
    palette = _palette(colors)
    app.setPalette(palette)
    # Fusion makes the outline of a control from its window colour, with which too few see a box. These
    # classes do not paint their window colour, so it can be chosen for the outline.
    palette.setColor(QPalette.ColorRole.Window, frame())
    app.setPalette(palette, "QMenu")  # type: ignore[arg-type]  # 6.11 takes str, its stub says bytes
    # Fusion draws the ring of what has the focus in the colour of selections, which is made for the ground
    # under text: as a line nobody sees it. In these classes a selection is the accent.
    palette.setColor(QPalette.ColorRole.Highlight, colors["accent"])
    palette.setColor(QPalette.ColorRole.HighlightedText, colors["base"])
    for name in _OUTLINED:
        app.setPalette(palette, name)  # type: ignore[arg-type]  # 6.11 takes str, its stub says bytes


def _palette(colors: dict[str, QColor]) -> QPalette:
    role = QPalette.ColorRole
    button = mix(colors["background"], colors["base"], 0.5)
    palette = QPalette()
    for target, value in {
        role.Window: colors["base"],
        role.WindowText: colors["text"],
        role.Base: colors["base"],
        role.AlternateBase: colors["alternate"],
        role.Text: colors["text"],
        role.PlaceholderText: colors["muted"],
        role.Button: button,
        role.ButtonText: colors["text"],
        role.BrightText: colors["error"],
        role.Highlight: colors["selection"],
        role.HighlightedText: colors["text"],
        role.Accent: colors["accent"],
        role.Link: colors["accent"],
        role.LinkVisited: colors["server"],
        role.ToolTipBase: colors["base"],
        role.ToolTipText: colors["text"],
        role.Light: mix(colors["background"], colors["muted"], 0.12),
        CHROME: colors["background"],
        role.Mid: colors["border"],
        role.Dark: mix(colors["border"], colors["muted"], 0.3),
        role.Shadow: outline(),
    }.items():
        palette.setColor(target, value)
    faded = mix(colors["background"], colors["muted"], 0.65)
    for target in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText, role.Link):
        palette.setColor(QPalette.ColorGroup.Disabled, target, faded)
    palette.setColor(QPalette.ColorGroup.Disabled, role.Accent, colors["border"])
    return palette
