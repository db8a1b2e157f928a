"""Where a command line keeps and finds secrets, and how its user signs in.

Nothing of it is imported for a server that needs none: an answer over stdio is not to wait for it.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING

from inspector.cli.output import Output, is_terminal
from inspector.transport import HttpTarget
from inspector.transport.environment import PASSPHRASE

if TYPE_CHECKING:
    from inspector.core.auth.flow import Flow
    from inspector.core.auth.store import Credentials
    from inspector.core.servers.profiles import Profile
    from inspector.core.storage.encrypted_file import EncryptedStore
    from inspector.core.storage.settings import Settings

__all__ = ["AtTerminal", "credentials_for", "kept_credentials"]


def credentials_for(profile: Profile, settings: Settings) -> Credentials | None:
    """What this server may need; None: it needs none."""
    from inspector.core.servers.variables import texts_of

    wanted = isinstance(profile.target, HttpTarget) or profile.inputs
    if not wanted and not any("secret" in text for _, text in texts_of(profile.target)):
        return None
    return kept_credentials(settings)


def kept_credentials(settings: Settings) -> Credentials:
    """All that is kept, in the place that the settings name."""
    from inspector.core.auth.store import Credentials
    from inspector.core.storage.secrets import system_store

    return Credentials(system_store(settings.secrets, _unlock))


def _unlock(store: EncryptedStore) -> None:
    """Open it with the passphrase of the environment, or of the user at the terminal."""
    from getpass import getpass

    from inspector.errors import SecretsUnavailable

    given = os.environ.get(PASSPHRASE, "")
    if not given and is_terminal(sys.stdin) and is_terminal(sys.stderr):
        words = "New passphrase for secrets: " if store.is_new else "Passphrase for secrets: "
        given = getpass(words, sys.stderr)
        if store.is_new and getpass("Repeat: ", sys.stderr) != given:
            raise SecretsUnavailable("the passphrases do not match; nothing was saved")
    if not given:
        raise SecretsUnavailable(
            f"{store.path.name} is locked: set {PASSPHRASE},"
            " or run this in a terminal to enter the passphrase"
        )
    store.unlock(given)


class AtTerminal:
    """An `Interaction`: --sign-in is the user's word, so the browser opens when a server asks."""

    def __init__(self, output: Output) -> None:
        self._output = output

    async def allow(self, flow: Flow) -> bool:
        """They do: they said so on the command line."""
        return True

    async def show(self, url: str) -> None:
        """Print the page and open it; what opens it may run as long as the browser does."""
        if not _has_browser(url):
            self._output.event("Sign in: open this page in a browser on this computer:", url, sign_in=url)
            return
        self._output.event("Sign in on this page, which opens in your browser:", url, sign_in=url)
        threading.Thread(target=self._open, args=(url,), name="browser", daemon=True).start()

    def stray(self) -> None:
        """Say so; Ctrl+C is the way out."""
        self._output.note(
            "ignored a response with a different state. Still waiting for the right one (Ctrl+C to cancel)"
        )

    def _open(self, url: str) -> None:
        from inspector.cli.browser import open_page

        if not open_page(url):
            self._output.note("could not open a browser: open the page yourself on this computer")


def _has_browser(url: str) -> bool:
    """Whether there is one that does not take over this terminal. url: http or https, or none opens it."""
    screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    return screen and url.lower().startswith(("https://", "http://"))
