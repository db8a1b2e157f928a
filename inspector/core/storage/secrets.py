"""Where secrets live: tokens, passwords and keys, never in a file that is handed on.

    keychain    the system's own (Keychain, Credential Manager, Secret Service, KWallet)
    memory      until the program ends
    encrypted   a file beside the settings, opened with a passphrase
    refused     nowhere: what would have to be kept is not taken

Keys are paths: `server/<name>/<what>` for what a saved server needs, `oauth/…` for what an authorization
server gave. Every method may wait for the system (a keychain asks its user), so call it off the loop.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, Protocol

from inspector.core.storage.encrypted_file import EncryptedStore
from inspector.core.storage.keychain import find_keychain, listed_keys
from inspector.core.storage.settings import SECRET_CHOICES
from inspector.errors import SecretsUnavailable, UsageError
from inspector.translation import translate

__all__ = ["MemoryStore", "RefusedStore", "SecretStore", "Unlock", "system_store"]


class SecretStore(Protocol):
    """A place for secrets. All methods raise SecretsUnavailable with what to do about it."""

    @property
    def kind(self) -> str:
        """keychain | memory | encrypted | refused."""

    def get(self, key: str) -> str | None:
        """The secret of that key; None: there is none."""

    def set(self, key: str, value: str) -> None:
        """Keep it under that key, in place of what was there."""

    def delete(self, key: str) -> None:
        """Forget it; a key that is not there is no error."""

    def keys(self) -> list[str]:
        """All keys, in order."""


class MemoryStore:
    """Kept until the program ends."""

    kind = "memory"

    def __init__(self) -> None:
        self._values: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        """See `SecretStore`."""
        return self._values.get(key)

    def set(self, key: str, value: str) -> None:
        """See `SecretStore`."""
        self._values[key] = value

    def delete(self, key: str) -> None:
        """See `SecretStore`."""
        self._values.pop(key, None)

    def keys(self) -> list[str]:
        """See `SecretStore`."""
        return sorted(self._values)


class RefusedStore:
    """Holds nothing and takes nothing."""

    kind = "refused"

    def get(self, key: str) -> str | None:
        """Nothing was ever kept."""
        return None

    def set(self, key: str, value: str) -> None:
        """Raises SecretsUnavailable."""
        raise SecretsUnavailable(translate("Core", "the setting “Keep secrets” is “refused”"))

    def delete(self, key: str) -> None:
        """There is nothing to forget."""

    def keys(self) -> list[str]:
        """None."""
        return []


Unlock = Callable[["EncryptedStore"], None]
"""Opens it with a passphrase that it gets from the user; called off the loop. Raises SecretsUnavailable
when there is no user, or they decline."""


def system_store(choice: str = "system", unlock: Unlock | None = None) -> SecretStore:
    """The place that the setting `secrets` names (SECRET_CHOICES); unlock: for an encrypted one.

    Raises UsageError for another choice.
    """
    return _PLAIN[choice]() if choice in _PLAIN else _ChosenStore(choice, unlock)


class _ChosenStore:
    """The place that the setting `secrets` names. Nothing is looked for, asked or unlocked before a secret is
    needed that can be there."""

    def __init__(self, choice: str, unlock: Unlock | None) -> None:
        if choice not in SECRET_CHOICES:
            raise UsageError(
                translate("Core", "secrets must be one of {secret_choices}, not {choice!r}").format(
                    secret_choices=", ".join(SECRET_CHOICES), choice=choice
                )
            )
        self._choice = choice
        self._unlock = unlock
        self._store: SecretStore | None = None
        self._finding = threading.Lock()

    @property
    def kind(self) -> str:
        """See `SecretStore`; the keychain is looked for."""
        return "encrypted" if self._choice == "encrypted" else self._found().kind

    def get(self, key: str) -> str | None:
        """See `SecretStore`."""
        return self._found().get(key) if self._may_hold(key) else None

    def set(self, key: str, value: str) -> None:
        """See `SecretStore`."""
        self._found().set(key, value)

    def delete(self, key: str) -> None:
        """See `SecretStore`."""
        if self._may_hold(key):
            self._found().delete(key)

    def keys(self) -> list[str]:
        """See `SecretStore`."""
        if self._store is None and self._choice == "system":
            return listed_keys()
        return self._found().keys() if self._may_hold("") else []

    def _may_hold(self, key: str) -> bool:
        if self._store is not None:
            return True
        if self._choice == "encrypted":
            return not EncryptedStore().is_new
        return key in listed_keys()

    def _found(self) -> SecretStore:
        with self._finding:
            if self._store is None:
                self._store = self._encrypted() if self._choice == "encrypted" else _keychain()
            return self._store

    def _encrypted(self) -> SecretStore:
        store = EncryptedStore()
        if self._unlock is None:
            raise SecretsUnavailable(
                translate("Core", "{} is locked, and there is no terminal to ask for its passphrase").format(
                    store.path.name
                )
            )
        self._unlock(store)
        return store


def _keychain() -> SecretStore:
    return find_keychain() or MemoryStore()


_PLAIN: Final[dict[str, Callable[[], SecretStore]]] = {"memory": MemoryStore, "refused": RefusedStore}
