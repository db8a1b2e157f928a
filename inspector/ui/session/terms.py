"""Which word of the protocol a part of the window is about: by what it says, by its column, by its name."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QHeaderView, QLabel, QTabBar, QWidget

__all__ = [
    "TERMS_OF_COLUMNS",
    "TERMS_OF_NAMES",
    "TERMS_OF_RULES",
    "TERMS_OF_WORDS",
    "term_at",
    "term_of_text",
]

TERMS_OF_WORDS: Final = {
    "initialize": "initialize",
    "notifications/initialized": "initialize",
    "server/discover": "server-discover",
    "ping": "ping",
    "tools/list": "tools",
    "tools/call": "tools-call",
    "resources/list": "resource",
    "resources/read": "resource",
    "resources/templates/list": "template",
    "resources/subscribe": "subscription",
    "resources/unsubscribe": "subscription",
    "subscriptions/listen": "subscription",
    "notifications/subscriptions/acknowledged": "subscription",
    "notifications/resources/updated": "subscription",
    "notifications/tools/list_changed": "list-changed",
    "notifications/resources/list_changed": "list-changed",
    "notifications/prompts/list_changed": "list-changed",
    "notifications/roots/list_changed": "roots",
    "prompts/list": "prompt",
    "prompts/get": "prompt",
    "completion/complete": "completion",
    "completions": "completion",
    "logging/setLevel": "logging-level",
    "notifications/message": "logging-level",
    "logging": "logging-level",
    "sampling/createMessage": "sampling",
    "sampling": "sampling",
    "elicitation/create": "elicitation",
    "elicitation": "elicitation",
    "notifications/elicitation/complete": "elicitation",
    "roots/list": "roots",
    "roots": "roots",
    "tasks/get": "tasks",
    "tasks/result": "tasks",
    "tasks/list": "tasks",
    "tasks/cancel": "tasks",
    "tasks/update": "tasks",
    "notifications/tasks": "tasks",
    "notifications/tasks/status": "tasks",
    "tasks": "tasks",
    "notifications/progress": "progress",
    "notifications/cancelled": "cancellation",
    "tools": "tools",
    "resources": "resource",
    "prompts": "prompt",
    "experimental": "extensions",
    "extensions": "extensions",
    "listChanged": "list-changed",
    "subscribe": "subscription",
    "readOnlyHint": "annotations",
    "destructiveHint": "annotations",
    "idempotentHint": "annotations",
    "openWorldHint": "annotations",
    "structuredContent": "structured-content",
    "outputSchema": "output-schema",
    "inputSchema": "input-schema",
    "isError": "is-error",
    "_meta": "meta",
    "nextCursor": "pagination",
    "cursor": "pagination",
    "ttlMs": "caching",
    "cacheScope": "caching",
    "resultType": "result-type",
    "inputRequests": "input-required",
    "inputResponses": "input-required",
    "requestState": "request-state",
    "progressToken": "progress",
    "protocolVersion": "revision",
    "clientInfo": "client-info",
    "serverInfo": "client-info",
    "instructions": "instructions",
    "capabilities": "capabilities",
    "jsonrpc": "json-rpc",
    "params": "params",
    "result": "response",
    "error": "error",
    "method": "method",
    "id": "id",
    "mcp-session-id": "session-id",
    "mcp-protocol-version": "protocol-version-header",
    "mcp-method": "routing-headers",
    "mcp-name": "routing-headers",
    "last-event-id": "resumption",
    "origin": "origin",
    "www-authenticate": "authorization",
    "authorization": "bearer-token",
    "x-mcp-header": "param-headers",
    "request": "request",
    "response": "response",
    "notification": "notification",
    "batch": "batch",
    "malformed": "json-rpc",
    "stderr": "stderr",
    "head": "streamable-http",
    "lifecycle": "lifecycle",
    "stdio": "stdio",
    "http": "streamable-http",
    "sse": "http-sse",
    "websocket": "websocket",
    "legacy": "era",
    "modern": "era",
}
"""What is written on the wire, or stands for it in the window in every language → term."""

_WHOLE: Final = {key.lower(): term for key, term in TERMS_OF_WORDS.items()}

TERMS_OF_RULES: Final = {
    "RPC": "json-rpc",
    "STD": "stdio",
    "HTTP": "streamable-http",
    "LIFE": "lifecycle",
    "RES": "result-type",
    "PAGE": "pagination",
    "TOOL": "tools",
    "RSC": "resource",
    "PRM": "prompt",
    "CMP": "completion",
    "NTF": "notification",
    "CLI": "elicitation",
    "TSK": "tasks",
    "AUT": "authorization",
    "APP": "mcp-apps",
}
"""Family of a rule of the findings → term."""
_RULE: Final = re.compile(r"\b([A-Z]{3,4})-\d\d\b")

TERMS_OF_COLUMNS: Final = {
    "direction": "direction",
    "server": "server-and-client",
    "kind": "message",
    "method": "method",
    "target": "params",
    "status": "error",
    "duration": "timeout",
    "channel": "channel",
    "id": "id",
    "session": "lifecycle",
    "http": "streamable-http",
    "finding": "finding",
    "transport": "transport",
}
"""Column of the timeline → term."""

TERMS_OF_NAMES: Final = {
    "tool_list": "tools",
    "tool_form": "input-schema",
    "tool_headers": "param-headers",
    "annotation_badge": "annotations",
    "run_button": "tools-call",
    "cancel_button": "cancellation",
    "run_as_task": "tasks",
    "result_view": "content",
    "resource_list": "resource",
    "resource_subscribe": "subscription",
    "prompt_list": "prompt",
    "task_list": "tasks",
    "task_ttl": "tasks",
    "subscription_form": "subscription",
    "inputs_list": "input-required",
    "inputs_automatic": "input-required",
    "roots_list": "roots",
    "raw_editor": "json-rpc",
    "raw_headers_button": "routing-headers",
    "fault_table": "finding",
    "server_card": "lifecycle",
    "server_ping": "ping",
    "capability_tree": "capabilities",
    "instructions": "instructions",
    "connection_facts": "revision",
    "auth_steps": "authorization",
    "auth_issuer": "authorization-server",
    "auth_pkce_warning": "pkce",
    "console_view": "stderr",
    "log_level": "logging-level",
    "findings_list": "finding",
    "timeline": "message",
    "timeline_filter": "message",
    "detail_http": "streamable-http",
    "detail_timing": "timeout",
    "detail_bytes": "framing",
    "detail_sides": "request",
    "declare_extension": "extensions",
    "edit_meta": "meta",
    "edit_era": "era",
    "edit_transport": "transport",
    "edit_timeout": "timeout",
    "edit_auth": "authorization",
    "edit_roots_own": "roots",
}
"""Object name → term. The nearest one counts, from what is meant outwards."""


def term_of_text(text: str) -> str:
    """The term of a text that is a word of the protocol, names a rule or begins with such a word; or ""."""
    text = text.strip()
    for part in (text, text.partition(" · ")[0]):
        if found := _WHOLE.get(part.lower().rstrip(":")):
            return found
    if rule := _RULE.search(text):
        return TERMS_OF_RULES.get(rule[1], "")
    first = re.match(r"[\w/_-]+", text)
    return TERMS_OF_WORDS.get(first[0], "") if first and ("/" in first[0] or first[0][:1] == "_") else ""


def term_at(widget: QWidget | None, at: QPoint | None = None) -> str:
    """The term of a widget, or of what is at a point of it; of what has the keyboard when there is no point.

    What the widget says counts more than its name, and that more than what is around it.
    """
    if widget is None:
        return ""
    found = _of_item(widget, at) or _of_words(widget, at)
    while not found and widget is not None:
        found = TERMS_OF_NAMES.get(widget.objectName(), "")
        widget = widget.parentWidget()
    return found


def _of_item(widget: QWidget, at: QPoint | None) -> str:
    """Of a cell or a heading."""
    view = widget if isinstance(widget, QAbstractItemView) else widget.parentWidget()
    if isinstance(view, QHeaderView):
        if at is None or view.model() is None:
            return ""
        place, role = view.logicalIndexAt(at), Qt.ItemDataRole.WhatsThisRole
        key = view.model().headerData(place, view.orientation(), role)
        text = view.model().headerData(place, view.orientation(), Qt.ItemDataRole.DisplayRole)
        return TERMS_OF_COLUMNS.get(str(key), "") or term_of_text(str(text))
    if not isinstance(view, QAbstractItemView):
        return ""
    index = view.currentIndex() if at is None else view.indexAt(at)
    if not index.isValid():
        return ""
    whole = index.siblingAtColumn(0)
    roles = (Qt.ItemDataRole.WhatsThisRole, Qt.ItemDataRole.DisplayRole)
    texts = [str(one.data(role) or "") for one in (index, whole) for role in roles]
    return next((term for text in texts if (term := term_of_text(text))), "")


def _of_words(widget: QWidget, at: QPoint | None) -> str:
    if isinstance(widget, QLabel | QAbstractButton):
        return term_of_text(widget.text())
    if isinstance(widget, QTabBar):
        place = widget.currentIndex() if at is None else widget.tabAt(at)
        return term_of_text(widget.tabText(place))
    return ""
