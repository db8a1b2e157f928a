"""The tabs of a workspace: one module a feature, and the table that names them.

To add one: a module with a `Panel` subclass and a line in `PANELS`. A panel is imported and made when its
tab is first shown. Panels never know each other; what concerns another one goes through `Intents`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QObject, Signal
from PySide6.QtWidgets import QWidget

from inspector.ui.session.memory import give_back, memory_of
from inspector.ui.widgets.controls import Marked

if TYPE_CHECKING:
    from inspector.core.client.client import Client
    from inspector.core.storage.settings import Settings
    from inspector.core.storage.value_history import ValueHistory
    from inspector.core.validation.validation import Validator
    from inspector.trace.journal import Journal
    from inspector.ui.session.feed import Feed
    from inspector.ui.session.inbox import Inbox
    from inspector.ui.session.selection import Selection

__all__ = ["PANELS", "Intents", "Panel", "PanelContext", "PanelSpec"]


class Intents(QObject):
    """What a panel wants others to do."""

    edit_raw = Signal(bytes)  # put this text into the raw editor
    read_resource = Signal(str)  # show this URI in Resources and read it
    show_task = Signal(str)  # show the task of this id
    declare = Signal(dict)  # tell the server these client capabilities too, now and later
    act = Signal(str)  # an action name of Explanation.actions, or connect / disconnect
    keep_auth = Signal(object, dict)  # a client, and settings of its authorization that are to be kept
    show_panel = Signal(str)  # PanelSpec.key
    compare_with_previous = Signal(int)  # compare this call with the one of the same before it
    filter = Signal(object)  # FilterRequest for the timeline
    open_source = Signal(object)  # open the editor at this SourcePlace
    twin = Signal(object)  # make this ItemCall elsewhere as well and compare
    show_place = Signal(int, str)  # a record, and the JSON Pointer of what is to be marked in it
    open_guide = Signal(str)  # a page, with a place in it: rules#RPC-33
    path_selected = Signal(str)  # JSON path of what was clicked, for the status bar


@dataclass(frozen=True, slots=True)
class PanelContext:
    """All a panel may use."""

    client: Client
    inbox: Inbox
    journal: Journal
    feed: Feed
    selection: Selection
    settings: Settings
    validator: Validator
    intents: Intents
    history: ValueHistory


class Panel(QWidget):
    """Base of all panels: what the workspace asks of them."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context

    @classmethod
    def build(cls, context: PanelContext) -> Generator[None, None, Panel]:
        """Make one in steps that are short enough for a turn of the loop each; a large panel has several."""
        yield from ()
        return cls(context)

    def refresh(self) -> None:
        """State, catalog, stderr or questions of the client changed: look again."""

    def focus_main(self) -> None:
        """The tab was chosen with the keyboard: focus where work begins."""
        self.setFocus()

    def focus_filter(self) -> None:
        """Ctrl+F."""
        self.focus_main()

    def run(self) -> None:
        """Ctrl+Enter, wherever the focus is in this panel."""

    def twin(self) -> None:
        """Ctrl+Alt+Enter: the same call elsewhere as well."""

    def open_item(self, kind: str, name: str) -> None:
        """Chosen in the palette: show this item of the catalog."""

    def memory(self) -> Any:
        """What a user has in it, for another panel of this class (`ui.session.memory`)."""
        return memory_of(self)

    def resume(self, memory: Any) -> None:
        """Go on with what `memory` gave."""
        give_back(self, memory)


Count = Callable[[PanelContext], int]


def _always(context: PanelContext) -> bool:
    return True


def _none(context: PanelContext) -> int:
    return 0


def _offers(capability: str, *kinds: str) -> Callable[[PanelContext], bool]:
    """Whether the server declared it, or nevertheless answered with some."""

    def wants(context: PanelContext) -> bool:
        info, catalog = context.client.info, context.client.catalog
        return (info is not None and capability in info.capabilities) or any(
            getattr(catalog, kind) for kind in kinds
        )

    return wants


def _listed(*kinds: str) -> Count:
    def count(context: PanelContext) -> int:
        return sum(len(getattr(context.client.catalog, kind)) for kind in kinds)

    return count


def _partly(*kinds: str) -> Callable[[PanelContext], bool]:
    """Whether the server has more of them than were fetched."""

    def more(context: PanelContext) -> bool:
        from inspector.core.client.catalog import UNFINISHED  # not before the first paint

        ends = {context.client.catalog.end(kind) for kind in kinds}
        return not ends.isdisjoint(UNFINISHED)

    return more


def _never(context: PanelContext) -> bool:
    return False


def _connected_once(context: PanelContext) -> bool:
    return context.client.state != "new"


def _was_connected(context: PanelContext) -> bool:
    return context.client.info is not None


def _asks(context: PanelContext) -> bool:
    return context.client.info is not None or bool(context.inbox.questions)


def _over_http(context: PanelContext) -> bool:
    return hasattr(context.client.profile.target, "url")


