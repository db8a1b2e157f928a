"""What a user can set, one annotated field a setting; dialog and command line read this table.

To add a setting: one field. Only values that differ from the default are saved, so a default can improve
later. Keys of a newer version are kept as they are.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, get_type_hints

from inspector.core.storage.plain_files import config_folder
from inspector.core.storage.shared_files import SharedObject, Writing
from inspector.errors import UsageError
from inspector.protocol.tasks import EXTENSION_ID
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["ERAS", "SECRET_CHOICES", "SECTIONS", "Setting", "Settings", "describe"]

ERAS = ("auto", "modern", "legacy", "2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""How to decide the era: by probing, or forced to an era or a revision (any other revision may be typed)."""


SECRET_CHOICES = ("system", "memory", "encrypted", "refused")
"""Where secrets are kept (`core.storage.secrets`). system: the keychain; where there is none, memory."""

SECTIONS: Final[dict[str, Any]] = {
    "appearance": QT_TRANSLATE_NOOP("Settings", "Appearance"),
    "connection": QT_TRANSLATE_NOOP("Settings", "Connection"),
    "lists": QT_TRANSLATE_NOOP("Settings", "Lists and caching"),
    "capabilities": QT_TRANSLATE_NOOP("Settings", "Client capabilities"),
    "calls": QT_TRANSLATE_NOOP("Settings", "Calls"),
    "timeline": QT_TRANSLATE_NOOP("Settings", "Timeline"),
    "recording": QT_TRANSLATE_NOOP("Settings", "Recording"),
    "secrets": QT_TRANSLATE_NOOP("Settings", "Secrets"),
}
"""What settings are grouped under, in the order of the dialog."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting, for whoever shows it. `kind`: str, int, float, bool, or list (of str)."""

    name: str
    kind: type
    default: Any
    label: str
    help: str
    choices: tuple[str, ...]
    open_choices: bool  # other texts than choices are allowed
    unit: str
    limits: tuple[float, float] | None  # smallest and largest allowed
    section: str  # of SECTIONS

    def check(self, value: Any) -> Any:
        """The value as it is stored. Raises UsageError with what is allowed."""
        if self.kind is float and type(value) is int:
            value = float(value)
        if type(value) is not self.kind:  # isinstance would take True for a number
            kind = translate("Settings", _KIND_TEXT[self.kind])
            raise UsageError(
                translate("Settings", "{name} must be {kind}, not {value!r}").format(
                    name=self.name, kind=kind, value=value
                )
            )
        if isinstance(value, list) and not all(isinstance(item, str) for item in value):
            raise UsageError(
                translate("Settings", "{name} must be a list of strings, not {value!r}").format(
                    name=self.name, value=value
                )
            )
        if self.choices and not self.open_choices and value not in self.choices:
            raise UsageError(
                translate("Settings", "{name} must be one of {choices}, not {value!r}").format(
                    name=self.name, choices=", ".join(self.choices), value=value
                )
            )
        number = value if isinstance(value, int | float) else 0
        if self.limits and not self.limits[0] <= number <= self.limits[1]:
            unit = f" {self.unit}" if self.unit else ""
            allowed = f"{self.limits[0]:g} to {self.limits[1]:g}{unit}"
            raise UsageError(
                translate("Settings", "{name} must be {allowed}, not {value!r}").format(
                    name=self.name, allowed=allowed, value=value
                )
            )
        return value


_KIND_TEXT = {
    str: QT_TRANSLATE_NOOP("Settings", "a string"),
    int: QT_TRANSLATE_NOOP("Settings", "an integer"),
    float: QT_TRANSLATE_NOOP("Settings", "a number"),
    bool: QT_TRANSLATE_NOOP("Settings", "true or false"),
    list: QT_TRANSLATE_NOOP("Settings", "a list"),
}


def _setting(default: Any, label: str, help: str, **more: Any) -> Any:
    metadata = {"label": label, "help": help, **more}
    return field(default=default, metadata=metadata)


