"""Secrets in a file that only a passphrase opens, for computers without a keychain.

    {"version": 1, "salt": "…", "data": "…"}   scrypt makes the key, Fernet (AES-CBC, HMAC) seals the data

beside the settings, for its owner alone. The passphrase is kept nowhere; the key, until the program ends.
`cryptography` is imported when it is needed.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from inspector.core.storage.plain_files import config_folder, read_object, write_object
from inspector.core.storage.shared_files import locked
from inspector.errors import SecretsUnavailable
from inspector.translation import translate

__all__ = ["EncryptedStore"]

VERSION: Final = 1
SALT_BYTES: Final = 16
# 32 MB and a tenth of a second for each guess.
SCRYPT: Final = {"length": 32, "n": 1 << 15, "r": 8, "p": 1}


class EncryptedStore:
    """Locked until `unlock`; then every change is written at once."""

    kind = "encrypted"

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or config_folder() / "secrets.encrypted"
        self._key: bytes | None = None
        self._salt = b""
        self._changing = threading.Lock()  # the file is read and written

    @property
    def locked(self) -> bool:
        """A passphrase is needed."""
        return self._key is None

    @property
    def is_new(self) -> bool:
        """There is no file yet: the next passphrase is a new one."""
        return not self.path.exists()

    def unlock(self, passphrase: str) -> None:
        """Open the file, or begin one. Raises SecretsUnavailable for a wrong passphrase."""
        stored = self._stored()
        if not passphrase:
            raise SecretsUnavailable(translate("Core", "the passphrase is empty"))
        salt = _bytes(stored.get("salt")) if stored else os.urandom(SALT_BYTES)
        key = _derive(passphrase, salt)
        if stored:
            _open(key, stored)
        self._key, self._salt = key, salt
        if not stored:
            self._begin(passphrase)

    def get(self, key: str) -> str | None:
        """See `SecretStore`."""
        return self._read().get(key)

    def set(self, key: str, value: str) -> None:
        """See `SecretStore`."""
        with self._alone():
            self._write({**self._read(), key: value})

    def delete(self, key: str) -> None:
        """See `SecretStore`."""
        with self._alone():
            values = self._read()
            if values.pop(key, None) is not None:
                self._write(values)

    def keys(self) -> list[str]:
        """See `SecretStore`."""
        return sorted(self._read())

    def _begin(self, passphrase: str) -> None:
        """A new file, unless another copy of the program began it in the meantime."""
        with self._alone():
            if self.is_new:
                self._write({})
                return
        self._key = None
        self.unlock(passphrase)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with self._changing:  # threads queue here and do not have to ask again and again
            try:
                with locked(self.path):
                    yield
            except OSError as error:
                why = error.strerror or str(error)
                raise SecretsUnavailable(
                    translate("Core", "cannot write {path}: {why}").format(path=self.path, why=why)
                ) from error

    def _read(self) -> dict[str, str]:
        """From the file each time: another copy of the program may have written."""
        if self._key is None:
            raise SecretsUnavailable(
                translate("Core", "{} is locked; enter its passphrase").format(self.path.name)
            )
        stored = self._stored()
        return _open(self._key, stored) if stored else {}

    def _write(self, values: dict[str, str]) -> None:
        from cryptography.fernet import Fernet

        assert self._key is not None
        data = Fernet(self._key).encrypt(json.dumps(values).encode()).decode()
        salt = base64.b64encode(self._salt).decode()
        write_object(self.path, {"version": VERSION, "salt": salt, "data": data})

    def _stored(self) -> dict[str, Any]:
        stored, notes = read_object(self.path)
        if notes:
            raise SecretsUnavailable(notes[0])
        if stored and stored.get("version") != VERSION:
            raise SecretsUnavailable(
                translate("Core", "{} was written by a newer version of this program").format(self.path)
            )
        return stored


def _derive(passphrase: str, salt: bytes) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return base64.urlsafe_b64encode(Scrypt(salt=salt, **SCRYPT).derive(passphrase.encode()))


def _open(key: bytes, stored: dict[str, Any]) -> dict[str, str]:
    from cryptography.fernet import Fernet, InvalidToken

    try:
        plain = Fernet(key).decrypt(str(stored.get("data")).encode())
    except InvalidToken as error:
        raise SecretsUnavailable(
            translate("Core", "the passphrase does not unlock the secrets file")
        ) from error
    values: dict[str, str] = json.loads(plain)
    return values


def _bytes(text: Any) -> bytes:
    try:
        return base64.b64decode(str(text), validate=True)
    except binascii.Error:
        return b""
