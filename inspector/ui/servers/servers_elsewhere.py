"""The list of servers after another copy of the program changed the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.ui.servers.server import Server

__all__ = ["taken_over"]

_LIVE = ("connected", "connecting", "closing")


def taken_over(
    profiles: Profiles, rows: Mapping[str, Server], insert: Callable[[Profile, bool], None]
) -> tuple[dict[str, Server], set[str]]:
    """The rows as they are now, and the names of those that became other servers.

    A connection goes on: a server that was removed elsewhere stays until the end of the program while it is
    connected here, and one that was changed is another one from its next connection on. insert: puts a new
    row into `rows`.
    """
    changed = set()
    for profile in profiles:
        row = rows.get(profile.name)
        if row is None:
            insert(profile, True)
        elif row.saved and row.profile != profile:
            same = row.profile.target == profile.target  # then what was typed and got here stays
            row.profile = profile
            row.inbox.own_roots = profile.roots
            changed.add(profile.name)
            if row.state not in _LIVE and not same:
                row.client = None
    for name, row in rows.items():
        if row.saved and name not in profiles:
            row.saved = row.state not in _LIVE
    kept = {name: row for name, row in rows.items() if not row.saved or name in profiles}
    order = [name for name in profiles.names() if name in kept]
    return {name: kept[name] for name in [*order, *kept]}, changed
