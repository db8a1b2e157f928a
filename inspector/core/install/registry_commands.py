"""The command line that runs a package of the registry, as a list of words, never through a shell.

npx [runtime arguments] -y id@version [package arguments]
uvx [..] id==version [..]
docker run -i --rm [.., -e NAME] image [..]
dnx [..] id@version --yes [-- ..]
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from inspector.core.storage.secret_references import names_secret
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = [
    "PACKAGE_KINDS",
    "Package",
    "command_words",
    "package_warnings",
    "runner_of",
    "without_secret_words",
]


@dataclass(frozen=True, slots=True)
class Package:
    """kind: npm | pypi | oci | nuget | mcpb, or whatever the file says. hint: the runner that it asks for."""

    kind: str
    identifier: str
    version: str = ""
    base_url: str = ""
    hint: str = ""
    sha256: str = ""


PACKAGE_KINDS: Final = {
    "npm": ("npx", "bunx", "pnpx"),
    "pypi": ("uvx", "pipx"),
    "oci": ("docker", "podman", "nerdctl"),
    "nuget": ("dnx",),
}
"""Kind of package → programs that run one, the usual first. A hint that is none of them is not followed."""

_USUAL_REGISTRIES: Final = {
    "npm": ("registry.npmjs.org", "registry.npmjs.com"),
    "pypi": ("pypi.org",),
    "oci": ("docker.io", "index.docker.io", "hub.docker.com", "registry-1.docker.io"),
    "nuget": ("api.nuget.org", "www.nuget.org", "nuget.org"),
}
_WIDE_OPEN: Final = {
    "--privileged": QT_TRANSLATE_NOOP("Core", "the container has full rights on this computer: {}"),
    "docker.sock": QT_TRANSLATE_NOOP("Core", "the container can start other containers: {}"),
    "--net=host": QT_TRANSLATE_NOOP("Core", "the container shares this computer's network: {}"),
    "--pid=host": QT_TRANSLATE_NOOP("Core", "the container sees all processes on this computer: {}"),
}


def runner_of(package: Package) -> str:
    """The program that runs it; "" for a kind that nothing here runs."""
    known = PACKAGE_KINDS.get(package.kind, ())
    return package.hint if package.hint in known else known[0] if known else ""


def command_words(package: Package, runtime: list[str], arguments: list[str], env: list[str]) -> list[str]:
    """The whole command line. env: names of variables that a container is to get from us.

    KeyError: nothing here runs this kind.
    """
    return _LINES[package.kind](_Run(package, runner_of(package), runtime, arguments, env))


def without_secret_words(runtime: list[str]) -> tuple[list[str], dict[str, str]]:
    """`-e NAME=VALUE` with a secret in it becomes `-e NAME`, and the variable is ours to set: everybody on
    the computer can read the words of a running program."""
    words, env = list(runtime), {}
    for place, word in enumerate(words[1:], start=1):
        name, equals, value = word.partition("=")
        if words[place - 1] in ("-e", "--env") and equals and names_secret(value):
            words[place] = name
            env[name] = value
    return words, env


def package_warnings(package: Package, words: list[str]) -> list[str]:
    """What a user should know before it runs. words: its command line."""
    found = []
    if package.kind in ("oci", "nuget") and _version(package) in ("", "latest"):
        found.append(translate("Core", "no fixed version: it runs the latest version at each start"))
    if package.hint and package.hint != runner_of(package):
        found.append(
            translate("Core", "it should run with {hint}; using {package}").format(
                hint=package.hint, package=runner_of(package)
            )
        )
    if package.kind == "oci":
        joined = (
            " ".join(words).replace("--network host", "--net=host").replace("--network=host", "--net=host")
        )
        found += [translate("Core", what).format(flag) for flag, what in _WIDE_OPEN.items() if flag in joined]
        if re.search(r"(?:-v|--volume)[ =]/:|src=/,|source=/,", joined):
            found.append(translate("Core", "the container sees the whole disk of this computer"))
    return found


def _version(package: Package) -> str:
    image = package.identifier.rpartition("/")[2] if package.kind == "oci" else ""
    return image.partition("@" if "@" in image else ":")[2] or package.version


def _base(package: Package) -> str:
    """The registry, where it is not the usual one."""
    url = package.base_url.strip().rstrip("/")
    host = re.sub(r"^[a-z]+://", "", url.lower()).split("/")[0]
    return "" if not host or host in _USUAL_REGISTRIES.get(package.kind, ()) else url


def _at(package: Package, mark: str) -> str:
    return f"{package.identifier}{mark}{package.version}" if package.version else package.identifier


@dataclass(frozen=True, slots=True)
class _Run:
    package: Package
    runner: str
    runtime: list[str]
    arguments: list[str]
    env: list[str]


def _npm(run: _Run) -> list[str]:
    base = _base(run.package)
    registry = [f"--registry={base}"] if base else []
    sure = [] if run.runner == "bunx" or {"-y", "--yes"} & set(run.runtime) else ["-y"]
    return [run.runner, *run.runtime, *registry, *sure, _at(run.package, "@"), *run.arguments]


def _pypi(run: _Run) -> list[str]:
    base = _base(run.package)
    if base and not base.endswith("/simple"):
        base += "/simple"
    option, before = ("--index-url", ["run"]) if run.runner == "pipx" else ("--default-index", [])
    index = [f"{option}={base}"] if base else []
    return [run.runner, *before, *run.runtime, *index, _at(run.package, "=="), *run.arguments]


def _oci(run: _Run) -> list[str]:
    # some files write the whole line
    runtime = run.runtime[1:] if run.runtime[:1] == ["run"] else run.runtime
    names = {
        run.package.identifier,
        re.sub(r"(?:@|:(?!.*/)).*$", "", run.package.identifier),
        _image(run.package),
    }
    while runtime and runtime[-1] in names:  # some also name the image there
        runtime = runtime[:-1]
    set_flags = [flag for flag in ("-i", "--rm") if flag not in runtime]
    passed = [word for name in run.env for word in ("-e", name)]
    return [run.runner, "run", *set_flags, *runtime, *passed, _image(run.package), *run.arguments]


def _image(package: Package) -> str:
    name = package.identifier
    last = name.rpartition("/")[2]
    if package.version and "@" not in name and ":" not in last:
        name = f"{name}:{package.version}"
    base = re.sub(r"^[a-z]+://", "", _base(package))
    return f"{base}/{name}" if base and not name.startswith(base) else name


def _nuget(run: _Run) -> list[str]:
    base = _base(run.package)
    source = ["--source", base] if base else []
    # without --yes it asks on the pipe that the protocol needs
    sure = [] if {"-y", "--yes"} & set(run.runtime) else ["--yes"]
    rest = ["--", *run.arguments] if run.arguments else []
    return [run.runner, *run.runtime, *source, _at(run.package, "@"), *sure, *rest]


_LINES: Final[dict[str, Callable[[_Run], list[str]]]] = {
    "npm": _npm,
    "pypi": _pypi,
    "oci": _oci,
    "nuget": _nuget,
}
