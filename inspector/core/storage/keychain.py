"""The system's keychain as a place for secrets, through `keyring`.

`keyring` is imported when it is needed: finding a backend asks the system, which takes its time. No keychain
tells its keys through it, so they (never a secret) are listed in a file beside the settings; where that lists
nothing, the keychain is not even asked.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from inspector.core.storage.plain_files import APP_NAME, config_folder, read_object, write_object
from inspector.core.storage.shared_files import locked
from inspector.errors import SecretsUnavailable
from inspector.translation import translate

__all__ = ["KeychainStore", "find_keychain", "listed_keys"]

PARTS: Final = "mcpdi-parts:"
# The Credential Manager of Windows takes 2560 bytes, which it counts in UTF-16.
PART_LENGTH: Final = 600 if sys.platform == "win32" else 0
SYSTEM_BACKENDS: Final = ("macOS", "Windows", "SecretService", "libsecret", "kwallet")


def listed_keys(path: Path | None = None) -> list[str]:
    """The keys that are in the keychain, from the file that lists them."""
    keys = read_object(path or _list_path())[0].get("keys")
    return sorted(key for key in keys if isinstance(key, str)) if isinstance(keys, list) else []


def _list_path() -> Path:
    return config_folder() / "keychain.json"


def find_keychain() -> KeychainStore | None:
    """The keychain of this system; None when it has none (or a backend that is no keychain)."""
    import keyring
    from keyring.errors import KeyringError

    try:
        backend = keyring.get_keyring()
    except (KeyringError, RuntimeError, ImportError, ValueError):
        return None
    return KeychainStore(backend) if _is_system(backend) else None


def _is_system(backend: Any) -> bool:
    """Only what the system guards: a plain text file of an extension package is not a keychain."""
    chained = getattr(backend, "backends", None)  # of keyring's ChainerBackend
    if chained is not None:
        return any(True for _ in chained) and all(_is_system(one) for one in chained)
    module = type(backend).__module__
    return module.startswith("keyring.backends.") and module.split(".")[2] in SYSTEM_BACKENDS


class KeychainStore:
    """Entries of our service in one keychain. backend: of `keyring`; path: of the list of keys."""

    kind = "keychain"

    def __init__(self, backend: Any, path: Path | None = None, part_length: int = PART_LENGTH) -> None:
        self._backend = backend
        self._path = path or _list_path()
        self._part_length = part_length
        self._changing = threading.Lock()  # the list of keys is read and written

    def get(self, key: str) -> str | None:
        """See `SecretStore`."""
        with _explained():
            return self._whole(key)

    def set(self, key: str, value: str) -> None:
        """See `SecretStore`."""
        with _explained(), self._changing:
            self._erase(key)  # a keychain that stays locked says so here: then nothing is listed
            # Before it is written: an entry that is not listed would be left behind for ever.
            self._note(key, True)
            self._write(key, value)

    def delete(self, key: str) -> None:
        """See `SecretStore`."""
        with _explained(), self._changing:
            self._erase(key)
            self._note(key, False)

    def keys(self) -> list[str]:
        """See `SecretStore`."""
        return listed_keys(self._path)

    def _list(self, keys: Iterable[str]) -> None:
        listed = sorted(frozenset(keys))
        if listed != listed_keys(self._path):
            write_object(self._path, {"keys": listed})

    def _note(self, key: str, there: bool) -> None:
        with locked(self._path):  # other keys may be noted by another copy of the program right now
            others = (one for one in listed_keys(self._path) if one != key)
            self._list([*others, key] if there else others)

    def _whole(self, name: str) -> str | None:
        value: str | None = self._backend.get_password(APP_NAME, name)
        if value is None or not value.startswith(PARTS):
            return value
        parts = [self._backend.get_password(APP_NAME, part) for part in _parts(name, value)]
        return None if None in parts else "".join(parts)

    def _write(self, name: str, value: str) -> None:
        length = self._part_length or len(value) or 1
        split = len(value) > length or value.startswith(PARTS)
        pieces = [value[at : at + length] for at in range(0, len(value), length)]
        if not split:
            self._backend.set_password(APP_NAME, name, value)
            return
        first = f"{PARTS}{len(pieces)}"
        for part, piece in zip(_parts(name, first), pieces, strict=True):
            self._backend.set_password(APP_NAME, part, piece)
        self._backend.set_password(APP_NAME, name, first)

    def _erase(self, name: str) -> None:
        value = self._backend.get_password(APP_NAME, name)
        if value is None:
            return
        for part in (name, *_parts(name, value)):
            if self._backend.get_password(APP_NAME, part) is not None:
                self._backend.delete_password(APP_NAME, part)


def _parts(name: str, first: str) -> list[str]:
    """Names of the entries that hold the pieces of a long value; first: what the entry itself holds."""
    count = first.removeprefix(PARTS)
    if not first.startswith(PARTS) or not count.isdigit():
        return []
    return [f"{name} part {number}" for number in range(1, min(int(count), 1000) + 1)]


@contextmanager
def _explained() -> Iterator[None]:
    """What a keychain raises, as words for a user.

    `keyring` wraps some of it: what D-Bus or Windows say in mid call comes through as it is.
    """
    try:
        yield
    except Exception as error:
        why = str(error) or type(error).__name__
        raise SecretsUnavailable(
            translate(
                "Core",
                "the system keychain cannot be used ({}); unlock it, or choose another secret store",
            ).format(why)
        ) from error
