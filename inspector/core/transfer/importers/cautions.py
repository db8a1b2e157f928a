"""What to know of a server before it is added: how it starts, and where its requests go.

A caution forbids nothing. Of files only the permissions are read.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import urlsplit

from inspector.core.servers.profiles import Profile
from inspector.core.servers.variables import named_in
from inspector.core.transfer.importers.found import Caution
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport import HttpTarget, StdioTarget

__all__ = ["cautions_of"]

_SHELLS: Final = frozenset(
    "sh bash zsh dash ksh fish csh tcsh busybox cmd powershell pwsh osascript".split()  # noqa: SIM905
)
_DOWNLOAD: Final = tuple(
    (re.compile(fetched, re.IGNORECASE), re.compile(run, re.IGNORECASE))
    for fetched, run in (
        (
            r"\b(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b",
            r"\|\s{0,99}+(?:(?:sudo\s{1,99}+)?(?:\S{0,99}/)?(?:ba|z|da|k)?sh"
            r"|iex|Invoke-Expression|python\d?|node|perl|ruby)\b",
        ),
        (r"(?:ba|z|da|k)?sh\s{1,99}+<\(\s{0,99}+(?:curl|wget)\b|\$\(\s{0,99}+(?:curl|wget)\b", ""),
        (r"\biex\b", r"\b(?:irm|iwr|DownloadString)\b"),
    )
)
"""What fetches, and what has to come after it: looked for one after the other, as a line may be long."""
_OPERATORS: Final = re.compile(r"[|&;<>`^]|\$\(")
_RUNNERS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "npx": ((),),
    "bunx": ((),),
    "pnpx": ((),),
    "npm": (("exec",), ("x",)),
    "pnpm": (("dlx",),),
    "yarn": (("dlx",),),
    "bun": (("x",),),
    "uvx": ((),),
    "uv": (("tool", "run"),),
    "pipx": (("run",),),
}
"""Programs that fetch a package and run it → the words that make them do so."""
_WITH_VALUE: Final = frozenset(
    "-p --package --python --with --index --index-url --default-index --registry --cache -c --call".split()  # noqa: SIM905
)
_NAMES_PACKAGE: Final = ("-p", "--package", "--from", "--spec")
_PINNED: Final = re.compile(
    r"^(?:@[^/@]+/)?[^@/\s]+@v?\d|[=~]=\s*\d|@[0-9a-f]{7,40}$|#[0-9a-f]{7,40}$|\.(?:whl|tgz)$"
)
_LOOPBACK: Final = re.compile(r"^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|::1)$", re.IGNORECASE)

Mode = Callable[[str], int | None]
"""path → st_mode; None: there is nothing, or it may not be read."""


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except (OSError, ValueError):
        return None


def cautions_of(profile: Profile, mode_of: Mode = _mode) -> tuple[Caution, ...]:
    """All of one server, the gravest first."""
    target = profile.target
    if isinstance(target, HttpTarget):
        return (*_remote(profile, target), *_not_done(profile))
    words = (target.command, *target.args)
    return (*_shell(words), *_writable(target, mode_of), *_unpinned(words), *_not_done(profile))


_NOT_DONE: Final = {
    "headersHelper": QT_TRANSLATE_NOOP(
        "Importers", "The client runs a command to get the headers; that is not done here."
    ),
    "sandboxEnabled": QT_TRANSLATE_NOOP(
        "Importers", "The client starts it in a sandbox; here it runs without one."
    ),
    "sandbox": QT_TRANSLATE_NOOP("Importers", "The client starts it in a sandbox; here it runs without one."),
}


def _not_done(profile: Profile) -> Iterator[Caution]:
    """What its client does for it and we do not."""
    for text in dict.fromkeys(text for key, text in _NOT_DONE.items() if profile.kept.get(key)):
        yield Caution("not_done", text)


def _shell(words: tuple[str, ...]) -> Iterator[Caution]:
    line = " ".join(words)
    if any((found := first.search(line)) and then.search(line, found.end()) for first, then in _DOWNLOAD):
        yield Caution(
            "download",
            translate("Importers", "It downloads and runs a program without a fixed version."),
        )
    inner = _unwrapped(words)
    if _stem(words[0]) in _SHELLS and (inner == words or _OPERATORS.search(line)):
        yield Caution(
            "shell",
            translate("Importers", "It runs a shell ({}), which can run more than the server.").format(
                _stem(words[0])
            ),
        )


def _stem(command: str) -> str:
    return re.split(r"[\\/]", command)[-1].lower().removesuffix(".exe").removesuffix(".cmd")


def _unwrapped(words: tuple[str, ...]) -> tuple[str, ...]:
    """`cmd /c npx …` and `env A=b npx …` are the usual way to start what comes after."""
    if _stem(words[0]) == "cmd" and len(words) > 2 and words[1].lower() == "/c":
        return words[2:]
    if _stem(words[0]) == "env":
        rest = [word for place, word in enumerate(words) if place and "=" not in word and word[:1] != "-"]
        return tuple(words[words.index(rest[0]) :]) if rest else words
    return words


def _writable(target: StdioTarget, mode_of: Mode) -> Iterator[Caution]:
    """Another user could put another program in its place."""
    for path in (target.command, *target.args):
        if not os.path.isabs(path):
            continue
        mode, folder = mode_of(path), mode_of(os.path.dirname(path))
        if mode is None or not stat.S_ISREG(mode):
            continue
        open_folder = folder is not None and folder & stat.S_IWOTH and not folder & stat.S_ISVTX
        if os.name != "nt" and (mode & stat.S_IWOTH or open_folder):
            yield Caution(
                "writable", translate("Importers", "Every user of this computer can change {}.").format(path)
            )


def _unpinned(words: tuple[str, ...]) -> Iterator[Caution]:
    words = _unwrapped(words)
    starts = _RUNNERS.get(_stem(words[0]), ())
    start = next((one for one in starts if tuple(words[1 : 1 + len(one)]) == one), None)
    if start is None:
        return
    package = _package(words[1 + len(start) :])
    if package and not _PINNED.search(package) and not package.startswith((".", "/", "~")):
        runner = " ".join((_stem(words[0]), *start))
        yield Caution(
            "unpinned",
            translate(
                "Importers", "{runner} downloads the latest {package} each time: specify a version to pin it."
            ).format(runner=runner, package=package),
        )


def _package(words: tuple[str, ...]) -> str:
    """The package that a runner is told to fetch."""
    rest = iter(words)
    found = ""
    for word in rest:
        name, equals, value = word.partition("=")
        if name in _NAMES_PACKAGE:
            found = value if equals else next(rest, "")
        elif word in _WITH_VALUE:
            next(rest, "")
        elif not word.startswith("-"):
            return found or word
    return found


def _remote(profile: Profile, target: HttpTarget) -> Iterator[Caution]:
    try:
        parts = urlsplit(target.url)
        host = parts.hostname or ""
    except ValueError:
        return
    if parts.scheme.lower() in ("http", "ws") and not _LOOPBACK.match(host):
        text = translate("Importers", "Traffic to {} is not encrypted (no TLS).").format(host)
        if target.headers or profile.auth:
            text = translate(
                "Importers",
                "Traffic to {}, including your credentials, is not encrypted (no TLS).",
            ).format(host)
        yield Caution("plain", text)
    sent = [id_ for kind, id_ in named_in(target, profile.variables) if kind == "env"]
    if sent:
        yield Caution(
            "sends",
            translate("Importers", "It sends {sent} of your environment to {host}.").format(
                sent=", ".join(sent), host=host or translate("Importers", "its address")
            ),
        )
