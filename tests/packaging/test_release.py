"""What goes with a release: one version, the list of parts, checksums, the same bytes of the same source."""

from __future__ import annotations

import hashlib
import json
import plistlib
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from inspector import __version__
from tests.packaging.conftest import PACKAGING, ROOT, TESTED, build

Script = Callable[[str], ModuleType]
ELSEWHERE = re.compile(r"(?<![\d.])" + re.escape(__version__) + r"(?![\d.])")


@pytest.fixture(scope="module")
def sbom(built_bundle: Path) -> dict[str, Any]:
    """The list of parts of the bundle."""
    build("sbom")
    return dict(
        json.loads((TESTED / f"{built_bundle.name}-{__version__}.cdx.json").read_text(encoding="utf-8"))
    )


def test_the_list_of_parts_names_the_program_and_what_is_in_it(sbom: dict[str, Any]) -> None:
    assert (sbom["bomFormat"], sbom["specVersion"]) == ("CycloneDX", "1.6")
    program = sbom["metadata"]["component"]
    assert (program["name"], program["version"]) == ("mcp-desktop-inspector", __version__)
    urls = {component["purl"].split("@")[0] for component in sbom["components"]}
    assert urls >= {"pkg:generic/qt", "pkg:generic/python", "pkg:generic/openssl", "pkg:pypi/httpx"}


def test_the_list_of_parts_tells_the_bytes_of_the_libraries(built_bundle: Path, sbom: dict[str, Any]) -> None:
    files = {
        file["name"]: file["hashes"][0]["content"]
        for component in sbom["components"]
        for file in component.get("components", [])
        if file["type"] == "file"
    }
    name = "PySide6/Qt/lib/libQt6Core.so.6"
    data = (built_bundle / "_internal" / name).read_bytes()
    assert files[name] == hashlib.sha256(data).hexdigest()


def test_checksums_are_of_every_file_that_is_handed_out(script: Script, tmp_path: Path) -> None:
    made = script("build_environment").Build.here(ROOT, tmp_path)
    (tmp_path / "one.deb").write_bytes(b"one")
    (tmp_path / "mcp-desktop-inspector").mkdir()
    (sums,) = script("release").checksums(made)
    assert sums.read_text() == f"{hashlib.sha256(b'one').hexdigest()}  one.deb\n"


def test_the_version_stands_in_one_place() -> None:
    allowed = {"inspector/__init__.py", "CHANGELOG.md"}
    named = [
        path.relative_to(ROOT).as_posix()
        for folder in ("inspector", "packaging")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".spec", ".nsi", ".xml", ".desktop", ".plist", ".yml", ".sh")
        and "__version__" not in path.name
        and ELSEWHERE.search(path.read_text(encoding="utf-8"))
        and "version" in path.read_text(encoding="utf-8").lower()
    ]
    suspects = [name for name in named if name not in allowed and _states_it(ROOT / name)]
    assert suspects == []


def _states_it(path: Path) -> bool:
    """Whether a line names the version as ours, not as one of a protocol or an example."""
    lines = path.read_text(encoding="utf-8").splitlines()
    words = ("inspector", "__version__", "bundleversion", "viproductversion", "<release ")
    return any(ELSEWHERE.search(line) and any(word in line.lower() for word in words) for line in lines)


def test_every_kind_of_package_takes_the_version_from_there(script: Script) -> None:
    version = script("build_environment").version_of(ROOT)
    assert version == __version__
    assert script("macos.application").information(version)["CFBundleShortVersionString"] == version
    installer = (PACKAGING / "windows" / "installer.nsi").read_text(encoding="utf-8")
    assert 'VIAddVersionKey "ProductVersion" "${VERSION}"' in installer
    assert '<release version="@VERSION@"' in (PACKAGING / "linux" / "files" / "metainfo.xml").read_text(
        "utf-8"
    )


def test_macos_is_told_both_kinds_of_files(script: Script) -> None:
    told = plistlib.loads(plistlib.dumps(script("macos.application").information("1.2.3")))
    kinds = {one["LSItemContentTypes"][0] for one in told["CFBundleDocumentTypes"]}
    declared = told["UTExportedTypeDeclarations"] + told["UTImportedTypeDeclarations"]
    endings = [one["UTTypeTagSpecification"]["public.filename-extension"] for one in declared]
    assert kinds == {one["UTTypeIdentifier"] for one in declared}
    assert endings == [["mcptrace"], ["mcpb", "dxt"]]


def test_macos_lets_a_person_replace_qt(script: Script) -> None:
    rights = plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())
    assert rights["com.apple.security.cs.disable-library-validation"] is True


NOTARY = {"APPLE_ID": "a@example.org", "APPLE_TEAM_ID": "T", "APPLE_APP_PASSWORD": "secret"}


@pytest.mark.parametrize(
    ("variables", "signed", "notarised"),
    [
        ({}, "-", 0),
        ({"MACOS_IDENTITY": "Me"}, "Me", 0),
        ({"MACOS_IDENTITY": "Me", **NOTARY}, "Me", 2),
        (NOTARY, "-", 0),
    ],
)
def test_macos_signs_and_notarises_where_it_is_given_what_it_takes(
    script: Script, variables: dict[str, str], signed: str, notarised: int
) -> None:
    places = Path("x.app"), Path("x.dmg"), Path("x.icns")
    commands = script("macos.image").commands(*places, "python", variables)
    first = commands[0]
    assert first[0] == "codesign" and first[first.index("--sign") + 1] == signed
    assert ("--entitlements" in first) == (signed == "Me")
    assert sum("submit" in command for command in commands) == notarised
    assert sum("dmgbuild" in command for command in commands) == 1
    assert not any("secret" in word for command in commands for word in command)


def test_the_same_source_gives_the_same_bundle(built_bundle: Path, script: Script, tmp_path: Path) -> None:
    again = tmp_path / "again"
    build("--out", str(again), "bundle", "licences")
    assert script("reproduce").differences(built_bundle, again / built_bundle.name) == []


def test_a_difference_between_two_builds_is_found(script: Script, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "same").write_text("same")
        (tmp_path / name / "other").write_text(name)
        (tmp_path / name / "link").symlink_to("same" if name == "one" else "other")
    (tmp_path / "two" / "new").mkdir()
    assert script("reproduce").differences(tmp_path / "one", tmp_path / "two") == ["link", "new", "other"]
