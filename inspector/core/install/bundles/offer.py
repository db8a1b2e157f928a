"""A bundle as an `Offer`: what it would run and what it asks for; unpacked on a user's word."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from inspector.core.install.bundles.bundle import Bundle, open_bundle
from inspector.core.install.bundles.launching import Machine, launch
from inspector.core.install.bundles.manifest import Manifest, read_manifest
from inspector.core.install.bundles.runtimes import RUNTIMES, runtime_doubts
from inspector.core.install.bundles.unpacking import bundle_folder, unpack
from inspector.core.install.bundles.user_config import config_schema, initial_values
from inspector.core.install.offer_protocol import Made, notes_with_cautions, with_references
from inspector.core.servers.profiles import Profile
from inspector.errors import UsageError
from inspector.render.media import say_size
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["BundleOffer", "kept_bundle", "kept_manifest"]

_MANIFEST_BYTES: Final = 2 << 20


class BundleOffer:
    """An `Offer`. root: where bundles are unpacked, unless it is the usual place."""

    choices: tuple[str, ...]

    def __init__(self, bundle: Bundle, root: Path | None = None, machine: Machine | None = None) -> None:
        self.bundle = bundle
        self._root, self._machine = root, machine or Machine()
        manifest = bundle.manifest
        self._folder = bundle_folder(bundle.sha256, root)
        self.refused = bundle.refused
        self.name = manifest.name if manifest else bundle.path.stem
        self.title = manifest.title if manifest and manifest.title else bundle.path.name
        self.description = manifest.description if manifest else ""
        self.publisher = manifest.author if manifest else ""
        self.facts = _facts(bundle)
        self.warnings = (*_signed(bundle), *bundle.problems)
        self.choices = (self.title,)

    def schema(self, choice: int) -> dict[str, Any]:
        """See `Offer`."""
        manifest = self.bundle.manifest
        return config_schema(manifest.options if manifest else (), self._folders())

    def initial(self, choice: int) -> dict[str, Any]:
        """See `Offer`."""
        manifest = self.bundle.manifest
        return initial_values(manifest.options if manifest else (), self._folders())

    def make(self, choice: int, name: str, values: Mapping[str, Any]) -> Made:
        """See `Offer`."""
        manifest = self.bundle.manifest
        secret = {option.key for option in manifest.options if option.sensitive} if manifest else set()
        kept, secrets = with_references(name, values, secret)
        prepared = launch(self.bundle, kept, self._folder, self._machine)
        path = os.path.abspath(self.bundle.path)
        bundle = {"path": path, "sha256": self.bundle.sha256, "values": kept}
        profile = Profile(name, prepared.target, variables="none", bundle=bundle)
        return Made(profile, secrets, notes_with_cautions(prepared.notes, profile), prepared.missing)

    def doubts(self, choice: int) -> tuple[str, ...]:
        """See `Offer`: the version of Node.js or Python."""
        manifest = self.bundle.manifest
        return tuple(runtime_doubts(manifest, self._machine.find)) if manifest else ()

    def prepare(self, choice: int) -> None:
        """Unpack it."""
        if self.bundle.size or not self._folder.is_dir():
            unpack(self.bundle, self._root)

    def _folders(self) -> dict[str, str]:
        return {**self._machine.folders, "__dirname": str(self._folder)}


def kept_bundle(kept: Mapping[str, Any], root: Path | None = None) -> BundleOffer:
    """The bundle of a saved server: out of its folder, or of the file it came from when the folder is gone.

    Raises UsageError when there is neither, or the file is another one.
    """
    digest, path = kept.get("sha256"), kept.get("path")
    if not isinstance(digest, str) or not isinstance(path, str) or len(digest) != 64 or not digest.isalnum():
        raise UsageError(
            translate("Bundles", "the saved bundle entry is incomplete: it has no path or no sha256")
        )
    folder = bundle_folder(digest, root)
    manifest, problems = kept_manifest(kept, root)
    if manifest is not None:
        names = frozenset(
            Path(where, name).relative_to(folder).as_posix()
            for where, _folders, files in os.walk(folder)
            for name in files
        )
        bundle = Bundle(Path(path), digest, 0, 0, names, manifest, tuple(problems))
        return BundleOffer(bundle, root)
    if Path(path).exists() and not Path(path).is_file():
        raise UsageError(translate("Bundles", "{} is not a file").format(path))
    bundle = open_bundle(Path(path))
    if bundle.sha256 != digest:
        raise UsageError(
            translate("Bundles", "{} is not the file that was added; open it as a new server").format(path)
        )
    return BundleOffer(bundle, root)


def kept_manifest(kept: Mapping[str, Any], root: Path | None = None) -> tuple[Manifest | None, list[str]]:
    """The manifest of a saved server's bundle, and what is wrong with it. None: it is not unpacked."""
    digest = kept.get("sha256")
    if not isinstance(digest, str) or len(digest) != 64 or not digest.isalnum():
        return None, []
    try:
        with (bundle_folder(digest, root) / "manifest.json").open("rb") as file:
            return read_manifest(file.read(_MANIFEST_BYTES))
    except OSError:
        return None, []


_LINKS: Final = {
    "homepage": QT_TRANSLATE_NOOP("Offers", "Homepage"),
    "documentation": QT_TRANSLATE_NOOP("Offers", "Documentation"),
    "support": QT_TRANSLATE_NOOP("Offers", "Support"),
    "repository": QT_TRANSLATE_NOOP("Offers", "Repository"),
}


def _facts(bundle: Bundle) -> tuple[tuple[str, str], ...]:
    manifest = bundle.manifest
    facts = {}
    if manifest is not None:
        wants = [f"{RUNTIMES.get(name, name)} {text}" for name, text in manifest.runtimes.items()]
        facts = {
            QT_TRANSLATE_NOOP("Offers", "Version"): manifest.release,
            QT_TRANSLATE_NOOP("Offers", "Kind"): manifest.server_type,
            QT_TRANSLATE_NOOP("Offers", "Requires"): ", ".join(wants),
            QT_TRANSLATE_NOOP("Offers", "License"): manifest.license,
            **{_LINKS[name]: text for name, text in manifest.links.items()},
            QT_TRANSLATE_NOOP("Offers", "Tools"): ", ".join(tool.name for tool in manifest.tools),
        }
    facts["SHA-256"] = bundle.sha256
    if bundle.unpacked_bytes:
        facts[QT_TRANSLATE_NOOP("Offers", "Size")] = translate(
            "Bundles", "{unpacked_bytes} in {count:,} files"
        ).format(unpacked_bytes=say_size(bundle.unpacked_bytes), count=len(bundle.names))
    return tuple((name, text) for name, text in facts.items() if text)


def _signed(bundle: Bundle) -> tuple[str, ...]:
    signature = bundle.signature
    if signature is None:
        return ()
    who = signature.signer
    if signature.self_signed:
        text = translate("Bundles", "signed by “{}” itself (self-signed); not verified here").format(who)
        return (text if who else translate("Bundles", "self-signed; not verified here"),)
    return (
        translate("Bundles", "signed by “{}”; not verified here").format(who)
        if who
        else translate("Bundles", _SIGNED),
    )


_SIGNED: Final = QT_TRANSLATE_NOOP("Bundles", "signed; not verified here")
