"""The changes of CHANGELOG.md in the form that Debian's tools read (deb-changelog(5))."""

from __future__ import annotations

import re
import textwrap
from email.utils import formatdate

_SECTION = re.compile(r"^## (?P<version>\S+).*\n(?P<body>(?:(?!## ).*\n?)*)", re.MULTILINE)
_ITEM = re.compile(r"^### (?P<kind>.+)$|^- (?P<text>.+(?:\n {2}.+)*)", re.MULTILINE)
UNRELEASED = "Unreleased"


def debian_changelog(text: str, package: str, version: str, maintainer: str, epoch: int) -> str:
    """One entry a version, the newest first. What is unreleased belongs to the version that is built."""
    bodies: dict[str, str] = {version: ""}
    for section in _SECTION.finditer(text):
        name = version if section["version"] == UNRELEASED else section["version"]
        bodies[name] = bodies.get(name, "") + section["body"]
    return "\n".join(
        f"{package} ({name}) stable; urgency=medium\n\n{_changes(body)}\n"
        f" -- {maintainer}  {formatdate(epoch)}\n"
        for name, body in bodies.items()
    )


def _changes(body: str) -> str:
    kinds: dict[str, list[str]] = {}
    kind = ""
    for item in _ITEM.finditer(body):
        if item["kind"]:
            kind = item["kind"]
        else:
            kinds.setdefault(kind, []).append(" ".join(item["text"].split()))
    lines: list[str] = []
    for kind, texts in kinds.items():
        lines += [f"  [ {kind} ]"] if kind else []
        for text in texts:
            lines += textwrap.wrap(text, 78, initial_indent="  * ", subsequent_indent="    ")
    return "\n".join(lines or ["  * No changes are told."]) + "\n"
