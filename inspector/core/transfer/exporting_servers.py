"""Our servers in the configurations of other clients: as a text to copy, and into a file of theirs.

    exported(profile, client, secrets) -> Exported(entry, losses)      exporters/entries.py
    fragment(exported) -> str                                          as it stands in that client's file
    planned(file, exported) -> Plan; Plan.write() -> Path              only its members change, with a backup

Nothing of a client is started. All of these may wait for the disk: the window calls them in a thread.
"""

from __future__ import annotations

import copy
import difflib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from inspector.core.transfer.exporters.entries import Exported, exported
from inspector.core.transfer.exporters.json_text import append_json, drop_json, put_json
from inspector.core.transfer.exporters.masking import masked_line, masked_lines
from inspector.core.transfer.exporters.settling import apart_from, settled
from inspector.core.transfer.exporters.spelling import SPELLINGS
from inspector.core.transfer.exporters.toml_text import append_table, drop_toml, put_toml
from inspector.core.transfer.exporters.yaml_text import drop_yaml, put_yaml
from inspector.core.transfer.importers.clients import CLIENTS, Container
from inspector.core.transfer.importers.formats import EMPTY, LIMIT_BYTES, read_document
from inspector.core.transfer.importers.scan import places_of
from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["Exported", "Plan", "exported", "file_for", "fragment", "planned"]

_HUNK: Final = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)")
_Put = Callable[[str, tuple[str, ...], Any], str]
_Drop = Callable[[str, tuple[str, ...]], str]
_EDITORS: Final[dict[str, tuple[_Put, _Drop]]] = {
    "json": (put_json, drop_json),
    "toml": (put_toml, drop_toml),
    "yaml": (put_yaml, drop_yaml),
}
_FORMATS: Final = {".toml": "toml", ".yaml": "yaml", ".yml": "yaml"}
_CLIENT_FORMATS: Final = {"codex": "toml", "vibe": "toml", "goose": "yaml", "continue": "yaml"}


