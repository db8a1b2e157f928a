"""Resources and templates: choose one, fill in the variables of a template, read it."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.core.client.client import Answer
from inspector.core.client.completion import Reference, template_reference
from inspector.core.client.uri_template import Template, template_of, variables_schema
from inspector.errors import UsageError
from inspector.protocol.jsonrpc import encode_request
from inspector.ui.content.remarks import Remark
from inspector.ui.locale.locale_text import say_size
from inspector.ui.panels import PanelContext
from inspector.ui.panels.calling.call_form import FormNames
from inspector.ui.panels.calling.calling import Shown, Started
from inspector.ui.panels.calling.text_arguments import text_arguments
from inspector.ui.panels.completing import CompletingPanel
from inspector.ui.panels.listing import Item, ItemList
from inspector.ui.panels.paged import PagedRows
from inspector.ui.panels.subscriptions.subscribe_bar import SubscribeBar
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Notice, column, muted, row
from inspector.ui.widgets.plain import tooltip

__all__ = ["ResourceFacts", "ResourcesPanel", "UriLine", "UriPreview", "facts_of"]


class UriLine(QLineEdit):
    """A URI in full that can be selected and copied; a long one is scrolled."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(self.tr("URI"))
        self.setReadOnly(True)
        self.setFrame(False)
        self.setStyleSheet("background: transparent; border: none; padding: 0px; min-height: 0px;")
        self.setTextMargins(-2, 0, 0, 0)  # flush with the labels around it
        self._look()
        theme.notifier().changed.connect(self._look)

    def show_uri(self, uri: str) -> None:
        """Show it from its beginning."""
        if uri != self.text():
            self.setText(uri)
            self.setCursorPosition(0)
            self.setToolTip(tooltip(uri))

    def _look(self) -> None:
        zoom.mono(self, -1)


class UriPreview(QWidget):
    """One line that can be selected and copied. Hidden for what is no template."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._template: Template | None = None
        self._notice = Notice("resource_template_note", "warning")
        self._line = UriLine("resource_uri")
        self._line.setAccessibleName(self.tr("URI to read"))
        line = row(muted(self.tr("URI")), self._line, margins=(theme.SPACE_WIDE, 4, theme.SPACE, 0))
        line.setStretch(1, 1)
        self.setLayout(column(self._notice, line, spacing=0))
        self.hide()

    def show_template(self, template: Template | None) -> None:
        """Of this template from now on. None: there is none."""
        self._template = template
        problems = template.problems if template is not None else ()
        text = self.tr("This template is malformed: {0}. That part is kept as is.")
        self._notice.set_text(text.format("; ".join(problems)) if problems else "")
        self._notice.setVisible(bool(problems))
        self.setVisible(template is not None)

    def show_arguments(self, text: str) -> None:
        """text: the arguments as JSON, while they are typed."""
        if self._template is None:
            return
        try:
            uri = self._template.expand(text_arguments(text))
        except UsageError as error:
            uri = str(error)
        self._line.show_uri(uri)


def facts_of(item: dict[str, Any]) -> list[str]:
    """In words, in the order of importance. A member of a wrong type is shown as JSON.

    Source: MCP server/resources: mimeType, size (bytes), annotations (audience, priority, lastModified).
    """
    translate = QCoreApplication.translate
    facts = [_words(item["mimeType"])] if "mimeType" in item else []
    if "size" in item:
        size = item["size"]
        whole = isinstance(size, int) and not isinstance(size, bool) and size >= 0
        facts.append(say_size(size) if whole else translate("Resources", "size {0}").format(_words(size)))
    given = item.get("annotations")
    notes = given if isinstance(given, dict) else {}
    if given is not None and not isinstance(given, dict):
        facts.append(translate("Resources", "annotations {0}").format(_words(given)))
    for name, text in (
        ("audience", translate("Resources", "for {0}")),
        ("priority", translate("Resources", "priority {0}")),
        ("lastModified", translate("Resources", "modified {0}")),
    ):
        if name in notes:
            facts.append(text.format(_words(notes[name])))
    return facts


def _words(value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value)
    return json.dumps(value, ensure_ascii=False)


class ResourceFacts(QWidget):
    """URI (or template) in monospace, the facts below it; both can be selected and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._uri = UriLine("resource_shown_uri")
        self._facts = muted(wrap=True)
        self._facts.setObjectName("resource_facts")
        self._facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setLayout(column(self._uri, self._facts, spacing=2))

    def show_item(self, uri: str, item: dict[str, Any]) -> None:
        """uri: of the resource, or the template."""
        self._uri.show_uri(uri)
        self._facts.setText(" · ".join(facts_of(item)))
        self._facts.setVisible(bool(self._facts.text()))


