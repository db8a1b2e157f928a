"""What servers cannot start without, by the makers' pages."""

from __future__ import annotations

from pathlib import Path

from inspector.core.install.missing_programs import missing_programs
from inspector.transport import StdioTarget
from inspector.transport.stdio_clues import PAGES


def test_programs_of_one_maker_are_told_together_and_counted(tmp_path: Path) -> None:
    nowhere = {"PATH": str(tmp_path)}
    targets = [
        *(StdioTarget(command, (), nowhere) for command in ("npx", "node", "npx.cmd", "uvx", "docker")),
        StdioTarget("of-nobody-known", (), nowhere),
    ]
    found = missing_programs(targets)
    assert [(one.commands, one.page, one.count) for one in found] == [
        (("npx", "node"), PAGES["npx"], 3),
        (("uvx",), PAGES["uvx"], 1),
        (("docker",), PAGES["docker"], 1),
    ]
    node, _uv, docker = (one.sentence() for one in found)
    assert node.startswith(
        "npx, node was not found on this computer; servers here that need it: 3. npx comes"
    )
    assert docker.endswith("Install Docker and start it (docs.docker.com).")


def test_one_that_is_there_is_not_missing(tmp_path: Path) -> None:
    program = tmp_path / "uvx"
    program.touch(0o755)
    program.with_suffix(".exe").touch(0o755)
    assert missing_programs([StdioTarget("uvx", (), {"PATH": str(tmp_path)})]) == []
