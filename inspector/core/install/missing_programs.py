"""Programs that servers are started with and that are not on this computer: npx, uvx, docker and the like."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.translation import translate
from inspector.transport import StdioTarget
from inspector.transport.environment import child_environment, find_command
from inspector.transport.stdio_clues import INSTALL
from inspector.transport.stdio_errors import install_page

__all__ = ["MissingProgram", "missing_programs"]


@dataclass(frozen=True, slots=True)
class MissingProgram:
    """commands: those that one page tells how to install. count: servers that need one of them."""

    commands: tuple[str, ...]
    page: str
    count: int

    def sentence(self) -> str:
        """What is missing and what it comes with, for a user."""
        command = self.commands[0]
        how = translate("Connect", INSTALL[command])
        return translate(
            "Install", "{commands} was not found on this computer; servers here that need it: {count}. {how}."
        ).format(
            commands=", ".join(self.commands),
            count=self.count,
            how=how if how.startswith(command) else f"{how[0].upper()}{how[1:]}",
        )


def missing_programs(targets: Iterable[StdioTarget]) -> list[MissingProgram]:
    """What these cannot start without, of the programs whose makers have a page. It looks through folders."""
    commands: dict[str, dict[str, None]] = {}
    counts: dict[str, int] = {}
    for target in targets:
        page = install_page(target.command)
        if page and find_command(target.command, child_environment(target), target.cwd) is None:
            name = target.command.lower().removesuffix(".exe").removesuffix(".cmd")
            commands.setdefault(page, {})[name] = None
            counts[page] = counts.get(page, 0) + 1
    return [MissingProgram(tuple(names), page, counts[page]) for page, names in commands.items()]
