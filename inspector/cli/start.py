"""From options to a running verb, in the order that is fastest for the user.

The server is started before `running` and the core behind it are imported: a tenth of a second that its own
start-up hides.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from inspector.cli.target import chosen_server
from inspector.transport import StdioTarget

if TYPE_CHECKING:
    from inspector.cli.options import Common
    from inspector.cli.running import Around, Work

__all__ = ["run_on_server"]


def run_on_server(
    common: Common,
    work: Work,
    needs: tuple[str, ...] = ("inspector.render",),
    around: Around | None = None,
    *,
    connects: bool = True,
) -> int:
    """Run work on the server that the options name; the exit code. Raises UsageError before anything runs.

    needs: modules that work imports later; they are loaded while the server starts up. connects: else that is
    a part of the work.
    """
    chosen = chosen_server(common)
    profile = chosen.profile
    early: AbstractContextManager[None] = nullcontext()
    if isinstance(profile.target, StdioTarget) and not _may_name_variables(profile.target, profile.variables):
        from inspector.transport.spawn import started_early

        early = started_early(profile.target)
    with early:
        from inspector.cli.running import run, with_secrets

        around = with_secrets(chosen.secrets, around) if chosen.secrets else around
        return run(profile, common, work, needs, around, connects=connects)


def _may_name_variables(target: StdioTarget, dialect: str) -> bool:
    """Whether its texts may have to be changed before it starts, without core/servers/variables.py."""
    texts = (target.command, *target.args, *target.env.values(), target.cwd)
    signs = ("${secret:",) if dialect == "none" else ("$", "{", "%")
    return any(sign in text for text in texts for sign in signs)
