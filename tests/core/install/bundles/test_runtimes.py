"""Version ranges of the runtimes that a bundle wants."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from inspector.core.install.bundles.bundle import open_bundle
from inspector.core.install.bundles.manifest import Manifest
from inspector.core.install.bundles.runtimes import asked_version, is_within, runtime_doubts
from tests.core.install.bundles.packing import pack, served


@pytest.mark.parametrize(
    ("version", "wanted", "fits"),
    [
        ("v18.20.1", ">=16.0.0", True),
        ("v14.0.0", ">=16.0.0", False),
        ("3.11.7", ">=3.8,<4.0", True),
        ("4.0.0", ">=3.8 <4.0", False),
        ("3.12.0rc1", "~=3.11", True),
        ("3.12.0", "~=3.11.2", False),
        ("1.9.0", "^1.2", True),
        ("2.0.0", "^1.2", False),
        ("0.2.9", "^0.2.3", True),
        ("0.3.0", "^0.2.3", False),
        ("0.0.4", "^0.0.3", False),
        ("1.2.9", "~1.2.3", True),
        ("1.3.0", "~1.2.3", False),
        ("18.1.0", "18.x || >=20", True),
        ("19.0.0", "18.x || >=20", False),
        ("21.0.0", "18 || >=20", True),
        ("18.4.2", "18", True),
        ("18.0.0", "*", True),
        ("19.0.0", ">18", True),
        ("18.9.0", ">18", False),
        ("18.9.0", "<=18", True),
        ("1.5.0", "1.2.3 - 1.9", True),
        ("3.10.0", "!=3.10", False),
        ("3.10.0", "==3.10.0", True),
        ("18.0.0", "the latest", None),
        ("18.0.0", ">=16 || lts", True),
        ("unknown", ">=16", None),
        ("18.0.0", "", True),
        ("1.2.4", ">1.2.3", True),
        ("1.2.3", ">1.2.3", False),
        ("1.2.3", "<=1.2.3", True),
        ("1.2.4", "<=1.2.3", False),
        ("19.0.0", "<=18", False),
        ("1.1.9", "<1.2", True),
        ("1.2.0", "<1.2", False),
        ("3.11.0", "!=3.10", True),
        ("3.9.9", "!=3.10", True),
        ("3.10.1", "==3.10.0", False),
        ("3.9.0", "3.10", False),
        ("3.5.0", "~=3", True),
        ("4.0.0", "~=3", False),
        ("2.9.9", "~=3", False),
        ("1.9.0", "~1", True),
        ("2.0.0", "~1", False),
        ("1.3.0", "~>1.2", False),
        ("0.9.0", "^0", True),
        ("1.0.0", "^0", False),
        ("0.0.9", "^0.0", True),
        ("0.1.0", "^0.0", False),
        ("0.0.1", "^0.0.0", False),
        ("1.2.2", "^1.2.3", False),
        ("1.3.0", "1.x.5", True),
        ("18.0.0", "lts || 17", None),
        ("x.1", ">=16", None),
        ("18.0.0", ">=16".ljust(200), True),
        ("18.0.0", ">=16".ljust(201), None),
    ],
)
def test_version_is_in_its_range(version: str, wanted: str, fits: bool | None) -> None:
    assert is_within(version, wanted) is fits


def _manifest(tmp_path: Path, kind: str, runtimes: dict[str, str]) -> Manifest:
    value = {**served(kind, "server/index.js", command=kind), "compatibility": {"runtimes": runtimes}}
    found = open_bundle(pack(tmp_path / "a.mcpb", value)).manifest
    assert found is not None
    return found


def test_older_runtime_is_doubted(tmp_path: Path) -> None:
    def find(command: str) -> str | None:
        return f"/usr/bin/{command}" if command != "python3" else None

    def ask(program: str) -> str:
        return {"/usr/bin/node": "14.2.0", "/usr/bin/python": "3.9.1"}[program]

    node = _manifest(tmp_path, "node", {"node": ">=16", "python": ">=3.11"})
    assert runtime_doubts(node, find, ask) == ["it requires Node.js >=16, but /usr/bin/node is 14.2.0"]
    python = _manifest(tmp_path, "python", {"python": ">=3.8"})
    assert runtime_doubts(python, find, ask) == []
    assert runtime_doubts(node, lambda command: None, ask) == []
    assert runtime_doubts(_manifest(tmp_path, "uv", {"python": ">=99"}), find, ask) == []


def test_only_a_program_that_is_called_by_its_name_and_says_its_version_is_doubted(tmp_path: Path) -> None:
    def find(command: str) -> str | None:
        return f"/usr/bin/{command}"

    node = _manifest(tmp_path, "node", {"node": ">=16"})
    assert runtime_doubts(node, find, lambda program: "") == []
    assert runtime_doubts(node, find, lambda program: "16.0.0") == []
    assert runtime_doubts(_manifest(tmp_path, "node", {}), find, lambda program: "1.0.0") == []
    own = {
        **served("node", "server/index.js", command="${__dirname}/node"),
        "compatibility": {"runtimes": {"node": ">=16"}},
    }
    found = open_bundle(pack(tmp_path / "own.mcpb", own)).manifest
    assert found is not None and runtime_doubts(found, find, lambda program: "1.0.0") == []
    python = {
        **served("python", "main.py", command="python3"),
        "compatibility": {"runtimes": {"python": ">=3.8"}},
    }
    found = open_bundle(pack(tmp_path / "python.mcpb", python)).manifest
    assert found is not None and runtime_doubts(found, find, lambda program: "2.7.18") == [
        "it requires Python >=3.8, but /usr/bin/python3 is 2.7.18"
    ]


def test_runtime_says_its_version(tmp_path: Path) -> None:
    assert asked_version(sys.executable) == ".".join(map(str, sys.version_info[:3]))
    assert asked_version(str(tmp_path / "none")) == ""
