"""A short name for a server, from its command line or URL.

npx -y @modelcontextprotocol/server-everything → everything; uvx mcp-server-time → time;
node /home/me/weather/dist/index.js → weather; https://mcp.example.com/mcp → mcp.example.com.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

__all__ = ["name_from_url", "name_from_words"]

_RUNNERS: Final = frozenset(
    {
        "npx",
        "bunx",
        "uvx",
        "pipx",
        "uv",
        "pnpm",
        "yarn",
        "npm",
        "bun",
        "deno",
        "node",
        "tsx",
        "ts-node",
        "python",
    }
    | {"python3", "py", "docker", "podman", "nerdctl", "java", "dotnet", "ruby", "go", "cargo", "env", "sudo"}
    | {
        "cmd",
        "sh",
        "bash",
        "zsh",
        "powershell",
        "pwsh",
        "wsl",
        "poetry",
        "hatch",
        "rye",
        "pdm",
        "php",
        "perl",
    }
)
_SUBCOMMANDS: Final = frozenset({"run", "exec", "dlx", "x", "tool", "create", "start"})
_WITH_VALUE: Final = frozenset(
    {
        "-e",
        "--env",
        "-v",
        "--volume",
        "--mount",
        "--name",
        "-p",
        "--publish",
        "--network",
        "--net",
        "-w",
        "-u",
    }
    | {
        "--workdir",
        "--user",
        "--env-file",
        "--entrypoint",
        "--platform",
        "--pull",
        "--add-host",
        "-l",
        "--label",
    }
    | {"--directory", "--project", "--from", "--with", "--python", "--package", "-r", "--require", "--import"}
    | {"--index", "--index-url", "--index-strategy", "--registry", "--prefix", "--cwd", "-C", "-cp", "--spec"}
)
_GENERIC: Final = frozenset(
    {
        "server",
        "main",
        "index",
        "app",
        "cli",
        "dist",
        "build",
        "src",
        "out",
        "lib",
        "bin",
        "mcp",
        "start",
        "run",
    }
    | {
        "target",
        "release",
        "debug",
        "__main__",
        "stdio",
        "mcp-server",
        "mcp_server",
        "server-mcp",
        "node_modules",
    }
)
_ENDING: Final = re.compile(
    r"\.(?:[cm]?[jt]sx?|pyz?|exe|cmd|bat|jar|dll|sh|rb|php|pl|go|ps1)$", re.IGNORECASE
)
_AFFIXES: Final = (
    re.compile(r"^(?:mcp[-_.]server[-_.]|server[-_.]|mcp[-_.])(?=.)", re.IGNORECASE),
    re.compile(r"(?<=.)(?:[-_.]mcp[-_.]server|[-_.]server|[-_.]mcp)$", re.IGNORECASE),
)


def name_from_url(url: str) -> str:
    """The host, with its port when it has one."""
    parts = urlsplit(url)
    return parts.netloc.rpartition("@")[2] or url


def name_from_words(words: Sequence[str]) -> str:
    """A name for the server that this command line starts; never empty."""
    word = _candidate(words)
    return _name_of(word) or _stem(word) or _stem(words[0]) or "server"


def _candidate(words: Sequence[str]) -> str:
    """The word that names the server: the first that is no runner, option or sub-command."""
    place = 0
    while place < len(words):
        word = words[place]
        if word in ("-c", "/c", "/C") and place + 1 < len(words) and " " in words[place + 1]:
            return _candidate(words[place + 1].split())
        if word in _WITH_VALUE and not (word == "-p" and _stem(words[0]) in ("npx", "bunx")):
            place += 1
        elif not _says_nothing(word):
            return word
        place += 1
    return words[0]


def _says_nothing(word: str) -> bool:
    option = word.startswith(("-", "/c", "/C")) and "/" not in word[1:]
    assignment = re.match(r"^\w+=", word) is not None
    return option or assignment or _stem(word) in _RUNNERS or word in _SUBCOMMANDS


def _stem(word: str) -> str:
    return _ENDING.sub("", re.split(r"[\\/]", word)[-1])


def _name_of(word: str) -> str:
    """Package, image, module or path → name; "" when nothing but generic words is left."""
    # version of a package, tag or digest of an image
    word = re.sub(r"(?<=.)(?:@[\w.^~*-]+(?::\w+)?|:[\w.-]+)$", "", word)
    word = re.sub(r"(?<=.)(?:\[.*\])?(?:[=<>~!].*)?$", "", word)  # extras and versions of Python packages
    parts = [part for part in re.split(r"[\\/]", word.replace("git+", "").removesuffix(".git")) if part]
    for part in reversed(parts):
        stem = _ENDING.sub("", part).lstrip("@")
        short = stem
        for affix in _AFFIXES:
            short = affix.sub("", short)
        short = short.split(".")[0] if "." in short and "_" in short else short
        if short.strip(".~") and short.lower() not in _GENERIC and not short.endswith(":"):
            return short
    return ""
