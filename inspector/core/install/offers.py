"""Something that offers a server: a bundle, or an entry of the registry. What it would run, what it asks for.

An `Offer` is read, shown and asked about; only `prepare` writes anything, on a user's word, and nothing
is started here. The profile that comes of it keeps where it came from, so that the form can be shown again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from inspector.core.install.offer_protocol import Made, Offer
from inspector.core.servers.profiles import Profile
from inspector.errors import UsageError
from inspector.render.json_errors import reason_of
from inspector.translation import translate

if TYPE_CHECKING:
    from inspector.core.storage.secrets import SecretStore

__all__ = [
    "Download",
    "download_of",
    "is_offer_file",
    "offer_again",
    "offered_by",
    "read_offer",
    "read_offer_text",
    "settled",
]

_MOST_BYTES: Final = 2 << 20
_MOST_PASTED: Final = 256 << 10  # characters; it is looked at while the user types


@dataclass(frozen=True, slots=True)
class Download:
    """A bundle that an entry of the registry means, to be fetched by a user: nothing is fetched here."""

    url: str
    sha256: str

    def require(self, offer: Offer) -> None:
        """Raises UsageError when this is not the bundle that was meant."""
        from inspector.core.install.bundles.offer import BundleOffer

        if not isinstance(offer, BundleOffer):
            raise UsageError(translate("Core", "the file is not a bundle"))
        if not self.sha256:
            raise UsageError(
                translate("Core", "the registry entry has no SHA-256, so the file cannot be verified")
            )
        if offer.bundle.sha256 != self.sha256:
            raise UsageError(
                translate(
                    "Core",
                    "this is not the file in the registry: its SHA-256 is {sha256}, expected {expected}",
                ).format(sha256=offer.bundle.sha256, expected=self.sha256)
            )


def download_of(offer: Offer, choice: int) -> Download | None:
    """What has to be fetched before this choice can be added; None: nothing."""
    from inspector.core.install.registry_entry import RegistryOffer

    package = offer.choice(choice).package if isinstance(offer, RegistryOffer) and choice >= 0 else None
    if package is None or package.kind != "mcpb":
        return None
    return Download(package.identifier, package.sha256)


def is_offer_file(path: Path) -> bool:
    """Whether a file is to be read as an offer, by its name alone."""
    return path.suffix.lower() in (".mcpb", ".dxt") or path.name.lower() == "server.json"


def offered_by(text: str) -> Path | str | None:
    """What a user pasted, when it is the path of an offer's file or the text of a `server.json`."""
    text = text.strip()
    if not text.startswith("{"):
        return _offer_path(text)
    if len(text) > _MOST_PASTED or not any(f'"{key}"' in text for key in ("packages", "remotes")):
        return None
    try:
        read_offer_text(text)
    except UsageError:
        return None
    return text


def _offer_path(text: str) -> Path | None:
    path = Path(text.removeprefix("file://").strip("\"'"))
    try:
        return path.expanduser() if is_offer_file(path) and path.expanduser().is_file() else None
    except (OSError, RuntimeError):  # too long, or `~` of an unknown user
        return None


def read_offer(path: Path, locale: str = "") -> Offer:
    """The offer in a file. It may take seconds. Raises UsageError for what is none."""
    if path.exists() and not path.is_file():
        raise UsageError(translate("Core", "{} is not a file").format(path))  # a pipe would be waited for
    if path.suffix.lower() in (".mcpb", ".dxt"):
        from inspector.core.install.bundles.bundle import open_bundle
        from inspector.core.install.bundles.offer import BundleOffer

        return BundleOffer(open_bundle(path, locale))
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(
            translate("Core", "{path} cannot be read: {error}").format(
                path=path, error=error.strerror or error
            )
        ) from error
    if len(data) > _MOST_BYTES:
        raise UsageError(translate("Core", "{} is larger than 2 MB: not a server.json").format(path))
    return read_offer_text(data.decode("utf-8-sig", "replace"))


def read_offer_text(text: str) -> Offer:
    """The text of a `server.json`. Raises UsageError for what is none."""
    from inspector.core.install.registry_entry import RegistryOffer

    try:
        value = json.loads(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        where = translate("Core", "line {lineno}, column {colno}").format(
            lineno=error.lineno, colno=error.colno
        )
        raise UsageError(
            translate("Core", "This is not JSON: {where}: {msg}.").format(where=where, msg=reason_of(error))
        ) from error
    except RecursionError as error:
        raise UsageError(translate("Core", "The JSON is nested too deeply.")) from error
    except ValueError as error:  # a number of thousands of digits
        raise UsageError(translate("Core", "The JSON cannot be read: {}.").format(error)) from error
    return RegistryOffer(value)


def offer_again(profile: Profile) -> tuple[Offer, int, dict[str, Any]] | None:
    """The offer that a saved server was made of, its choice and values; None: it was made of none.

    Raises UsageError when what is kept of it cannot be read any more.
    """
    kept = profile.bundle
    if not kept:
        return None
    values = kept.get("values")
    values = dict(values) if isinstance(values, dict) else {}
    if isinstance(kept.get("server"), dict):
        from inspector.core.install.registry_entry import RegistryOffer

        offer: Offer = RegistryOffer(kept["server"])
        choice = kept.get("choice")
        return offer, choice if isinstance(choice, int) and 0 <= choice < len(offer.choices) else 0, values
    from inspector.core.install.bundles.offer import kept_bundle

    return kept_bundle(kept), 0, values


def settled(made: Made, others: Iterable[Profile], store: SecretStore, *, new: bool) -> Profile:
    """The server as it is saved, with its secrets in the store; it gets and overwrites no other server's.

    new: False: the server is there already, and its references to what is kept stay. It waits for the store.
    Raises SecretsUnavailable before anything else is changed.
    """
    from inspector.core.transfer.importers.adding import prepare_profile, references_in, with_keys

    taken = references_in(others)
    if new:
        profile, secrets = prepare_profile(made.profile, [*taken, *store.keys()], made.secrets)
    else:
        used = {key.casefold() for key in taken}
        moved = {key: _apart(key, used) for key in made.secrets}
        profile = with_keys(made.profile, moved)
        secrets = {moved[key]: value for key, value in made.secrets.items()}
    for key, value in secrets.items():
        store.set(key, value)
    return profile


def _apart(key: str, used: set[str]) -> str:
    place, number = key, 2
    while place.casefold() in used:
        place, number = f"{key} {number}", number + 1
    return place
