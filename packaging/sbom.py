#!/usr/bin/env python3
"""The step `sbom`: the parts of the bundle as CycloneDX, with the SHA-256 of their files.

Made of the index that the step `licences` left in the bundle, so the two cannot differ. The same bundle gives
the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

sys.path[:0] = [str(Path(__file__).resolve().parent)]

import jsonschema_rs  # noqa: E402
from build_environment import BuildError  # noqa: E402
from cyclonedx.contrib.hash.factories import HashTypeFactory  # noqa: E402
from cyclonedx.contrib.license.factories import LicenseFactory  # noqa: E402
from cyclonedx.model import ExternalReference, ExternalReferenceType, XsUri  # noqa: E402
from cyclonedx.model.bom import Bom  # noqa: E402
from cyclonedx.model.component import Component, ComponentType  # noqa: E402
from cyclonedx.output.json import JsonV1Dot6  # noqa: E402
from packageurl import PackageURL  # noqa: E402
from release import licences_in  # noqa: E402

NAMESPACE = UUID("3c0cbd5e-3d9f-5c4e-9a55-6d637069696e")
"""Of the document's serial number, which follows from what is in it."""
INSIDE = ("", "_internal")
BASE = "http://cyclonedx.org/schema/"
SCHEMAS = ("bom-1.6.SNAPSHOT.schema.json", "spdx.SNAPSHOT.schema.json", "jsf-0.82.SNAPSHOT.schema.json")
"""The first refers to the others; all come with the library."""
_LICENCES = LicenseFactory()


def document(bundle: Path) -> str:
    """The list of a bundle, as JSON that its schema accepts."""
    raw = (licences_in(bundle) / "index.json").read_bytes()
    index = json.loads(raw)
    program = Component(
        name=index["program"],
        version=index["version"],
        type=ComponentType.APPLICATION,
        licenses=[_LICENCES.make_from_string("Apache-2.0")],
        bom_ref=index["program"],
        components=_files(bundle, _programs(bundle), index["program"]),
    )
    parts = [_part(bundle, part) for part in index["parts"]]
    bom = Bom(components=parts, serial_number=uuid5(NAMESPACE, hashlib.sha256(raw).hexdigest()))
    bom.metadata.component = program
    bom.metadata.timestamp = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    bom.register_dependency(program, parts)
    text = JsonV1Dot6(bom).output_as_string(indent=1)
    _check(text)
    return text + "\n"


def _programs(bundle: Path) -> list[str]:
    return sorted(path.name for path in bundle.iterdir() if path.is_file() and not path.is_symlink())


def _part(bundle: Path, part: dict[str, Any]) -> Component:
    key = f"{part['purl']}#{_slug(part['name'])}"
    inner = [_crate(one, key) for one in part["contains"]]
    return Component(
        name=part["name"],
        version=part["version"] or None,
        type=ComponentType.LIBRARY,
        licenses=_licences(part["licence"]),
        purl=PackageURL.from_string(part["purl"]),
        bom_ref=key,
        external_references=_links(part["homepage"]),
        components=[*inner, *_files(bundle, part["files"], key)],
    )


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower()).strip("-")


def _crate(one: dict[str, Any], owner: str) -> Component:
    return Component(
        name=one["name"],
        version=one["version"] or None,
        type=ComponentType.LIBRARY,
        licenses=_licences(one["licence"]),
        purl=PackageURL.from_string(one["purl"]),
        bom_ref=f"{owner}/{one['name']}@{one['version']}",
    )


def _licences(expression: str) -> list[Any]:
    return [_LICENCES.make_from_string(expression)] if expression else []


def _links(homepage: str) -> list[ExternalReference]:
    return [ExternalReference(type=ExternalReferenceType.WEBSITE, url=XsUri(homepage))] if homepage else []


def _files(bundle: Path, names: Iterable[str], owner: str) -> Iterator[Component]:
    for name in names:
        path = next((bundle / inside / name for inside in INSIDE if (bundle / inside / name).is_file()), None)
        if path is None:
            raise BuildError(f"{name} is in the index but not in {bundle}")
        digest = HashTypeFactory().from_composite_str(
            "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest()
        )
        yield Component(name=name, type=ComponentType.FILE, hashes=[digest], bom_ref=f"{owner}:{name}")


def _check(text: str) -> None:
    """BuildError when the document is not what the schema of CycloneDX says."""
    place = files("cyclonedx.schema._res")
    schemas = {name: json.loads((place / name).read_text(encoding="utf-8")) for name in SCHEMAS}
    registry = jsonschema_rs.Registry([(f"{BASE}{name}", schema) for name, schema in schemas.items()])
    validator = jsonschema_rs.validator_for(schemas[SCHEMAS[0]], registry=registry)
    faults = validator.iter_errors(json.loads(text))
    wrong = [f"{fault.instance_path}: {fault.message}"[:300] for fault in faults]
    if wrong:
        raise BuildError("; ".join(wrong[:5]))


def main() -> int:
    """BUNDLE OUT, in the environment of the build; the exit code."""
    bundle, out = Path(sys.argv[1]), Path(sys.argv[2])
    try:
        text = document(bundle)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    out.write_text(text, encoding="utf-8", newline="\n")
    components, hashed = text.count('"bom-ref"'), text.count('"SHA-256"')
    print(f"   {components} components, of which {hashed} are files with their SHA-256")
    return 0


if __name__ == "__main__":
    sys.exit(main())