class ResourcesPanel(CompletingPanel):
    """Every resource, every template, and what was followed from a link."""

    KINDS = ("resources", "templates")

    def __init__(self, context: PanelContext) -> None:
        translate = QCoreApplication.translate
        self._resources: dict[str, dict[str, Any]] = {}
        self._templates: dict[str, dict[str, Any]] = {}
        self._followed: dict[str, dict[str, Any]] = {}
        self._resource_rows = PagedRows("resources", self._resource_row)
        self._template_rows = PagedRows("templates", self._template_row)
        self._preview = UriPreview()
        self._facts = ResourceFacts()
        self._subscribe = SubscribeBar(context.client)
        super().__init__(
            context,
            ItemList(
                "resource_list",
                "resource_filter",
                translate("Resources", "Filter resources"),
                translate("Resources", "The server lists no resources."),
            ),
            FormNames(
                "resource_form",
                "resource_switch",
                "resource_read",
                "resource_cancel",
                translate("Resources", "Read"),
            ),
            "resource_result",
            translate("Resources", "Press Read.\nThe content of the resource appears here."),
        )
        self.form.options.offer_cache()
        self.form.add_above(self._facts)
        self.form.add_below(self._preview)
        self.form.add_below(self._subscribe)
        self._subscribe.hide()
        self._subscribe.refresh()
        self.form.text_changed.connect(self._show_uri)
        self.form.text_replaced.connect(self._show_uri)

    def items(self) -> list[Item]:
        catalog = self.context.client.catalog
        self._resources = {one["uri"]: one for one in catalog.resources}
        self._templates = {one["uriTemplate"]: one for one in catalog.templates}
        link = (("↗", "muted", QCoreApplication.translate("Resources", "followed from a link")),)
        watched = self.context.client.subscriptions.wanted_uris
        listed = self._resource_rows.rows(catalog, (frozenset(catalog.updated), watched))
        listed += self._template_rows.rows(catalog)
        return listed + [
            _item(uri, one, link) for uri, one in self._followed.items() if uri not in self._resources
        ]

    def _resource_row(self, one: dict[str, Any]) -> Item:
        uri, client, translate = one["uri"], self.context.client, QCoreApplication.translate
        watched = (("◉", "ok", translate("Resources", "subscribed")),)
        new = (("●", "accent", translate("Resources", "changed on the server")),)
        badges = watched if uri in client.subscriptions.wanted_uris else ()
        return _item(uri, one, badges + (new if uri in client.catalog.updated else ()))

    def _template_row(self, one: dict[str, Any]) -> Item:
        text = QCoreApplication.translate("Resources", "template; asks for its variables")
        return _item(one["uriTemplate"], one, (("{ }", "muted", text),))

    def items_state(self) -> object:
        return (len(self._followed), self.context.client.subscriptions.wanted_uris)

    async def remarks(self, key: str, answer: Answer) -> tuple[Remark, ...]:
        """How fresh it is; only the modern era knows."""
        info = self.context.client.info
        if not answer.result or info is None or info.era != "modern":
            return ()
        text = QCoreApplication.translate("Resources", "from the cache") if answer.from_cache else ""
        exchange = self.context.journal.exchange(answer.exchange)
        uri = exchange.target if exchange is not None else key
        hint = self.context.client.cache.hint("resources/read", {"uri": uri})
        return (Remark(text, "muted", hint=hint),) if hint is not None or text else ()

    def entries(self) -> dict[str, dict[str, Any]]:
        return {**self._followed, **self._templates, **self._resources}

    def shown(self, key: str) -> Shown | None:
        one = self._item(key)
        if one is None:
            return None
        schema = variables_schema(template_of(key if key in self._templates else ""))
        return Shown(_text(one, "name") or key, _text(one, "title"), _text(one, "description"), schema)

    def reference(self, key: str) -> Reference | None:
        return template_reference(key) if key in self._templates else None

    async def call(self, key: str, arguments: str, started: Started) -> Answer:
        return await self.context.client.read_resource(
            self._uri(key, arguments),
            on_start=started,
            from_cache=self.form.options.from_cache(),
            **self.form.call_options(),
        )

    def request(self, key: str, arguments: str) -> bytes:
        return encode_request(1, "resources/read", {"uri": self._uri(key, arguments)})

    def command(self, key: str, arguments: str) -> list[str]:
        return ["read", self._uri(key, arguments)]

    def open_item(self, kind: str, name: str) -> None:
        """Also a URI that is in no list: a link was followed. It is read at once."""
        if kind == "read" and name not in self._resources and name not in self._templates:
            self._followed.setdefault(name, {"uri": name, "name": name})
        self.refresh()
        if self.list.select(name) and kind == "read":
            self.run()

    def show_item(self, key: str) -> None:
        super().show_item(key)
        self._facts.show_item(key, self._item(key) or {})
        self._preview.show_template(template_of(key) if key in self._templates else None)
        self._show_uri()

    def _item(self, key: str) -> dict[str, Any] | None:
        return self._resources.get(key) or self._templates.get(key) or self._followed.get(key)

    def refresh(self) -> None:
        super().refresh()
        self._subscribe.refresh()

    def _show_uri(self) -> None:
        self._preview.show_arguments(self.form.text())
        try:
            uri = self._uri(self._key, self.form.text()) if self._key else ""
        except UsageError:  # half-typed JSON: the preview says what is wrong with it
            uri = ""
        self._subscribe.show_uri(uri)

    def _uri(self, key: str, arguments: str) -> str:
        if key not in self._templates:
            return key
        return template_of(key).expand(text_arguments(arguments))


def _item(uri: str, one: dict[str, Any], badges: tuple[tuple[str, str, str], ...]) -> Item:
    return Item(
        key=uri,
        name=_text(one, "name") or uri,
        title=_text(one, "title"),
        detail="\n".join(filter(None, (uri, " · ".join(facts_of(one)), _text(one, "description")))),
        badges=badges,
    )


def _text(item: dict[str, Any], key: str) -> str:
    value = item.get(key)
    return value if isinstance(value, str) else ""
