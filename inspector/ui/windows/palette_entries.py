"""What the palette offers: what servers have, the servers, every action of the menus, and the settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QAction

from inspector.core.storage.settings import describe
from inspector.ui.keyboard.key_words import key_text
from inspector.ui.servers.servers import Servers
from inspector.ui.session.actions import ACTIONS, action_text
from inspector.ui.session.focus_editing import EDITING
from inspector.ui.widgets.controls import Marked
from inspector.ui.windows.palette import PaletteEntry

__all__ = ["action_entries", "server_entries", "setting_entries"]

_CATALOG: Final[tuple[tuple[str, str, str, Marked], ...]] = (
    ("tools", "tools", "name", QT_TRANSLATE_NOOP("Palette", "tool")),
    ("prompts", "prompts", "name", QT_TRANSLATE_NOOP("Palette", "prompt")),
    ("resources", "resources", "uri", QT_TRANSLATE_NOOP("Palette", "resource")),
    ("resources", "templates", "uriTemplate", QT_TRANSLATE_NOOP("Palette", "template")),
)
"""(panel, kind in the catalog, what identifies an item, what it is called)"""


def server_entries(
    servers: Servers, open_item: Callable[[str, str, str, str], object], open_server: Callable[[str], object]
) -> Iterator[PaletteEntry]:
    """Items of the selected server first, then those of the others; open_item(server, panel, kind, key)."""
    names = sorted(servers.names(), key=servers.current.__ne__)
    for name in names:
        server = servers.get(name)
        client = server.client if server is not None else None
        if client is None:
            continue
        for panel, kind, key, word in _CATALOG:
            for item in client.catalog.items(kind):
                where = name if key == "name" else f"{item[key]} · {name}"
                text = str(item.get("name") or item[key])
                yield PaletteEntry(_word(word), text, where, partial(open_item, name, panel, kind, item[key]))
    for name in names:
        server = servers.get(name)
        state = server.state if server is not None else ""
        yield PaletteEntry(_word("server"), name, state, partial(open_server, name))


def action_entries(actions: Mapping[str, QAction]) -> Iterator[PaletteEntry]:
    """Every action that can be done now, with its first shortcut; not those of the focused widget."""
    for spec in ACTIONS:
        action = actions.get(spec.key)
        if action is not None and action.isEnabled() and spec.key not in ("palette", *EDITING):
            yield PaletteEntry(_word("action"), action_text(spec), key_text(*spec.keys[:1]), action.trigger)


def setting_entries(open_setting: Callable[[str], object]) -> Iterator[PaletteEntry]:
    """Every setting, found by its label and by what it does; open_setting(name)."""
    for setting in describe():
        label, doc = (QCoreApplication.translate("Settings", text) for text in (setting.label, setting.help))
        yield PaletteEntry(_word("setting"), label, doc, partial(open_setting, setting.name), last=True)


def _word(text: Marked) -> str:
    return QCoreApplication.translate("Palette", text)


_WORDS: Final[tuple[Marked, ...]] = (
    QT_TRANSLATE_NOOP("Palette", "server"),
    QT_TRANSLATE_NOOP("Palette", "action"),
    QT_TRANSLATE_NOOP("Palette", "setting"),
)