def _waits_for_user(context: PanelContext) -> int:
    return int(getattr(context.client.authorizer.interaction, "waits", False))


def _has_tasks(context: PanelContext) -> bool:
    return bool(context.client.tasks.form or context.client.tasks.entries)


def _unfinished_tasks(context: PanelContext) -> int:
    entries = context.client.tasks.entries.values()
    return sum(not (entry.settled or entry.ended) for entry in entries)


def _waiting(context: PanelContext) -> int:
    return context.inbox.waiting


def _writes(context: PanelContext) -> bool:
    """It has a stderr here, or logs through the protocol."""
    client = context.client
    return client.logs.offered or (hasattr(client.profile.target, "command") and client.state != "new")


def _tells(context: PanelContext) -> bool:
    subscriptions = context.client.subscriptions
    return bool(subscriptions.offers_resources or subscriptions.offered() or subscriptions.all)


def _live_subscriptions(context: PanelContext) -> int:
    return sum(one.live for one in context.client.subscriptions.all)


def _stderr_lines(context: PanelContext) -> int:
    session = context.client.session
    return session.stderr_lines if session is not None else 0


def _finding_count(context: PanelContext) -> int:
    return sum(context.journal.finding_count().values())


@dataclass(frozen=True, slots=True)
class PanelSpec:
    """One tab. count: the number behind its title, 0 shows none; more: it is "40+".

    alert: the number asks for attention. drawer: it stands below the others, beside the timeline.
    """

    key: str
    title: Marked
    icon: str
    place: str  # "module:class", below this package
    wants: Callable[[PanelContext], bool] = _always
    count: Count = _none
    alert: bool = False
    more: Callable[[PanelContext], bool] = _never
    drawer: bool = False

    def build(self, context: PanelContext) -> Generator[None, None, Panel]:
        """Import the panel and make it in steps."""
        module, _, attribute = self.place.partition(":")
        panel: type[Panel] = getattr(import_module(f"inspector.ui.panels.{module}"), attribute)
        return (yield from panel.build(context))


PANELS: Final = (
    PanelSpec(
        "tools",
        QT_TRANSLATE_NOOP("Panels", "Tools"),
        "wrench-outline",
        "tools:ToolsPanel",
        _offers("tools", "tools"),
        _listed("tools"),
        more=_partly("tools"),
    ),
    PanelSpec(
        "resources",
        QT_TRANSLATE_NOOP("Panels", "Resources"),
        "file-document-outline",
        "resources:ResourcesPanel",
        _offers("resources", "resources", "templates"),
        _listed("resources", "templates"),
        more=_partly("resources", "templates"),
    ),
    PanelSpec(
        "prompts",
        QT_TRANSLATE_NOOP("Panels", "Prompts"),
        "message-text-outline",
        "prompts:PromptsPanel",
        _offers("prompts", "prompts"),
        _listed("prompts"),
        more=_partly("prompts"),
    ),
    PanelSpec(
        "tasks",
        QT_TRANSLATE_NOOP("Panels", "Tasks"),
        "progress-clock",
        "tasks.tasks:TasksPanel",
        _has_tasks,
        _unfinished_tasks,
    ),
    PanelSpec(
        "subscriptions",
        QT_TRANSLATE_NOOP("Panels", "Subscriptions"),
        "bell-outline",
        "subscriptions.subscriptions:SubscriptionsPanel",
        _tells,
        _live_subscriptions,
    ),
    PanelSpec("raw", QT_TRANSLATE_NOOP("Panels", "Raw"), "code-json", "raw:RawPanel", _was_connected),
    PanelSpec("server", QT_TRANSLATE_NOOP("Panels", "Server"), "server-outline", "server:ServerPanel"),
    PanelSpec(
        "check",
        QT_TRANSLATE_NOOP("Panels", "Check"),
        "check-decagram-outline",
        "check.check:CheckPanel",
        _was_connected,
    ),
    PanelSpec(
        "authorization",
        QT_TRANSLATE_NOOP("Panels", "Authorization"),
        "shield-account-outline",
        "authorization:AuthorizationPanel",
        _over_http,
        _waits_for_user,
        alert=True,
    ),
    PanelSpec(
        "console",
        QT_TRANSLATE_NOOP("Panels", "Console"),
        "console",
        "console:ConsolePanel",
        _writes,
        _stderr_lines,
        drawer=True,
    ),
    PanelSpec(
        "findings",
        QT_TRANSLATE_NOOP("Panels", "Findings"),
        "alert-outline",
        "findings:FindingsPanel",
        _connected_once,
        _finding_count,
        drawer=True,
    ),
    PanelSpec(
        "inputs",
        QT_TRANSLATE_NOOP("Panels", "Inputs"),
        "inbox-outline",
        "inputs.inputs:InputsPanel",
        _asks,
        _waiting,
        alert=True,
        drawer=True,
    ),
)
"""In the order of the tabs; Alt+1 … Alt+9 and Alt+0 choose among those shown."""
