"""Resources and templates: choose one, fill in the variables of a template, read it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from inspector.core.client.client import Answer
from inspector.core.client.completion import Reference, template_reference
from inspector.core.client.uri_template import template_of, variables_schema
from inspector.errors import UsageError
from inspector.protocol.jsonrpc import encode_request
from inspector.ui.content.remarks import Remark
from inspector.ui.panels import PanelContext
from inspector.ui.panels.calling.call_form import FormNames
from inspector.ui.panels.calling.calling import Shown, Started
from inspector.ui.panels.calling.text_arguments import text_arguments
from inspector.ui.panels.completing import CompletingPanel
from inspector.ui.panels.listing import Item, ItemList
from inspector.ui.panels.paged import PagedRows
from inspector.ui.panels.resource_facts import ResourceFacts, facts_of
from inspector.ui.panels.subscriptions.subscribe_bar import SubscribeBar
from inspector.ui.panels.uri_preview import UriPreview

__all__ = ["ResourcesPanel"]


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
        watched = (("◉", "ok", translate("Resources", "subscribed to")),)
        new = (("●", "accent", translate("Resources", "the server says that it changed")),)
        badges = watched if uri in client.subscriptions.wanted_uris else ()
        return _item(uri, one, badges + (new if uri in client.catalog.updated else ()))

    def _template_row(self, one: dict[str, Any]) -> Item:
        text = QCoreApplication.translate("Resources", "a template: its variables are asked for")
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
