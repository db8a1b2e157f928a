"""What offers servers and means harm: bundles, `server.json`, configurations of clients.

What each is called says what is wrong with it. Made here, opened by tests and by the benchmark `hostile`.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

__all__ = ["SERVER_FILES", "make_server_file"]

_MB: Final = 1_000_000
_DEEP: Final = 200_000
_MANIFEST: Final[dict[str, Any]] = {
    "manifest_version": "0.3",
    "name": "x",
    "version": "1.0.0",
    "description": "x",
    "author": {"name": "x"},
    "server": {
        "type": "node",
        "entry_point": "index.js",
        "mcp_config": {"command": "node", "args": ["${__dirname}/index.js"]},
    },
}
_ENTRY: Final[dict[str, Any]] = {
    "name": "io.github.x/y",
    "description": "x",
    "version": "1.0.0",
    "packages": [
        {"registryType": "npm", "identifier": "y", "version": "1.0.0", "transport": {"type": "stdio"}}
    ],
}


def _zip(members: dict[str, bytes], manifest: Any = None) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        text = manifest if isinstance(manifest, bytes) else json.dumps(manifest or _MANIFEST).encode()
        archive.writestr("manifest.json", text)
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def _manifest(**changes: Any) -> bytes:
    return _zip({"index.js": b""}, _MANIFEST | changes)


def _said_size(data: bytes) -> bytes:
    """The directory says that the manifest has four bytes, or four billion."""
    at = data.rfind(b"PK\x01\x02", 0, data.find(b"PK\x01\x02") + 4)
    return data[: at + 24] + struct.pack("<I", 0xFFFFFFF0) + data[at + 28 :]


def _server(**changes: Any) -> bytes:
    return json.dumps(_ENTRY | changes).encode()


SERVER_FILES: Final[dict[str, tuple[str, Callable[[], bytes]]]] = {
    "a bundle of nothing": ("x.mcpb", lambda: b""),
    "a bundle of zeros": ("x.mcpb", lambda: bytes(_MB)),
    "a bundle cut in the middle": ("x.mcpb", lambda: (whole := _zip({"a": b"x" * 9999}))[: len(whole) // 2]),
    "a bundle whose manifest is said to be large": ("x.mcpb", lambda: _said_size(_zip({}))),
    "a bundle with a manifest of 100 MB": (
        "x.mcpb",
        lambda: _zip({}, b'{"name":"' + b"x" * 100 * _MB + b'"}'),
    ),
    "a bundle with a manifest nested without end": ("x.mcpb", lambda: _zip({}, b'{"a":' + b"[" * _DEEP)),
    "a bundle with a manifest of many values": (
        "x.mcpb",
        lambda: _zip({}, b'{"a":[' + b",".join([b"[]"] * _MB) + b"]}"),
    ),
    "a bundle with a number without end": (
        "x.mcpb",
        lambda: _zip({}, b'{"name":"x","a":' + b"9" * 9999 + b"}"),
    ),
    "a bundle with a bomb": ("x.mcpb", lambda: _zip({"a": bytes(100 * _MB)})),
    "a bundle of fifty thousand files": ("x.mcpb", lambda: _zip({f"f{n}": b"" for n in range(50_001)})),
    "a bundle with an icon of 100 MB": (
        "x.mcpb",
        lambda: _zip({"icon.png": bytes(100 * _MB)}, _MANIFEST | {"icon": "icon.png"}),
    ),
    "a bundle that leads out": ("x.mcpb", lambda: _zip({"../../x": b"", "/etc/x": b""})),
    "a bundle with members of every type": (
        "x.mcpb",
        lambda: _manifest(
            name=5,
            version=None,
            author=[],
            server="x",
            user_config=[1],
            tools={"a": 1},
            compatibility=7,
            icons=5,
        ),
    ),
    "a bundle that asks for ten thousand values": (
        "x.mcpb",
        lambda: _manifest(
            user_config={
                f"k{n}": {"type": "string", "title": f"t{n}", "description": "x"} for n in range(10_000)
            }
        ),
    ),
    "a bundle with variables in variables": (
        "x.mcpb",
        lambda: _manifest(
            server={
                "type": "node",
                "entry_point": "index.js",
                "mcp_config": {"command": "${user_config.a}" * 10_000, "args": ["${user_config.b}"] * 10_000},
            },
            user_config={"a": {"type": "string", "title": "a", "default": "${user_config.a}" * 1000}},
        ),
    ),
    "a server.json of nothing": ("server.json", lambda: b""),
    "a server.json of zeros": ("server.json", lambda: bytes(1000)),
    "a server.json nested without end": ("server.json", lambda: b'{"packages":' + b"[" * _DEEP),
    "a server.json with a number without end": (
        "server.json",
        lambda: b'{"packages":[],"a":' + b"9" * 9999 + b"}",
    ),
    "a server.json of an array": ("server.json", lambda: b"[1]"),
    "a server.json with half characters": (
        "server.json",
        lambda: _server(name="\ud800", description="\udfff"),
    ),
    "a server.json with members of every type": (
        "server.json",
        lambda: _server(name=5, packages={"a": 1}, remotes="x", repository=[], version=1e300),
    ),
    "a server.json with packages of every type": (
        "server.json",
        lambda: _server(
            packages=[1, None, {}, {"registryType": 5}, {"registryType": "npm", "identifier": []}, "x", [[]]],
            remotes=[{"type": "sse", "url": 5}, None, {"type": [], "url": "http://[::1"}],
        ),
    ),
    "a server.json with ten thousand packages": (
        "server.json",
        lambda: _server(packages=_ENTRY["packages"] * 10_000),
    ),
    "a server.json that asks for ten thousand values": (
        "server.json",
        lambda: _server(
            packages=[
                _ENTRY["packages"][0]
                | {"environmentVariables": [{"name": f"K{n}", "isRequired": True} for n in range(10_000)]}
            ]
        ),
    ),
    "a server.json of 2 MB of values": (
        "server.json",
        lambda: b'{"packages":[' + b",".join([b"[]"] * 600_000) + b"]}",
    ),
    "a configuration nested without end": ("mcp.json", lambda: b'{"mcpServers":' + b"[" * _DEEP),
    "a configuration with a number without end": (
        "mcp.json",
        lambda: b'{"mcpServers":{"a":{"command":"x","timeout":' + b"9" * 9999 + b"}}}",
    ),
    "a configuration with entries of every type": (
        "mcp.json",
        lambda: json.dumps(
            {
                "mcpServers": {
                    "a": 1,
                    "b": None,
                    "c": [],
                    "d": {"command": 5},
                    "e": {"command": "x", "args": "y", "env": []},
                    "f": {"url": []},
                    "\ud800": {"command": "x"},
                    "": {"command": ""},
                    "g": {"url": "http://[::1", "headers": 5},
                }
            }
        ).encode(),
    ),
    "a configuration of ten thousand servers": (
        "mcp.json",
        lambda: json.dumps(
            {"mcpServers": {f"s{n}": {"command": "x", "args": [str(n)]} for n in range(10_000)}}
        ).encode(),
    ),
    "a configuration with an argument of 1.9 MB": (
        "mcp.json",
        lambda: json.dumps({"mcpServers": {"a": {"command": "x", "args": ["ab${" * 470_000]}}}).encode(),
    ),
    "a configuration of 1.9 MB of comments": ("mcp.json", lambda: b"/*" * 900_000 + b"{}"),
    "YAML that grows without end": (
        "config.yaml",
        lambda: (
            b"a: &a [x,x,x,x,x,x,x,x,x]\n"
            + b"".join(
                b"%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n" % (c, c, *([c - 1] * 9))
                for c in range(ord("b"), ord("k"))
            )
            + b"mcpServers: *j\n"
        ),
    ),
    "YAML nested without end": ("config.yaml", lambda: b"mcpServers: " + b"[" * _DEEP),
    "YAML that holds itself": ("config.yaml", lambda: b"mcpServers: &a\n  x: *a\n"),
    "YAML with an object of Python": (
        "config.yaml",
        lambda: b"mcpServers: !!python/object/apply:os.system ['touch hacked']\n",
    ),
    "TOML nested without end": ("config.toml", lambda: b"a = " + b"[" * _DEEP),
    "TOML with a key without end": ("config.toml", lambda: b".".join([b"a"] * _DEEP) + b" = 1\n"),
    "TOML with a number without end": (
        "config.toml",
        lambda: b"[mcp_servers.a]\ncommand='x'\ntimeout=" + b"9" * 9999,
    ),
    "TOML of 1.9 MB of tables": (
        "config.toml",
        lambda: b"".join(b"[mcp_servers.s%d]\n" % n for n in range(80_000)),
    ),
}
"""Name → (name of the file, bytes)."""


def make_server_file(name: str, folder: Path) -> Path:
    """The file of that name in a folder of its own there."""
    place = folder / f"server-{list(SERVER_FILES).index(name)}"
    place.mkdir()
    file, make = SERVER_FILES[name]
    (place / file).write_bytes(make())
    return place / file
