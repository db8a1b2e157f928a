"""Where a command line keeps and finds secrets, and how its person signs in.

Nothing of it is imported for a server that needs none: an answer over stdio is not to wait for it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING, Final

from inspector.cli.output import Output, is_terminal
from inspector.transport import HttpTarget

if TYPE_CHECKING:
    from inspector.core.auth.flow import Flow
    from inspector.core.auth.store import Credentials
    from inspector.core.encrypted_file import EncryptedStore
    from inspector.core.profiles import Profile
    from inspector.core.settings import Settings

__all__ = ["PASSPHRASE", "AtTerminal", "credentials_for", "kept_credentials"]

PASSPHRASE: Final = "MCPDI_PASSPHRASE"
"""The variable that opens the encrypted place for secrets where nobody can be asked."""


def credentials_for(profile: Profile, settings: Settings) -> Credentials | None:
    """What this server may need; None: it needs none."""
    from inspector.core.variables import texts_of

    wanted = isinstance(profile.target, HttpTarget) or profile.inputs
    if not wanted and not any("secret" in text for _, text in texts_of(profile.target)):
        return None
    return kept_credentials(settings)


def kept_credentials(settings: Settings) -> Credentials:
    """All that is kept, in the place that the settings name."""
    from inspector.core.auth.store import Credentials
    from inspector.core.secrets import system_store

    return Credentials(system_store(settings.secrets, _unlock))


def _unlock(store: EncryptedStore) -> None:
    """Open it with the passphrase of the environment, or of the person at the terminal."""
    from getpass import getpass

    from inspector.errors import SecretsUnavailable

    given = os.environ.get(PASSPHRASE, "")
    if not given and is_terminal(sys.stdin) and is_terminal(sys.stderr):
        words = "New passphrase for secrets: " if store.is_new else "Passphrase for secrets: "
        given = getpass(words, sys.stderr)
        if store.is_new and getpass("Once more: ", sys.stderr) != given:
            raise SecretsUnavailable("the two passphrases differ; nothing was kept")
    if not given:
        raise SecretsUnavailable(
            f"{store.path.name} is locked: set {PASSPHRASE}, or run this at a terminal to be asked"
        )
    store.unlock(given)


class AtTerminal:
    """An `Interaction`: --sign-in is the person's word, so the browser opens when a server asks."""

    def __init__(self, output: Output) -> None:
        self._output = output

    async def allow(self, flow: Flow) -> bool:
        """They do: they said so on the command line."""
        return True

    async def show(self, url: str) -> None:
        """Print the page and open it."""
        opened = await asyncio.to_thread(_open, url)
        where = "it is open in your browser" if opened else "open it in a browser on this computer"
        self._output.event(f"Sign in on this page; {where}:\n{url}", sign_in=url)


def _open(url: str) -> bool:
    """Open the system's browser, never one that takes over this terminal. url: http or https."""
    import webbrowser

    screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if not screen or not url.lower().startswith(("https://", "http://")):
        return False
    try:
        return webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return False
