"""One `.mcpb` file, read and judged. Nothing is unpacked and nothing is run."""

from __future__ import annotations

import hashlib
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspector.core.install.bundles.archive import MOST_BYTES, entry_path, open_archive, read_member, refusals
from inspector.core.install.bundles.localization import localized, resource_names
from inspector.core.install.bundles.manifest import Manifest, read_manifest
from inspector.core.install.bundles.signature import Signature, read_signature
from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["Bundle", "open_bundle"]

_MANIFEST_BYTES: Final = 2 << 20
_TEXTS_BYTES: Final = 512 << 10


@dataclass(frozen=True, slots=True)
class Bundle:
    """refused: why it must not be unpacked, empty when it may be. problems: what its manifest does wrong.

    sha256: of the whole file, in hex. names: the paths of its files, with `/`. manifest None: nothing to use.
    """

    path: Path
    sha256: str
    size: int
    unpacked_bytes: int = 0
    names: frozenset[str] = frozenset()
    manifest: Manifest | None = None
    problems: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    signature: Signature | None = None

    @property
    def usable(self) -> bool:
        """It can be unpacked and started."""
        return self.manifest is not None and not self.refused


def open_bundle(path: Path, locale: str = "") -> Bundle:
    """Read a bundle. locale: of the user, `ko_KR`. It may take seconds, the file is read whole.

    Raises UsageError for a file that cannot be read; what is wrong inside is in the result.
    """
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            if size > MOST_BYTES:
                return Bundle(path, "", size, refused=(translate("Bundles", "the file is larger than 1 GB"),))
            file.seek(0)
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            try:
                with open_archive(file) as archive:
                    return _judged(path, digest, size, archive, read_signature(file), locale)
            except zipfile.BadZipFile as error:
                why = translate("Bundles", "it is no ZIP archive, or a damaged one ({})").format(error)
                return Bundle(path, digest, size, refused=(why,))
    except OSError as error:
        raise UsageError(
            translate("Bundles", "{path} cannot be read: {error}").format(
                path=path, error=error.strerror or error
            )
        ) from error


def _judged(
    path: Path, digest: str, size: int, archive: zipfile.ZipFile, signature: Signature | None, locale: str
) -> Bundle:
    refused = refusals(archive, size)
    manifest: Manifest | None = None
    problems: list[str] = []
    names = [entry.filename for entry in archive.infolist() if not entry.is_dir()]
    data = read_member(archive, "manifest.json", _MANIFEST_BYTES)
    if data is None:
        refused.append(_no_manifest(names))
    else:
        manifest, problems = read_manifest(data)
        if manifest is None:
            refused += problems
            problems = []
    if manifest is not None and not refused:
        for name in resource_names(manifest, locale, lambda: names):
            manifest = localized(manifest, read_member(archive, name, _TEXTS_BYTES) or b"{}")
        problems += _not_there(manifest, frozenset(names))
    return Bundle(
        path,
        digest,
        size,
        sum(entry.file_size for entry in archive.infolist()),
        frozenset(names),
        manifest,
        tuple(problems),
        tuple(refused),
        signature,
    )


def _no_manifest(names: list[str]) -> str:
    if "manifest.json" in names:
        return translate("Bundles", "its manifest.json is damaged, or larger than 2 MB")
    deeper = [name for name in names if len(entry_path(name)) == 2 and entry_path(name)[1] == "manifest.json"]
    if deeper:
        folder = deeper[0].rpartition("/")[0]
        return translate(
            "Bundles", "its manifest.json is in the folder {}; it must be at the root of the archive"
        ).format(folder)
    return translate("Bundles", "there is no manifest.json in it, so nobody can tell what it would run")


def _not_there(manifest: Manifest, names: frozenset[str]) -> list[str]:
    point = manifest.entry_point.removeprefix("./")
    if point and not {point, f"{point}.exe"} & names:
        return [
            translate("Bundles", "its entry_point {} is not among its files").format(manifest.entry_point)
        ]
    return []
