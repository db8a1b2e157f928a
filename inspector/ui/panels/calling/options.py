"""What one request carries beside its arguments: time limit, extra `_meta`, extra HTTP headers."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QFrame, QSizePolicy, QWidget

from inspector.core.client.answers import NO_EXTRAS, Extras
from inspector.errors import UsageError
from inspector.protocol.era.declared import META, Spoken
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.json.editor.own_object import written
from inspector.ui.panels.header_lines import OVER_HTTP, HeaderLines
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Marked, MenuButton, column, muted, row
from inspector.ui.widgets.late_pane import LatePane
from inspector.ui.widgets.spin_boxes import NumberBox

__all__ = ["OptionValues", "RequestOptions"]

_META_LINES: Final = 5
_LEAST_META_LINES: Final = 2

_TEMPLATES: Final[tuple[tuple[str, Marked, str], ...]] = (
    ("capabilities", QT_TRANSLATE_NOOP("Options", "Client capabilities"), META + "clientCapabilities"),
    ("client_info", QT_TRANSLATE_NOOP("Options", "Client info"), META + "clientInfo"),
    ("revision", QT_TRANSLATE_NOOP("Options", "Protocol version"), META + "protocolVersion"),
    ("log_level", QT_TRANSLATE_NOOP("Options", "Log level"), META + "logLevel"),
    ("token", QT_TRANSLATE_NOOP("Options", "Progress token"), "progressToken"),
    ("trace", QT_TRANSLATE_NOOP("Options", "Trace parent"), "traceparent"),
)
"""(name, text, member of `_meta`)"""

_CACHE: Final[tuple[tuple[Marked, bool | None], ...]] = (
    (QT_TRANSLATE_NOOP("Options", "from settings"), None),
    (QT_TRANSLATE_NOOP("Options", "ask the server"), False),
    (QT_TRANSLATE_NOOP("Options", "from the cache while fresh"), True),
)
"""(text, from_cache)"""

_EXAMPLES: Final[dict[str, Any]] = {
    "log_level": "debug",
    "token": "my-token",
    "trace": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",  # the example of W3C Trace Context
}


@dataclass(frozen=True, slots=True)
class OptionValues:
    """What is typed, valid or not. cache: a row of _CACHE."""

    timeout_s: float
    meta: str = ""
    headers: str = ""
    cache: int = 0


class RequestOptions(QFrame):
    """The strip below *Options*. `changed`: something was typed."""

    changed = Signal()

    def __init__(self, name: str, timeout_s: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spoken = Spoken()
        self._default_timeout_s = timeout_s
        self._timeout = NumberBox()
        self._timeout.setObjectName(f"{name}_timeout")
        self._timeout.setAccessibleName(self.tr("Timeout in seconds"))
        self._timeout.setRange(0.1, 86_400)
        self._timeout.setDecimals(1)
        self._timeout.setSuffix(" s")
        self._timeout.setValue(timeout_s)
        self._meta_name = f"{name}_meta"
        self._late_meta = LatePane(self._make_meta)  # few look at the options, and an editor is a lot
        hint = self.tr("Insert what the app sends, to edit it")
        self._insert = MenuButton(f"{name}_insert", self.tr("Insert"), hint)
        self._headers = HeaderLines(f"{name}_headers")
        self._cache = QComboBox()
        self._cache.setObjectName(f"{name}_cache")
        self._cache.setAccessibleName(self.tr("Where the response comes from"))
        self._cache.addItems([QCoreApplication.translate("Options", text) for text, _ in _CACHE])
        self._cache_row = QWidget()
        self._cache_row.setLayout(row(muted(self.tr("Response")), self._cache))
        self._cache_row.hide()
        self._fill_menu()
        self._lay_out()
        theme.notifier().changed.connect(self._look)
        self._headers.textChanged.connect(self.changed)
        self._timeout.valueChanged.connect(self.changed)
        self._cache.currentIndexChanged.connect(self.changed)

    def _make_meta(self) -> JsonEditor:
        meta = JsonEditor()
        meta.setObjectName(self._meta_name)
        meta.edit.setAccessibleName(self.tr("Extra _meta of this request"))
        meta.set_placeholder(self.tr("A JSON object; it overrides what the app sends"))
        zoom.follow(meta.setMinimumWidth, 120)
        meta.edit.setProperty("outlined", True)
        self._limit(meta)
        meta.changed.connect(self.changed)
        return meta

    @property
    def _meta(self) -> JsonEditor:
        return self._late_meta.pane()

    def _fill_menu(self) -> None:
        for name, text, member in _TEMPLATES:
            action = self._insert.choices.addAction(QCoreApplication.translate("Options", text))
            action.setObjectName(f"insert_{name}")
            action.setToolTip(member)
            action.setData(name)
        self._insert.choices.triggered.connect(self._chosen)

    def _lay_out(self) -> None:
        top = row(muted(self.tr("Timeout")), self._timeout, muted("_meta"), self._insert)
        top.insertStretch(2, 1)
        self._timeout.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        parts = (top, self._cache_row, self._late_meta, self._headers)
        self.setLayout(column(*parts, margins=(theme.SPACE, 2, 0, 4), spacing=4))

    def _look(self) -> None:
        if self._late_meta.made is not None:
            self._limit(self._late_meta.made)

    def _limit(self, meta: JsonEditor) -> None:
        line = self._headers.fontMetrics().lineSpacing()
        foot = meta.minimumSizeHint().height() - meta.edit.minimumSizeHint().height()
        meta.edit.setMinimumHeight(line * _LEAST_META_LINES + 12)
        meta.setMaximumHeight(line * _META_LINES + 12 + max(foot, line))

    # -- values --------------------------------------------------------------------------------------

    def timeout_s(self) -> float:
        """Seconds the request may take."""
        return self._timeout.value()

    def extras(self) -> Extras:
        """What the request carries. Raises UsageError with what is mistyped."""
        meta, headers = self._read_meta(), self._headers.headers()
        return Extras(meta, headers) if meta or headers else NO_EXTRAS

    def command_words(self) -> list[str]:
        """The same as options of `mcpdi`; what is mistyped is left out."""
        words: list[str] = []
        with suppress(UsageError):
            extras = self.extras()
            words += ["--meta", written(extras.meta, False)] if extras.meta else []
            words += [word for name, value in extras.headers for word in ("--header", f"{name}: {value}")]
        return words

    def values(self) -> OptionValues:
        """As typed."""
        return OptionValues(
            self._timeout.value(),
            self._meta_text(),
            self._headers.toPlainText(),
            self._cache.currentIndex(),
        )

    def set_values(self, values: OptionValues | None) -> None:
        """Show what was typed before; None: as at first."""
        values = values or OptionValues(self._default_timeout_s)
        if values != self.values():
            self._timeout.setValue(values.timeout_s)
            if values.meta != self._meta_text():
                self._meta.set_text(values.meta)
            self._headers.setPlainText(values.headers)
            self._cache.setCurrentIndex(values.cache)

    def are_default(self) -> bool:
        """Nothing is typed here."""
        values = self.values()
        typed = values.meta.strip() or (values.headers.strip() and not self._headers.isHidden())
        return not typed and values.timeout_s == self._default_timeout_s and not values.cache

    def offer_cache(self) -> None:
        """The request has a caching hint: a fresh answer may be wanted instead of asking."""
        self._cache_row.show()
        self._headers.set_lines(1)  # the smallest window has no room for more

    def from_cache(self) -> bool | None:
        """As `Asking.call_cacheable` takes it; None: as the settings say."""
        return _CACHE[self._cache.currentIndex()][1]

    def set_connection(self, transport: str, spoken: Spoken) -> None:
        """transport: of the connection; pipes carry no headers. spoken: what the templates start from."""
        self._spoken = spoken
        self._headers.setVisible(transport in OVER_HTTP)

    def insert(self, name: str) -> None:
        """Put a member into the `_meta`, with what the program sends now. Mistyped JSON stays as it is."""
        try:
            meta = self._read_meta()
        except UsageError:
            self._meta.go_to_error()
            return
        member = next(member for known, _text, member in _TEMPLATES if known == name)
        ours = {
            "capabilities": self._spoken.capabilities or {},
            "client_info": self._spoken.client_info or {},
            "revision": self._spoken.revision or "",
        }
        meta.setdefault(member, {**_EXAMPLES, **ours}[name])
        self._meta.set_text(written(meta))
        self._meta.setFocus()

    def _meta_text(self) -> str:
        return self._late_meta.made.text() if self._late_meta.made is not None else ""

    def _chosen(self, action: QAction) -> None:
        self.insert(str(action.data()))

    def _read_meta(self) -> dict[str, Any]:
        text = self._meta_text().strip()
        if not text:
            return {}
        if error := self._meta.error_text():
            raise UsageError(self.tr("The extra _meta is not JSON. {}").format(error))
        meta = msgspec.json.decode(text)
        if not isinstance(meta, dict):
            raise UsageError(self.tr("The extra _meta must be a JSON object."))
        return meta
