"""Where secrets live: tokens, passwords and keys, never in a file that is handed on.

    keychain    the system's own (Keychain, Credential Manager, Secret Service, KWallet)
    memory      until the program ends
    encrypted   a file beside the settings, opened with a passphrase
    refused     nowhere: what would have to be kept is not taken

Keys are paths: `server/<name>/<what>` for what a saved server needs, `oauth/…` for what an authorization
server gave. Every method may wait for the system (a keychain asks its person), so call it off the loop.
"""

from __future__ import annotations

from typing import Final, Protocol

from inspector.errors import SecretsUnavailable, UsageError

__all__ = ["CHOICES", "MemoryStore", "RefusedStore", "SecretStore", "system_store"]

CHOICES: Final = ("system", "memory", "encrypted", "refused")
"""Of the setting `secrets`. system: the keychain; where there is none, memory."""


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
        """Forget it; a key that is not there is no mistake."""

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
        raise SecretsUnavailable("secrets are not kept: the setting “Keep secrets” says refused")

    def delete(self, key: str) -> None:
        """There is nothing to forget."""

    def keys(self) -> list[str]:
        """None."""
        return []


def system_store(choice: str = "system") -> SecretStore:
    """The place that the setting `secrets` names. It may take a moment: the system is asked for its keychain.

    An encrypted one is still locked, see `EncryptedStore.unlock`. Raises UsageError for another choice.
    """
    if choice == "memory":
        return MemoryStore()
    if choice == "refused":
        return RefusedStore()
    if choice == "encrypted":
        from inspector.core.encrypted_file import EncryptedStore

        return EncryptedStore()
    if choice == "system":
        from inspector.core.keychain import find_keychain

        return find_keychain() or MemoryStore()
    raise UsageError(f"secrets must be one of {', '.join(CHOICES)}, not {choice!r}")
