"""What a user chose of a preview, or pasted → a server to save, and its secrets → their store.

A server that comes from elsewhere never gets a secret that is there already: its references point to
unused places.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from inspector.core.servers.literal_secrets import without_literals
from inspector.core.servers.profiles import Profile, entry_of, profile_from_entry
from inspector.core.servers.saved_servers import Profiles
from inspector.core.servers.starting import secret_key
from inspector.core.storage.secret_references import secret_reference
from inspector.core.storage.secrets import SecretStore
from inspector.core.transfer.importers.found import Found
from inspector.translation import translate

__all__ = ["add_found", "edited", "prepare_profile", "references_in", "with_keys"]

_REFERENCE: Final = re.compile(r"\$\{secret:([^}]+)\}")


def add_found(
    found: Found, profiles: Profiles, store: SecretStore, *, choice: int = 0, name: str = ""
) -> Profile:
    """Add one server and keep its secrets; returns it as it was added. `profiles` is not saved here.

    choice: which reading of an entry that can be read in two ways. name: in place of its own. It waits for
    the store. Raises SecretsUnavailable before anything was added, ValueError for what has no profile.
    """
    chosen = found.profile if found.profile is not None else (found.choices or (None,))[choice]
    if chosen is None:
        raise ValueError(found.problem or translate("Importers", "there is nothing to add"))
    wanted = replace(chosen, name=name or chosen.name)
    profile, secrets = prepare_profile(wanted, [*references_in(profiles), *store.keys()], found.secrets)
    for key, value in secrets.items():
        store.set(key, value)
    return profiles.add(profile)


def prepare_profile(
    profile: Profile, taken: Collection[str], secrets: dict[str, str] | None = None
) -> tuple[Profile, dict[str, str]]:
    """A server as it can be added, and the secrets that belong to it, by key.

    Secrets that still stand in its texts are taken out. taken: keys that others use; they differ from the
    new ones in more than case, as Windows keeps them without it. secrets: what was taken out before.
    """
    profile, found = without_literals(profile, references_in([profile]))
    values = {**(secrets or {}), **found}
    used = {key.casefold() for key in taken}
    keys = references_in([profile])
    count, name = 1, profile.name
    while any(_moved(key, name).casefold() in used for key in keys):
        count += 1
        name = f"{profile.name} {count}"
    moved = {key: _moved(key, name) for key in keys}
    kept = {new: values[key] for key, new in moved.items() if key in values}
    return with_keys(profile, moved), kept


def edited(profile: Profile, others: Iterable[Profile]) -> tuple[Profile, dict[str, str]]:
    """A saved server after a user changed it, and the secrets that were typed into its texts, by key.

    Its references stay. others: the other servers; what they keep is not overwritten.
    """
    return without_literals(profile, references_in([profile, *others]))


def references_in(profiles: Iterable[Profile]) -> list[str]:
    """Keys of all secrets that these servers name, in order, once each."""
    found = (key for profile in profiles for text in _texts(entry_of(profile)) for key in _keys(text))
    return list(dict.fromkeys(found))


def _keys(text: str) -> list[str]:
    return _REFERENCE.findall(text)


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, str):
        yield value


def _moved(key: str, server: str) -> str:
    """`server/<old>/<what>` → `server/<server>/<what>`; <what> is written as a key already."""
    return secret_key(server, "_").removesuffix("_") + key.rpartition("/")[2]


def with_keys(profile: Profile, keys: Mapping[str, str]) -> Profile:
    """The server with some of its references renamed: old key → new key."""

    def put(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: put(item) for key, item in value.items()}
        if isinstance(value, list):
            return [put(item) for item in value]
        if isinstance(value, str):
            return _REFERENCE.sub(lambda match: secret_reference(keys.get(match[1], match[1])), value)
        return value

    return profile_from_entry(profile.name, put(entry_of(profile)))