@dataclass(slots=True)
class Settings:
    """All settings with their values. `notes` says what was wrong with the file, for people."""

    theme: str = _setting(
        "system",
        QT_TRANSLATE_NOOP("Settings", "Theme"),
        QT_TRANSLATE_NOOP("Settings", "Light, dark, or follow the system."),
        choices=("system", "light", "dark"),
        section="appearance",
    )
    language: str = _setting(
        "system",
        QT_TRANSLATE_NOOP("Settings", "Language"),
        QT_TRANSLATE_NOOP(
            "Settings", "Language of the windows; what you typed and the connections are kept."
        ),
        choices=("system", "en", "ko"),
        section="appearance",
    )
    zoom: int = _setting(
        100,
        QT_TRANSLATE_NOOP("Settings", "Zoom"),
        QT_TRANSLATE_NOOP("Settings", "Size of text and controls; 100 % is the system's size."),
        unit="%",
        limits=(75, 200),
        section="appearance",
    )
    motion: str = _setting(
        "system",
        QT_TRANSLATE_NOOP("Settings", "Animation"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Progress bars, blinking cursors and fading menus: follow the system, always, or none.",
        ),
        choices=("system", "full", "reduced"),
        section="appearance",
    )
    timeout_s: float = _setting(
        60.0,
        QT_TRANSLATE_NOOP("Settings", "Timeout"),
        QT_TRANSLATE_NOOP(
            "Settings", "How long a request may take before it is cancelled; progress does not extend it."
        ),
        unit="s",
        limits=(0.1, 86400),
        section="connection",
    )
    probe_timeout_s: float = _setting(
        5.0,
        QT_TRANSLATE_NOOP("Settings", "Probe timeout"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "How long a server may take to answer server/discover before the older handshake is tried.",
        ),
        unit="s",
        limits=(0.1, 600),
        section="connection",
    )
    close_grace_s: float = _setting(
        2.0,
        QT_TRANSLATE_NOOP("Settings", "Shutdown timeout"),
        QT_TRANSLATE_NOOP("Settings", "How long a server may take to exit after its stdin is closed."),
        unit="s",
        limits=(0.0, 60),
        section="connection",
    )
    line_limit_mb: int = _setting(
        64,
        QT_TRANSLATE_NOOP("Settings", "Maximum message size"),
        QT_TRANSLATE_NOOP(
            "Settings", "Larger messages are written to a file next to the session and shown truncated."
        ),
        unit="MB",
        limits=(1, 1024),
        section="recording",
    )
    spool_limit_mb: int = _setting(
        512,
        QT_TRANSLATE_NOOP("Settings", "Large message storage"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Disk space for large messages per session; beyond that only their beginning is kept.",
        ),
        unit="MB",
        limits=(0, 1024 * 1024),
        section="recording",
    )
    free_disk_mb: int = _setting(
        512,
        QT_TRANSLATE_NOOP("Settings", "Disk space to keep free"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Below this, large messages are not stored; recording stays in memory and "
            "servers wait until there is room again.",
        ),
        unit="MB",
        limits=(0, 1024 * 1024),
        section="recording",
    )
    list_limit_mb: int = _setting(
        16,
        QT_TRANSLATE_NOOP("Settings", "Maximum list size"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Pages of a list are fetched up to this size; further pages on demand.",
        ),
        unit="MB",
        limits=(1, 1024),
        section="lists",
    )
    era: str = _setting(
        "auto",
        QT_TRANSLATE_NOOP("Settings", "Protocol"),
        QT_TRANSLATE_NOOP("Settings", "Era or revision for new servers; auto asks the server."),
        choices=ERAS,
        open_choices=True,
        section="connection",
    )
    listen_for_changes: bool = _setting(
        True,
        QT_TRANSLATE_NOOP("Settings", "Listen for changes"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Subscribe to list changes of modern servers (subscriptions/listen); older ones "
            "report them anyway.",
        ),
        section="lists",
    )
    refetch_lists: bool = _setting(
        True,
        QT_TRANSLATE_NOOP("Settings", "Fetch changed lists"),
        QT_TRANSLATE_NOOP("Settings", "Fetch a list again as soon as the server reports a change."),
        section="lists",
    )
    keep_sessions_days: int = _setting(
        7,
        QT_TRANSLATE_NOOP("Settings", "Keep sessions"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Unsaved sessions stay under File, Recent sessions. 0: discard them when the window closes.",
        ),
        unit=QT_TRANSLATE_NOOP("Settings", "days"),
        limits=(0, 3650),
        section="recording",
    )
    keep_arguments: bool = _setting(
        True,
        QT_TRANSLATE_NOOP("Settings", "Remember arguments"),
        QT_TRANSLATE_NOOP("Settings", "Remember the arguments of each tool, without secrets."),
        section="calls",
    )
    follow: bool = _setting(
        True,
        QT_TRANSLATE_NOOP("Settings", "Follow"),
        QT_TRANSLATE_NOOP("Settings", "The timeline scrolls to the newest record."),
        section="timeline",
    )
    timeline_mode: str = _setting(
        "calls",
        QT_TRANSLATE_NOOP("Settings", "Timeline shows"),
        QT_TRANSLATE_NOOP("Settings", "One row per call, or every message."),
        choices=("calls", "messages"),
        section="timeline",
    )
    editor: str = _setting(
        "",
        QT_TRANSLATE_NOOP("Settings", "Editor"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Command that opens a source file from a traceback, such as code -g "
            "{file}:{line}:{column}. If empty: VS Code if installed, otherwise the folder.",
        ),
        section="timeline",
    )
    page_by_page: bool = _setting(
        False,
        QT_TRANSLATE_NOOP("Settings", "Page through lists"),
        QT_TRANSLATE_NOOP("Settings", "Fetch only the first page of a list; load more on demand."),
        section="lists",
    )
    honour_cache: bool = _setting(
        False,
        QT_TRANSLATE_NOOP("Settings", "Use the cache"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Answer lists and reads from the cache while they are fresh (ttlMs), as a real client may.",
        ),
        section="lists",
    )
    assert_formats: bool = _setting(
        False,
        QT_TRANSLATE_NOOP("Settings", "Enforce formats"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Treat an invalid email, date or other format as an error. Off: a warning from "
            "JSON Schema 2019-09 on, where formats only describe; in older schemas they are always enforced.",
        ),
        section="calls",
    )
    secrets: str = _setting(
        "system",
        QT_TRANSLATE_NOOP("Settings", "Keep secrets"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Where tokens and passwords are stored: in the system keychain (if there is "
            "none, until the app closes), in memory, in an encrypted file, or nowhere "
            "(refused). Takes effect at the next start.",
        ),
        choices=SECRET_CHOICES,
        section="secrets",
    )
    declare_roots: bool = _setting(
        True,
        QT_TRANSLATE_NOOP("Settings", "Offer roots"),
        QT_TRANSLATE_NOOP("Settings", "Let servers ask for the roots below."),
        section="capabilities",
    )
    declare_sampling: bool = _setting(
        True,
        QT_TRANSLATE_NOOP("Settings", "Offer sampling"),
        QT_TRANSLATE_NOOP("Settings", "Let servers ask for a model's response; you write it."),
        section="capabilities",
    )
    declare_elicitation: bool = _setting(
        True,
        QT_TRANSLATE_NOOP("Settings", "Offer elicitation"),
        QT_TRANSLATE_NOOP("Settings", "Let servers ask you questions."),
        section="capabilities",
    )
    declare_tasks: bool = _setting(
        True,
        QT_TRANSLATE_NOOP("Settings", "Offer tasks"),
        QT_TRANSLATE_NOOP(
            "Settings",
            "Let calls become tasks (the extension of 2026-07-28), which are then polled.",
        ),
        section="capabilities",
    )
    canned_answer: str = _setting(
        "This is an answer written by hand in the inspector.",
        QT_TRANSLATE_NOOP("Settings", "Default answer"),
        QT_TRANSLATE_NOOP("Settings", "Initial text of the answer to a sampling request."),
        section="capabilities",
    )
    roots: list[str] = field(
        default_factory=list,
        metadata={
            "label": QT_TRANSLATE_NOOP("Settings", "Roots"),
            "help": QT_TRANSLATE_NOOP("Settings", "Folders or URIs sent to servers that ask for roots."),
            "section": "capabilities",
        },
    )
    notes: list[str] = field(default_factory=list, compare=False)
    path: Path | None = field(default=None, compare=False)
    _file: SharedObject | None = field(default=None, compare=False, repr=False)
    unknown: dict[str, Any] = field(default_factory=dict, compare=False)

    @classmethod
    def load(cls, path: Path | None = None) -> Settings:
        """Read the file (default: settings.json in the platform's folder). Never raises for its content."""
        path = path or config_folder() / "settings.json"
        file = SharedObject(path)
        settings = cls(path=path, _file=file)
        settings._take(file.read())
        settings.notes = [*file.notes, *settings.notes]
        return settings

    def floor_bytes(self) -> int:
        """How much of the disk recording leaves free."""
        return self.free_disk_mb << 20

    def refresh(self) -> list[str]:
        """Take over what another copy of the program, or an editor, wrote; the names of what changed.

        What was changed here and could not be saved stays.
        """
        if self.path is None:
            return []
        self._file = self._file or SharedObject(self.path)
        data = self._file.refreshed({**self.unknown, **self.changed()})
        if data is None:
            return []
        before = {setting.name: getattr(self, setting.name) for setting in describe()}
        for setting in describe():
            setattr(self, setting.name, setting.default)
        self.unknown, self.notes = {}, []
        self._take(data)
        return [name for name, value in before.items() if getattr(self, name) != value]

    def _take(self, data: dict[str, Any]) -> None:
        known = {setting.name: setting for setting in describe()}
        for name, value in data.items():
            try:
                former = _FORMER.get(name)
                setattr(self, name, known[name].check(former(value) if former else value))
            except KeyError:
                self.unknown[name] = value
            except UsageError as error:
                self.unknown[name] = value
                words = translate("Settings", "{path}: {error}; the default is used")
                self.notes.append(words.format(path=self.path, error=error))

    def save(self) -> None:
        """Write what differs from the defaults, and the keys that were not understood. Raises OSError.

        What another copy of the program changed in the file meanwhile stays there.
        """
        self.writing().now()

    def writing(self) -> Writing[Any]:
        """The same in steps; one of them ends before the next is made."""
        self._file = self._file or SharedObject(self.path or config_folder() / "settings.json")
        return self._file.writing({**self.unknown, **self.changed()}, in_order=True)

    def changed(self) -> dict[str, Any]:
        """Name → value of every setting that differs from its default."""
        values = ((setting, getattr(self, setting.name)) for setting in describe())
        return {setting.name: value for setting, value in values if value != setting.default}

    def capabilities(self, answers: bool = True) -> dict[str, Any]:
        """The client capabilities that are offered to servers; each revision gets those it knows.

        answers: questions of servers are answered; tasks are offered also when they are not.
        """
        offered: tuple[tuple[bool, str, dict[str, Any]], ...] = (
            (answers and self.declare_roots, "roots", {"listChanged": True}),
            (answers and self.declare_sampling, "sampling", {"tools": {}, "context": {}}),
            (answers and self.declare_elicitation, "elicitation", {"form": {}, "url": {}}),
            (self.declare_tasks, "extensions", {EXTENSION_ID: {}}),
        )
        return {name: parts for wanted, name, parts in offered if wanted}

    def set(self, name: str, value: Any) -> None:
        """Set one by name. Raises UsageError for a name or value that does not exist."""
        for setting in describe():
            if setting.name == name:
                setattr(self, name, setting.check(value))
                self.unknown.pop(name, None)
                return
        raise UsageError(translate("Settings", "no setting named {!r}").format(name))


def _percent_of(value: Any) -> Any:
    """Up to 0.1.0 the zoom was steps of a point, and a system's font has about ten."""
    steps = isinstance(value, int) and not isinstance(value, bool) and -4 <= value <= 12
    return max(75, min(200, 100 + 10 * value)) if steps else value


_FORMER: Final[dict[str, Callable[[Any], Any]]] = {"zoom": _percent_of}
"""Setting → what a value of an earlier version is now."""


def describe() -> Iterator[Setting]:
    """Every setting in the order in which it is shown."""
    hints = get_type_hints(Settings)
    for item in dataclasses.fields(Settings):
        more = item.metadata
        if not more:
            continue
        made = item.default_factory
        default = item.default if made is dataclasses.MISSING else made()
        yield Setting(
            name=item.name,
            kind=getattr(hints[item.name], "__origin__", hints[item.name]),
            default=default,
            label=more["label"],
            help=more["help"],
            choices=more.get("choices", ()),
            open_choices=more.get("open_choices", False),
            unit=more.get("unit", ""),
            limits=more.get("limits"),
            section=more["section"],
        )
