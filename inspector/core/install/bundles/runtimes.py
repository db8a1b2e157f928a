"""Whether this computer has the runtime that a bundle wants."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from typing import Final

from inspector.core.install.bundles.manifest import Manifest
from inspector.translation import translate

__all__ = ["RUNTIMES", "is_within", "runtime_doubts"]

_VERSION: Final = r"v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:[-+.][0-9A-Za-z.+-]*)?"
_PART: Final = re.compile(rf"(>=|<=|>|<|===?|=|!=|~=|\^|~>?)?\s*{_VERSION}")
_HYPHEN: Final = re.compile(rf"\s*({_VERSION})\s+-\s+({_VERSION})\s*")

_LONGEST: Final = 200

Numbers = tuple[int, int, int]


def is_within(version: str, wanted: str) -> bool | None:
    """Whether a version fits a range; None: one cannot be read. Marks of pre-releases do not count.

    wanted: as npm and Python write it, `>=16.0.0`, `>=3.8,<4.0`, `^1.2`, `~1.2.3`, `18.x || >=20`.
    """
    found = re.search(_VERSION, version)
    if found is None or not found[1].isdigit() or len(wanted) > _LONGEST:
        return None
    have = _least(found.groups()[:3])
    verdicts = [_all_of(have, part) for part in wanted.split("||")]
    if None in verdicts:
        return True if True in verdicts else None
    return True in verdicts


def _all_of(have: Numbers, text: str) -> bool | None:
    if hyphen := _HYPHEN.fullmatch(text):
        text = f">={hyphen[1]} <={hyphen[5]}"
    rest, fits = text.replace(",", " ").strip(), True
    while rest:
        part = _PART.match(rest)
        if part is None:
            return None
        fits = fits and _fits(have, part[1] or "=", part.groups()[1:4])
        rest = rest[part.end() :].lstrip()
    return fits


def _fits(have: Numbers, sign: str, parts: tuple[str | None, ...]) -> bool:
    least, given = _least(parts), _given(parts)
    rules: dict[str, Callable[[], bool]] = {
        ">=": lambda: have >= least,
        "<": lambda: have < least,
        ">": lambda: have >= _after(least, given),
        "<=": lambda: have < _after(least, given),
        "!=": lambda: not least <= have < _after(least, given),
        "^": lambda: least <= have < _after(least, _first_that_counts(least, given)),
        "~=": lambda: least <= have < _after(least, max(1, given - 1)),
    }
    rules["~"] = rules["~>"] = lambda: least <= have < _after(least, min(2, given))
    return rules.get(sign, lambda: least <= have < _after(least, given))()


def _given(parts: tuple[str | None, ...]) -> int:
    """How many numbers stand there before the first x."""
    for count, part in enumerate(parts):
        if part is None or not part.isdigit():
            return count
    return len(parts)


def _least(parts: tuple[str | None, ...]) -> Numbers:
    given = _given(parts)
    first, second, third = (
        int(part) if part is not None and place < given else 0 for place, part in enumerate(parts)
    )
    return first, second, third


def _after(version: Numbers, given: int) -> Numbers:
    """The first version that is beyond all that begin with so many of its numbers."""
    if given == 0:
        return 10**12, 0, 0
    numbers = list(version)
    numbers[given - 1] += 1
    first, second, third = (number if place < given else 0 for place, number in enumerate(numbers))
    return first, second, third


def _first_that_counts(version: Numbers, given: int) -> int:
    """`^` keeps the first number that is not 0."""
    place = next((place for place, number in enumerate(version) if number), 2)
    return max(1, min(place + 1, given))


RUNTIMES: Final = {"node": "Node.js", "python": "Python"}
_PROGRAMS: Final = {"node": ("node",), "python": ("python3", "python")}
_LIMIT_S: Final = 5.0


def asked_version(program: str) -> str:
    """What a program says to --version, "" when it says nothing in time."""
    try:
        done = subprocess.run(
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_LIMIT_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    found = re.search(r"\d+(?:\.\d+)+\S*", done.stdout.decode("utf-8", "replace"))
    return found[0] if found else ""


def runtime_doubts(
    manifest: Manifest, find: Callable[[str], str | None], ask: Callable[[str], str] = asked_version
) -> list[str]:
    """What is wrong with the Node.js or Python on PATH. Only these are asked, never a file of the bundle."""
    name = manifest.server_type
    wanted = manifest.runtimes.get(name, "")
    command = manifest.config.command if manifest.config is not None else name
    if name not in _PROGRAMS or not wanted or command not in (name, *_PROGRAMS[name]):
        return []
    program = next((path for command in _PROGRAMS[name] if (path := find(command))), None)
    version = ask(program) if program is not None else ""
    if not version or is_within(version, wanted) is not False:
        return []
    return [
        translate("Bundles", "it requires {runtimes} {wanted}, but {program} is {version}").format(
            runtimes=RUNTIMES[name], wanted=wanted, program=program, version=version
        )
    ]