@dataclass(frozen=True, slots=True)
class Plan:
    """What writing would change. before: the bytes that were read; None: there was no file.

    losses: sentences on what the entry does not say in that file."""

    file: Path
    before: bytes | None
    after: bytes
    losses: tuple[str, ...] = ()

    def diff(self) -> str:
        """Line by line, with three lines around; values that look like secrets as dots, whosever they are."""
        old, new = (data.decode("utf-8-sig").splitlines() for data in (self.before or b"", self.after))
        lines = list(difflib.unified_diff(old, new, str(self.file), str(self.file), lineterm=""))
        shown = {"-": masked_lines(old), "+": masked_lines(new)}
        shown[" "] = shown["+"]
        return "\n".join([*map(masked_line, lines[:2]), *_as_shown(lines[2:], shown)])

    def write(self) -> Path | None:
        """Put it in its place in one step; returns the backup beside it, None when there was no file.

        Raises UsageError when the file changed since it was read, or cannot be written.
        """
        path = Path(os.path.realpath(self.file))
        try:
            if _read(path) != self.before:
                raise UsageError(
                    translate("Exporters", "{} has changed in the meantime; review it again").format(
                        self.file
                    )
                )
            backup = _backup(path) if self.before is not None else None
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
            try:
                with open(handle, "wb") as file:
                    file.write(self.after)
                    file.flush()
                    os.fsync(file.fileno())
                if self.before is not None:
                    shutil.copymode(path, name)
                if _read(path) != self.before:
                    raise UsageError(
                        translate("Exporters", "{} has changed in the meantime; review it again").format(
                            self.file
                        )
                    )
                os.replace(name, path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise UsageError(
                translate("Exporters", "cannot write {file}: {error}").format(
                    file=self.file, error=error.strerror or error
                )
            ) from error
        return backup


def _as_shown(lines: Iterable[str], shown: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Lines of a comparison, each as the file that it is of shows it: a secret may be named lines before."""
    places = {"-": 0, "+": 0}
    for line in lines:
        if found := _HUNK.match(line):
            places = {"-": int(found[1]) - 1, "+": int(found[2]) - 1}
            yield line
            continue
        side = line[0]
        yield side + shown[side][places["-" if side == "-" else "+"]]
        for one in "+-" if side == " " else side:
            places[one] += 1


def fragment(one: Exported) -> str:
    """The entry as it stands in its client's file, with what is around it."""
    put, _ = _EDITORS[_CLIENT_FORMATS.get(one.client, "json")]
    return _entered("", one, {}, _CLIENT_FORMATS.get(one.client, "json"), put)


def file_for(client: str, home: Path, system: str, environ: Mapping[str, str]) -> Path | None:
    """The user's own file of a client: the first that is there, else where it would be; None: unknown."""
    places = places_of(client, home, system, environ)
    return next((path for path in places if path.exists()), places[0] if places else None)


def planned(file: Path, one: Exported) -> Plan:
    """What changes in the file when the entry goes in, or takes the place of the one of its name.

    Raises UsageError for a file that cannot be read or changed without touching the rest.
    """
    try:
        before = _read(Path(os.path.realpath(file)))
    except OSError as error:
        raise UsageError(
            translate("Exporters", "cannot read {file}: {error}").format(
                file=file, error=error.strerror or error
            )
        ) from error
    form = _FORMATS.get(file.suffix.lower(), "json")
    text = _decoded(file, before or b"")
    document = read_document(text, f".{form}")
    if document.problem and document.problem != EMPTY:
        raise UsageError(
            translate("Exporters", "cannot change {file}: {problem}").format(
                file=file, problem=document.problem
            )
        )
    value = document.value if document.value is not None else {}
    if not isinstance(value, dict):
        raise UsageError(translate("Exporters", "cannot change {}: it is not an object").format(file))
    one = _settled(one, value)
    made = _entered(text, one, value, form, _EDITORS[form][0])
    _check(file, value, made, one, form)
    return Plan(file, before, made.encode("utf-8"), one.losses)


def _decoded(file: Path, data: bytes) -> str:
    if len(data) > LIMIT_BYTES:
        raise UsageError(translate("Exporters", "cannot change {}: it is larger than 2 MB").format(file))
    try:
        return data.decode("utf-8")  # its mark of the byte order stays a letter
    except UnicodeDecodeError as error:
        raise UsageError(
            translate("Exporters", "cannot change {file}: it is not UTF-8 (byte {start})").format(
                file=file, start=error.start
            )
        ) from error


def _read(path: Path) -> bytes | None:
    try:
        if path.exists() and not path.is_file():
            raise UsageError(translate("Exporters", "{} is not a regular file").format(path))
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _backup(path: Path) -> Path:
    stamp, count = time.strftime("%Y%m%d-%H%M%S"), 1
    backup = path.with_name(f"{path.name}.backup-{stamp}")
    while backup.exists():
        count += 1
        backup = path.with_name(f"{path.name}.backup-{stamp}-{count}")
    shutil.copy2(path, backup)
    return backup


# -- one entry ---------------------------------------------------------------------------------------------


def _settled(one: Exported, value: dict[str, Any]) -> Exported:
    """The entry as it will be in that file: beside the others, and in the place of the one of its name."""
    others = copy.deepcopy(value)
    container = _container(one, value)
    old = _taken_out(others, container, one.name)
    one = apart_from(one, _at(others, container))
    return settled(one, old) if isinstance(old, dict) else one


def _entered(text: str, one: Exported, value: dict[str, Any], form: str, put: _Put) -> str:
    container = _container(one, value)
    listed = _is_list(one, value, container)
    if listed:
        return _listed(text, one, value, container, form)
    path = (*container, one.name)
    old = _at(value, path)
    known = isinstance(old, dict)
    text = _changed(text, path, old, one.entry, form) if known else put(text, path, one.entry)
    for entry in one.inputs:
        text = _with_input(text, (*container[:-1], "inputs"), entry)
    return text


def _changed(text: str, path: tuple[str, ...], old: dict[str, Any], new: dict[str, Any], form: str) -> str:
    """Only what differs is written."""
    put, drop = _EDITORS[form]
    for key in old:
        if key not in new:
            text = drop(text, (*path, key))
    for key, value in new.items():
        before = old.get(key)
        if isinstance(before, dict) and isinstance(value, dict) and before and value:
            text = _changed(text, (*path, key), before, value, form)
        elif key not in old or not _same(before, value):
            text = put(text, (*path, key), value)
    return text


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


def _listed(text: str, one: Exported, value: dict[str, Any], container: Container, form: str) -> str:
    """A list of entries with names (Continue, Vibe)."""
    put, _ = _EDITORS[form]
    items = _at(value, container)
    old = next(
        (item for item in items or () if isinstance(item, dict) and item.get("name") == one.name), None
    )
    if form == "yaml" and old is not None:
        return _changed(text, (*container, one.name), old, one.entry, form)
    if form == "yaml":
        return put(text, (*container, one.name), one.entry) if items else put(text, container, [one.entry])
    if form == "toml" and old is None:
        return append_table(text, container, one.entry)
    if form == "json" and old is None:
        return append_json(text, container, one.entry)
    raise UsageError(translate("Exporters", "“{}” is already in the file; change it there").format(one.name))


def _with_input(text: str, path: tuple[str, ...], entry: dict[str, Any]) -> str:
    """VS Code's list of what is asked for: one more, unless it is there."""
    there = _at(read_document(text, ".json").value, path)
    items = there if isinstance(there, list) else []
    if any(isinstance(item, dict) and item.get("id") == entry["id"] for item in items):
        return text
    return append_json(text, path, entry)


def _container(one: Exported, value: dict[str, Any]) -> Container:
    """The first of the client's that is there; else its first."""
    containers = [one_ for one_ in CLIENTS[one.client].containers if "*" not in one_]
    return next((found for found in containers if _at(value, found) is not None), containers[0])


def _is_list(one: Exported, value: dict[str, Any], container: Container) -> bool:
    there = _at(value, container)
    if there is not None:
        return isinstance(there, list)
    return SPELLINGS[one.client].named and one.client != "goose"


def _at(value: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _check(file: Path, before: dict[str, Any], made: str, one: Exported, form: str) -> None:
    """The rest must mean what it meant, and the entry what it should. Raises UsageError."""
    after = read_document(made, f".{form}")
    container = _container(one, before)
    kept, rest = copy.deepcopy(before), copy.deepcopy(after.value)
    written = _taken_out(rest, container, one.name)
    _taken_out(kept, container, one.name)
    for value in (kept, rest):
        if one.inputs and isinstance(holder := _at(value, container[:-1]), dict):
            holder.pop("inputs", None)
    fits = isinstance(written, dict) and _same(written, one.entry)
    if after.problem or not fits or _pruned(kept) != _pruned(rest):
        raise UsageError(
            translate(
                "Exporters", "{} cannot be changed without affecting the rest of the file; change it manually"
            ).format(file)
        )


def _taken_out(value: Any, container: Container, name: str) -> Any:
    holder = _at(value, container)
    if isinstance(holder, dict):
        return holder.pop(name, None)
    for item in holder if isinstance(holder, list) else ():
        if isinstance(item, dict) and item.get("name") == name:
            holder.remove(item)
            return item
    return None


def _pruned(value: Any) -> Any:
    """Without empty objects and lists: those that are made around an entry."""
    if isinstance(value, dict):
        inner = {key: _pruned(item) for key, item in value.items()}
        return {key: item for key, item in inner.items() if item not in ({}, [], None)}
    return value
