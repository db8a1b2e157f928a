"""A desktop of its own for one test: an X server, a window manager, a session bus with accessibility.

What a user does is done with the mouse and the keyboard of that X server (xdotool); what there is to click
on is asked of the accessibility tree, and what a user sees is taken from the screen.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtGui import QImage

from tests.packaging.accessible import Accessible, Element

TOOLS: Final = ("Xvfb", "dbus-daemon", "openbox", "xdotool", "import", "setpriv")
SIZE: Final = (1280, 800)
_END_S: Final = 5.0


def why_no_desktop() -> str:
    """One sentence when there can be none, else ""."""
    missing = [name for name in TOOLS if shutil.which(name) is None]
    if not any(
        Path(place).exists() for place in ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core")
    ):
        missing.append("at-spi2-core")
    return f"not installed: {', '.join(missing)}" if missing else ""


@dataclass(frozen=True)
class Desktop:
    """display: of the X server; folder: the run-time folder of the session, the user's own."""

    display: str
    bus: str
    user: int
    folder: Path
    pictures: Path

    @property
    def environment(self) -> dict[str, str]:
        """What a desktop gives the programs that it starts; no shell has added to it."""
        return {
            "DISPLAY": self.display,
            "DBUS_SESSION_BUS_ADDRESS": self.bus,
            "XDG_RUNTIME_DIR": str(self.folder),
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",  # as if a screen reader ran
        }

    def tree(self) -> Accessible:
        """What a screen reader is told; to be closed."""
        return Accessible(self.bus, self.user)

    def click(self, element: Element) -> None:
        """Move the mouse there and press its left button."""
        x, y = element.middle
        self._xdotool("mousemove", str(x), str(y), "click", "1")

    def write(self, text: str) -> None:
        """Type the text, key by key."""
        self._xdotool("type", "--delay", "15", "--", text)

    def press(self, keys: str) -> None:
        """Press keys together, for example "alt+F4"."""
        self._xdotool("key", "--", keys)

    def picture(self, name: str) -> QImage:
        """The screen as it is now; also kept as a file for people."""
        path = self.pictures / f"{name}.png"
        command = ["import", "-display", self.display, "-window", "root", str(path)]
        subprocess.run(command, check=True, capture_output=True)
        image = QImage(str(path))
        assert (image.width(), image.height()) == SIZE
        return image.convertToFormat(QImage.Format.Format_RGB32)

    def has_window(self, name: str) -> bool:
        """Whether there is a window of this WM_CLASS (its instance), as StartupWMClass means it."""
        words = ["xdotool", "search", "--onlyvisible", "--classname", f"^{re.escape(name)}$"]
        own = {**os.environ, "DISPLAY": self.display}
        return subprocess.run(words, env=own, capture_output=True, check=False).returncode == 0

    def _xdotool(self, *words: str) -> None:
        own = {**os.environ, "DISPLAY": self.display}
        subprocess.run(["xdotool", *words], env=own, check=True, capture_output=True)


@contextlib.contextmanager
def desktop(user: int, pictures: Path) -> Iterator[Desktop]:
    """A desktop for this user, ended with everything that it started."""
    pictures.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="mcpdi-desktop-", dir="/tmp"))
    os.chown(folder, user, -1)
    with contextlib.ExitStack() as ending:
        ending.callback(shutil.rmtree, folder, ignore_errors=True)
        own = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "LANG": "C.UTF-8",
        }
        reading, writing = os.pipe()
        screen = f"{SIZE[0]}x{SIZE[1]}x24"
        server = ["Xvfb", "-displayfd", str(writing), "-screen", "0", screen, "-nolisten", "tcp", "-ac"]
        ending.enter_context(_process(server, user, own, pass_fds=(writing,)))
        os.close(writing)
        with os.fdopen(reading) as answer:
            display = f":{answer.readline().strip()}"
        # A root of its own sees the sockets without a file, as they belong to the network.
        address = f"unix:abstract={folder}/bus"
        ending.enter_context(
            _process(["dbus-daemon", "--session", "--nofork", f"--address={address}"], user, own)
        )
        ending.enter_context(_process(["openbox"], user, {**own, "DISPLAY": display}))
        made = Desktop(display, address, user, folder, pictures)
        _wait_for_bus(made)
        yield made


def _wait_for_bus(made: Desktop) -> None:
    """Until there is a bus and, on it, one for accessibility: programs look for that when they start."""
    deadline = time.monotonic() + 10
    while True:
        try:
            made.tree().close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


@contextlib.contextmanager
def _process(
    command: list[str], user: int, environment: dict[str, str], pass_fds: tuple[int, ...] = ()
) -> Iterator[None]:
    ids = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user != os.geteuid() else []
    process = subprocess.Popen(
        [*ids, *command],
        env=environment,
        pass_fds=pass_fds,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(_END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
