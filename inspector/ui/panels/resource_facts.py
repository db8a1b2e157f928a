"""What a listing says of a resource or a template besides its name: type, size, annotations."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QWidget

from inspector.ui.locale.locale_text import say_size
from inspector.ui.panels.uri_preview import UriLine
from inspector.ui.widgets.controls import column, muted

__all__ = ["ResourceFacts", "facts_of"]


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
