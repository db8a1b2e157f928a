"""One `.mcpb` file, read and judged. Nothing is unpacked and nothing is run."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, Final

from inspector.core.install.bundles.archive import MOST_BYTES, entry_path, open_archive, read_member, refusals
from inspector.core.install.bundles.manifest import Manifest, Named, Option, read_manifest
from inspector.errors import UsageError
from inspector.translation import translate

__all__ = ["Bundle", "localized", "open_bundle"]

_HEADER: Final = b"MCPB_SIG_V1"
_FOOTER: Final = b"MCPB_SIG_END"
_TAIL_BYTES: Final = 128 << 10


@dataclass(frozen=True, slots=True)
class Signature:
    """signer: common name in the first certificate, "" when it cannot be read. It is not verified here."""

    signer: str = ""
    issuer: str = ""

    @property
    def self_signed(self) -> bool:
        """Whether signer and issuer of the certificate are the same."""
        return bool(self.signer) and self.signer == self.issuer


def read_signature(file: IO[bytes]) -> Signature | None:
    """What the last bytes of an open file say, which is not verified; None: there is no signature.

        ZIP │ MCPB_SIG_V1 │ length, 4 bytes little-endian │ PKCS#7, DER │ MCPB_SIG_END
    Source: github.com/anthropics/mcpb, src/node/sign.ts.
    """
    size = file.seek(0, 2)
    file.seek(max(0, size - _TAIL_BYTES))
    tail = file.read(_TAIL_BYTES)
    end = tail.rfind(_FOOTER)
    start = tail.rfind(_HEADER, 0, end) if end >= 0 else -1
    if start < 0:
        return None
    place = start + len(_HEADER)
    length = int.from_bytes(tail[place : place + 4], "little")
    return _names(tail[place + 4 : min(place + 4 + length, end)])


def _names(data: bytes) -> Signature:
    """cryptography is imported here: few bundles are signed, and it costs the start of the program."""
    import warnings

    from cryptography.hazmat.primitives.serialization import pkcs7
    from cryptography.x509.oid import NameOID

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the reference tool writes BER, and is told so
            certificates = pkcs7.load_der_pkcs7_certificates(data)
        first = certificates[0]
        names = [part.get_attributes_for_oid(NameOID.COMMON_NAME) for part in (first.subject, first.issuer)]
        signer, issuer = (str(found[0].value) if found else "" for found in names)
    except Exception:  # noqa: BLE001  # any bytes may stand here, and the parser raises what it likes
        return Signature()
    return Signature(signer, issuer)


_LOCALE: Final = "${locale}"
_TEXTS: Final = {
    "display_name": "title",
    "description": "description",
    "long_description": "long_description",
}
"""Member of the file → field of the manifest."""


def resource_names(manifest: Manifest, locale: str, known: Callable[[], list[str]]) -> list[str]:
    """Files of texts to lay over the manifest, the best last: xx, xx-YY. locale: `ko_KR` or `ko-KR`.

    Another region of the language is better than the manifest's own: es-UY takes es-MX where that is all.
    known: gives the names in the archive.
    """
    if _LOCALE not in manifest.resources:
        return []
    wanted = locale.replace("_", "-").split(".")[0]
    language = wanted.split("-")[0].lower()
    if not language or language in ("c", "posix"):
        return []
    before, _, after = manifest.resources.removeprefix("./").partition(_LOCALE)
    there = {
        name[len(before) : len(name) - len(after)].lower(): name
        for name in known()
        if name.startswith(before) and name.endswith(after) and len(name) > len(before) + len(after)
    }
    exact = [there[key] for key in (language, wanted.lower()) if key in there]
    if exact or manifest.default_locale.lower().split("-")[0] == language:
        return list(dict.fromkeys(exact))
    return [there[key] for key in sorted(there) if key.split("-")[0] == language][:1]


def localized(manifest: Manifest, data: bytes) -> Manifest:
    """The manifest with the texts of one locale; bytes that are no JSON object change nothing.

    Only texts: a locale's file changes nothing that is run.
    """
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return manifest
    if not isinstance(value, dict):
        return manifest
    texts: dict[str, Any] = {
        name: value[member]
        for member, name in _TEXTS.items()
        if isinstance(value.get(member), str) and value[member]
    }
    options = value.get("user_config")
    return replace(
        manifest,
        **texts,
        tools=_described(manifest.tools, value.get("tools")),
        prompts=_described(manifest.prompts, value.get("prompts")),
        options=tuple(_worded(option, options) for option in manifest.options),
    )


def _described(items: tuple[Named, ...], texts: Any) -> tuple[Named, ...]:
    found = {
        text["name"]: text["description"]
        for text in (texts if isinstance(texts, list) else ())
        if isinstance(text, dict)
        and isinstance(text.get("name"), str)
        and isinstance(text.get("description"), str)
    }
    return tuple(replace(item, description=found.get(item.name, item.description)) for item in items)


def _worded(option: Option, texts: Any) -> Option:
    text = texts.get(option.key) if isinstance(texts, dict) else None
    if not isinstance(text, dict):
        return option
    words = {key: text[key] for key in ("title", "description") if isinstance(text.get(key), str)}
    return replace(option, **words)


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
                why = translate("Bundles", "it is not a ZIP archive, or it is damaged ({})").format(error)
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
    return translate("Bundles", "it has no manifest.json, so what it would run is unknown")


def _not_there(manifest: Manifest, names: frozenset[str]) -> list[str]:
    point = manifest.entry_point.removeprefix("./")
    if point and not {point, f"{point}.exe"} & names:
        return [translate("Bundles", "its entry_point {} does not exist").format(manifest.entry_point)]
    return []
