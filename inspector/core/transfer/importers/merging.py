"""One row for what several clients have: the same launch line, the same texts, the same secrets."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from inspector.core.servers.profiles import Profile, transport_of
from inspector.core.servers.variables import named_in, rewritten
from inspector.core.transfer.importers.found import Found, Origin

__all__ = ["PreviewRow", "merged"]

_REFERENCE: Final = re.compile(r"\$\{secret:[^}]+\}")


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One server of a preview. found: as the first client has it. origins: where it stands, that first.

    known: the name of a saved server that is the same, "" when there is none."""

    found: Found
    origins: tuple[Origin, ...]
    known: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Its names in these places, once each."""
        return tuple(dict.fromkeys(one.name for one in self.origins))


def merged(found: Iterable[Found], saved: Iterable[Profile] = ()) -> list[PreviewRow]:
    """Rows in the order in which their first entry was found.

    Entries that could not be read stay rows of their own. One that is switched off in one client and on in
    another counts as on. saved: servers that are there already.
    """
    known = {_shape(profile): profile.name for profile in saved}
    rows: dict[Hashable, PreviewRow] = {}
    for place, one in enumerate(found):
        profiles = (one.profile,) if one.profile is not None else one.choices
        key: Hashable = tuple(_line(profile, one.secrets) for profile in profiles) or place
        if (row := rows.get(key)) is None:
            name = known.get(_shape(profiles[0]), "") if profiles else ""
            rows[key] = PreviewRow(one, (one.origin,), name)
        else:
            both = replace(row.found, disabled=row.found.disabled and one.disabled)
            origins = tuple(dict.fromkeys((*row.origins, one.origin)))
            rows[key] = replace(row, found=both, origins=origins)
    return list(rows.values())


def _shape(profile: Profile) -> Hashable:
    """The same without regard to secrets: those of a saved server are not looked up for a preview."""
    plain = rewritten(profile.target, lambda place, text: _REFERENCE.sub("${secret}", text))
    return _line(replace(profile, target=plain), {})


def _line(profile: Profile, secrets: dict[str, str]) -> Hashable:
    """All that decides what runs, with the secrets in place: their keys hold the server's name."""
    references = {f"${{secret:{key}}}": value for key, value in secrets.items()}

    def put(place: str, text: str) -> str:
        for reference, value in references.items():
            text = text.replace(reference, value)
        return text

    target = rewritten(profile.target, put)
    dialect = profile.variables if named_in(profile.target, profile.variables) else ""
    return repr((target, transport_of(profile), dialect))
