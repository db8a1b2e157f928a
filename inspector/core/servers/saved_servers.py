"""The servers a user has saved: `servers.json`, in the form other clients use (`profiles.py`).

Several programs may write it at once; nothing that one of them wrote is lost, and what another one changed
shows up after `refresh`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from inspector.core.servers.declaring import misused_members
from inspector.core.servers.profiles import KNOWN_KEYS, Profile, entry_of, profile_from_entry
from inspector.core.storage.merged_entries import free_name, merged
from inspector.core.storage.plain_files import config_folder, read_for_change, read_object, write_object
from inspector.core.storage.shared_files import Writing, is_under_way, locked, stamp
from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["Profiles"]

_UNKNOWN = (-1, -1, -1)  # no file has that stamp
_Made = tuple[dict[str, Any], dict[str, Any], tuple[int, int, int]]  # what is written, and its stamp


class Profiles:
    """Saved servers in the order in which they are shown. Names are unique."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or config_folder() / "servers.json"
        self.notes: list[str] = []
        self._profiles: dict[str, Profile] = {}
        self._entries: dict[str, Any] = {}  # as they were in the file, for the keys that we do not know
        self._written: tuple[dict[str, Any], dict[str, Any]] = {}, {}  # entries and rest, as in the file
        self._rest: dict[str, Any] = {}  # other keys of the file
        self._seen = _UNKNOWN
        self._writing: Writing[Any] | None = None

    def load(self) -> list[str]:
        """Read the file; returns notes for people (also in `notes`). Never raises for its content."""
        self._seen = stamp(self.path)
        self._rest, self.notes = read_object(self.path)
        self._profiles, self._entries = {}, {}
        entries = self._rest.pop("mcpServers", {})
        if not isinstance(entries, dict):
            self.notes.append(
                translate("Core", '{}: "mcpServers" is not an object; kept but not used').format(self.path)
            )
            self._rest["mcpServers"] = entries
            return self.notes
        self._written = dict(entries), dict(self._rest)
        self._take(entries)
        return self.notes

    def refresh(self) -> bool:
        """Take over what another program wrote meanwhile; True: there are other servers, or changed ones.

        What is not saved here stays changed; while it is being saved, nothing is taken over. A server that
        they removed goes. A file that cannot be used now changes nothing.
        """
        if is_under_way(self._writing):
            return False
        seen = stamp(self.path)
        if seen == self._seen or "mcpServers" in self._rest:
            return False
        self._seen = seen
        there, notes = read_object(self.path)
        entries = there.pop("mcpServers", {})
        if notes or not isinstance(entries, dict):
            self.notes += notes
            return False
        before = list(self._profiles.items())
        taken = merged(self._written[0], self._entries, entries)
        self._rest = merged(self._written[1], self._rest, there)
        self._written = dict(entries), dict(there)
        self._profiles = {}
        self._take(taken)
        return list(self._profiles.items()) != before

    def save(self) -> None:
        """Write the file in one step, with what another program wrote into it meanwhile. Raises OSError."""
        self.writing().now()

    def writing(self) -> Writing[Any]:
        """The same in steps; one of them ends before the next is made."""
        entries, rest = dict(self._entries), dict(self._rest)
        job = partial(self._write, self._written, entries, rest, frozenset(self._profiles))
        self._writing = Writing(self.path, job, partial(self._settle, entries, rest))
        return self._writing

    def _write(
        self,
        written: tuple[dict[str, Any], dict[str, Any]],
        ours: dict[str, Any],
        rest: dict[str, Any],
        shown: frozenset[str],
    ) -> _Made:
        with locked(self.path):
            there, notes = read_for_change(self.path)
            self.notes.extend(notes)
            entries = there.pop("mcpServers", {})
            if not isinstance(entries, dict) or "mcpServers" in rest:
                raise UsageError(
                    translate("Core", '{}: "mcpServers" is not an object; fix or remove it first').format(
                        self.path
                    )
                )
            if there or entries:
                ours = merged(written[0], ours, entries, shown)
                rest = merged(written[1], rest, there)
            write_object(self.path, {"mcpServers": ours, **rest})
            # What came from the others is not a profile yet: `refresh` makes it one.
            return ours, rest, _UNKNOWN if (entries, there) != written else stamp(self.path)

    def _settle(self, ours: dict[str, Any], rest: dict[str, Any], made: _Made) -> None:
        """What changed here since the copy was made stays changed."""
        entries, others, seen = made
        self._seen = _UNKNOWN if self._seen == _UNKNOWN else seen  # `refresh` has not looked yet
        self._written = entries, others
        self._entries = merged(ours, self._entries, entries, self._profiles)
        self._rest = merged(rest, self._rest, others)

    def _take(self, entries: dict[str, Any]) -> None:
        self._entries = dict(entries)
        for name, entry in entries.items():
            try:
                self._profiles[name] = profile_from_entry(name, entry)
            except UsageError as error:
                self.notes.append(
                    translate("Core", "{path}: {error}; kept but not used").format(
                        path=self.path, error=error
                    )
                )
                continue
            for key, words in misused_members(entry).items():
                self.notes.append(
                    translate("Core", '{path}: "{name}": "{key}" must be {words}; kept but not used').format(
                        path=self.path, name=name, key=key, words=words
                    )
                )

    def __iter__(self) -> Iterator[Profile]:
        return iter(list(self._profiles.values()))

    def __len__(self) -> int:
        return len(self._profiles)

    def __contains__(self, name: object) -> bool:
        return name in self._profiles

    def get(self, name: str) -> Profile | None:
        """The server of that name, or None."""
        return self._profiles.get(name)

    def names(self) -> list[str]:
        """All names, in order."""
        return list(self._profiles)

    def add(self, profile: Profile) -> Profile:
        """Add at the end; a name that is taken gets " 2", " 3" ... Returns what was added."""
        profile = replace(profile, name=self._free_name(profile.name))
        self._profiles[profile.name] = profile
        self._entries[profile.name] = entry_of(profile)
        return profile

    def remove(self, name: str) -> None:
        """Remove it. KeyError: no such server."""
        del self._profiles[name]
        del self._entries[name]

    def replace(self, name: str, profile: Profile) -> Profile:
        """Put profile in the place of the one called name, which may change its name. KeyError: no such."""
        old = self._entries[name]
        kept = {key: value for key, value in old.items() if key not in KNOWN_KEYS}
        misused = {key: old[key] for key in misused_members(old)}
        taken = profile.name != name and profile.name in self._entries
        profile = replace(profile, name=self._free_name(profile.name)) if taken else profile
        entry = {**misused, **entry_of(profile), **kept}
        self._entries = {
            (profile.name if key == name else key): (entry if key == name else value)
            for key, value in self._entries.items()
        }
        self._profiles = {
            (profile.name if key == name else key): (profile if key == name else value)
            for key, value in self._profiles.items()
        }
        return profile

    def arrange(self, names: Iterable[str]) -> None:
        """Put the servers into this order; entries that cannot be used keep their places."""
        order = [name for name in dict.fromkeys(names) if name in self._profiles]
        order += [name for name in self._profiles if name not in order]
        following = iter(order)
        places = [next(following) if name in self._profiles else name for name in self._entries]
        self._entries = {name: self._entries[name] for name in places}
        self._profiles = {name: self._profiles[name] for name in order}

    def _free_name(self, wanted: str) -> str:
        return free_name(wanted.strip() or "server", self._entries)
