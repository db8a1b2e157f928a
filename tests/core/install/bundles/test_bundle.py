"""What a bundle says of itself, and which archives are refused."""

from __future__ import annotations

import datetime
import json
import os
import time
import warnings
import zipfile
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs7
from cryptography.x509.oid import NameOID

from inspector.core.install.bundles import archive as archives
from inspector.core.install.bundles.bundle import open_bundle
from inspector.core.install.bundles.unpacking import bundle_folder, remove_unused, unpack
from inspector.errors import UsageError
from tests.core.install.bundles.packing import MANIFEST, manifest, pack, served, write


def _written(path: Path, *names: str, mode: int = 0o100644) -> Path:
    pack(path)
    with zipfile.ZipFile(path, "a") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a name that is there twice
        for name in names:
            write(archive, name, b"x", mode)
    return path


def test_bundle_says_what_it_is(tmp_path: Path) -> None:
    bundle = open_bundle(pack(tmp_path / "a.mcpb"))
    assert bundle.usable and bundle.manifest is not None
    assert (bundle.manifest.title, bundle.manifest.release, bundle.manifest.author) == (
        "Notes",
        "1.2.0",
        "Ann",
    )
    assert bundle.problems == () and bundle.signature is None and len(bundle.sha256) == 64
    assert bundle.names == {"manifest.json", "server/index.js"}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../evil.sh", "points outside the bundle"),
        ("a/../../evil.sh", "points outside the bundle"),
        ("..\\evil.bat", "points outside the bundle"),
        ("/etc/passwd", "is an absolute path"),
        ("C:\\Windows\\evil.dll", "is an absolute path"),
        ("c:evil", "is an absolute path"),
        ("\\\\host\\share\\evil", "is an absolute path"),
        ("a\nb", "contains control characters"),
        ("server/Z:/evil.dll", "contains a colon"),
        ("server/index.js:hidden", "contains a colon"),
        ("server/.. /evil", "points outside the bundle"),
        ("server/NUL.txt", "is reserved by Windows"),
        ("server/con .txt", "is reserved by Windows"),
        ("server/CONIN$", "is reserved by Windows"),
        ("a/" * 50 + "x", "is too long"),
        ("x" * 2000, "is too long"),
    ],
)
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: str, why: str) -> None:
    bundle = open_bundle(_written(tmp_path / "a.mcpb", name))
    assert not bundle.usable and why in bundle.refused[0]
    with pytest.raises(UsageError, match="not unpacked"):
        unpack(bundle, tmp_path / "root")
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize(
    ("mode", "why"),
    [(0o120777, "is a link"), (0o020666, "a device or a pipe"), (0o010644, "a device or a pipe")],
)
def test_links_and_devices_are_refused(tmp_path: Path, mode: int, why: str) -> None:
    bundle = open_bundle(_written(tmp_path / "a.mcpb", "server/other", mode=mode))
    assert why in bundle.refused[0]


@pytest.mark.parametrize(
    "names",
    [
        ("server/INDEX.js",),
        ("server/index.js",),
        ("a/\u00e9", "a/e\u0301"),
        ("server/index.js/more",),
        ("dir/x. ", "dir/X"),
    ],
)
def test_two_names_that_are_one_are_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    bundle = open_bundle(_written(tmp_path / "a.mcpb", *names))
    assert len(bundle.refused) == 1
    assert "are the same name" in bundle.refused[0] or "a file and a folder" in bundle.refused[0]


def test_zip_bomb_is_refused(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.mcpb", files={"zeros": bytes(30 << 20)})
    assert any("bomb" in why for why in open_bundle(path).refused)


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_FILES", 3)
    path = pack(tmp_path / "a.mcpb", files={f"f{n}": b"" for n in range(2)})
    assert "the limit is 3" in open_bundle(path).refused[0]


def test_archive_that_would_be_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_BYTES", 1000)
    path = pack(tmp_path / "a.mcpb", files={"f": bytes(range(256)) * 8})
    assert "the limit is 1 GB" in open_bundle(path).refused[0]


def test_directory_of_a_million_entries_is_not_read(tmp_path: Path) -> None:
    data = pack(tmp_path / "a.mcpb").read_bytes()
    end = data.rfind(b"PK\x05\x06")
    for said in (17 << 20, 0xFFFFFFFF):
        lie = data[: end + 12] + said.to_bytes(4, "little") + data[end + 16 :]
        (tmp_path / "a.mcpb").write_bytes(lie)
        assert "too large to read" in open_bundle(tmp_path / "a.mcpb").refused[0]


def test_file_of_more_than_a_gigabyte_is_not_even_read(tmp_path: Path) -> None:
    with (tmp_path / "a.mcpb").open("wb") as file:
        file.truncate((1 << 30) + 1)  # takes no room
    bundle = open_bundle(tmp_path / "a.mcpb")
    assert bundle.refused == ("the file is larger than 1 GB",) and bundle.sha256 == ""


def test_many_faults_are_told_in_a_few_lines(tmp_path: Path) -> None:
    path = _written(tmp_path / "a.mcpb", *(f"../{n}" for n in range(40)))
    assert open_bundle(path).refused[-1] == "and 35 more like this"


def test_file_that_lies_about_its_size_is_not_unpacked(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.mcpb", files={"big": b"0123456789" * 50})
    data = path.read_bytes()
    for place in (data.find(b"PK\x03\x04"), data.find(b"PK\x01\x02")):
        assert place >= 0
    where = data.rfind(b"PK\x01\x02")  # the entry of `big`, the last
    data = data[: where + 24] + (20).to_bytes(4, "little") + data[where + 28 :]
    path.write_bytes(data)
    bundle = open_bundle(path)
    with pytest.raises(UsageError, match=r"cannot unpack|larger than"):
        unpack(bundle, tmp_path / "root")
    assert list((tmp_path / "root").iterdir()) == []


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip at all", b"PK\x05\x06" + bytes(18) + b"x" * 10])
def test_file_that_is_no_archive_is_refused_in_words(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.mcpb").write_bytes(data)
    bundle = open_bundle(tmp_path / "a.mcpb")
    assert not bundle.usable and bundle.refused[0]


def test_damaged_archives_never_raise(tmp_path: Path) -> None:
    whole = pack(tmp_path / "whole.mcpb").read_bytes()
    path = tmp_path / "a.mcpb"
    for cut in range(0, len(whole), 7):
        path.write_bytes(whole[:cut])
        open_bundle(path)
        path.write_bytes(whole[:cut] + b"\xff" + whole[cut + 1 :])
        bundle = open_bundle(path)
        if bundle.usable:
            try:
                unpack(bundle, tmp_path / "root")
            except UsageError as error:
                assert str(error)


def test_missing_file_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        open_bundle(tmp_path / "none.mcpb")


# -- the manifest ----------------------------------------------------------------------------------------


def test_bundle_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.mcpb", "w") as archive:
        archive.writestr("server/index.js", "")
    assert "no manifest.json" in open_bundle(tmp_path / "a.mcpb").refused[0]


def test_manifest_in_a_folder_is_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.mcpb", "w") as archive:
        archive.writestr("notes/manifest.json", json.dumps(MANIFEST))
    assert "in the folder notes" in open_bundle(tmp_path / "a.mcpb").refused[0]


@pytest.mark.parametrize("data", [b"{", b"[]", b"\xff\xfe", b"[" * 100_000])
def test_manifest_that_is_no_object_is_refused(tmp_path: Path, data: bytes) -> None:
    bundle = open_bundle(pack(tmp_path / "a.mcpb", data))
    assert bundle.manifest is None and "manifest.json" in bundle.refused[0]


def test_manifest_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    bundle = open_bundle(pack(tmp_path / "a.mcpb", b"\xef\xbb\xbf" + json.dumps(MANIFEST).encode()))
    assert bundle.usable


def test_manifest_that_names_a_secret_of_ours_is_refused(tmp_path: Path) -> None:
    value = served(command="node", args=["${secret:oauth/https://as.example/token}"])
    bundle = open_bundle(pack(tmp_path / "a.mcpb", value))
    assert not bundle.usable and "refers to a stored secret" in bundle.refused[0]


@pytest.mark.parametrize("version", ["0.1", "0.2", "0.3", "0.4"])
def test_every_version_is_read(tmp_path: Path, version: str) -> None:
    bundle = open_bundle(pack(tmp_path / "a.mcpb", manifest(manifest_version=version)))
    assert bundle.usable and bundle.problems == ()


def test_older_files_say_dxt_version(tmp_path: Path) -> None:
    value = {**MANIFEST, "dxt_version": "0.1"}
    del value["manifest_version"]
    bundle = open_bundle(pack(tmp_path / "a.dxt", value))
    assert bundle.manifest is not None and bundle.manifest.version == "0.1" and bundle.problems == ()


def test_what_is_wrong_with_a_manifest_is_said_and_the_rest_is_used(tmp_path: Path) -> None:
    value = manifest(
        manifest_version="9.9",
        version=None,
        author="Ann",
        tools=["plain", {"no": "name"}],
        user_config={"a": "text", "b": {"type": "colour", "title": "B"}},
    )
    bundle = open_bundle(pack(tmp_path / "a.mcpb", value))
    assert bundle.usable and bundle.manifest is not None
    assert bundle.manifest.author == "Ann" and [tool.name for tool in bundle.manifest.tools] == ["plain"]
    text = "; ".join(bundle.problems)
    for part in ("version 9.9", "“version” is missing", "“tools”", "user_config.a", "“colour”"):
        assert part in text


def test_entry_point_that_is_not_there_is_said(tmp_path: Path) -> None:
    bundle = open_bundle(pack(tmp_path / "a.mcpb", served(entry="server/none.js", command="node")))
    assert any("server/none.js" in problem for problem in bundle.problems)


# -- texts of a locale -------------------------------------------------------------------------------------


def _localized(tmp_path: Path, locale: str, files: dict[str, bytes]) -> str:
    value = manifest(localization={"resources": "mcpb-resources/${locale}.json", "default_locale": "en-US"})
    bundle = open_bundle(pack(tmp_path / "a.mcpb", value, files), locale)
    assert bundle.manifest is not None
    return bundle.manifest.title


def test_texts_of_the_persons_language_are_laid_over(tmp_path: Path) -> None:
    files = {
        "mcpb-resources/ko.json": '{"display_name": "메모"}'.encode(),
        "mcpb-resources/es-MX.json": b'{"display_name": "Notas"}',
    }
    assert _localized(tmp_path, "ko_KR", files) == "메모"
    assert _localized(tmp_path, "es-UY", files) == "Notas"  # another region of the language
    assert _localized(tmp_path, "fr_FR", files) == "Notes"
    assert _localized(tmp_path, "C", files) == "Notes"
    assert _localized(tmp_path, "ko_KR", {"mcpb-resources/ko.json": b"broken"}) == "Notes"


def test_locale_changes_texts_and_nothing_that_is_run(tmp_path: Path) -> None:
    value = manifest(
        localization={"resources": "r/${locale}.json", "default_locale": "en"},
        tools=[{"name": "a", "description": "English"}],
        user_config={"key": {"type": "string", "title": "Key", "description": "d"}},
    )
    texts = {
        "tools": [{"name": "a", "description": "한국어"}],
        "user_config": {"key": {"title": "키", "default": "rm -rf"}},
        "server": {"mcp_config": {"command": "evil"}},
    }
    bundle = open_bundle(pack(tmp_path / "a.mcpb", value, {"r/ko.json": json.dumps(texts).encode()}), "ko")
    found = bundle.manifest
    assert found is not None and found.config is not None
    assert found.tools[0].description == "한국어" and found.options[0].title == "키"
    assert found.config.command == "node" and found.options[0].default is None


# -- signature ---------------------------------------------------------------------------------------------


def test_trailing_signature_is_tolerated_and_told(tmp_path: Path) -> None:
    block = b"MCPB_SIG_V1" + (4).to_bytes(4, "little") + b"junk" + b"MCPB_SIG_END"
    bundle = open_bundle(pack(tmp_path / "a.mcpb", tail=block))
    assert bundle.usable and bundle.signature is not None and bundle.signature.signer == ""
    assert (unpack(bundle, tmp_path / "root") / "manifest.json").is_file()


def test_signer_is_named_and_not_believed(tmp_path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Ann Ltd")])
    day = datetime.timedelta(days=1)
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + day)
    ).sign(key, hashes.SHA256())
    signed = (
        pkcs7.PKCS7SignatureBuilder(b"data")
        .add_signer(certificate, key, hashes.SHA256())
        .sign(serialization.Encoding.DER, [pkcs7.PKCS7Options.DetachedSignature])
    )
    block = b"MCPB_SIG_V1" + len(signed).to_bytes(4, "little") + signed + b"MCPB_SIG_END"
    signature = open_bundle(pack(tmp_path / "a.mcpb", tail=block)).signature
    assert signature is not None and signature.signer == "Ann Ltd" and signature.self_signed


# -- unpacking ---------------------------------------------------------------------------------------------


def test_bundle_is_unpacked_into_a_private_folder(tmp_path: Path) -> None:
    path = pack(
        tmp_path / "a.mcpb",
        files={"bin/run": b"#!/bin/sh", "empty/": b""},
        modes={"bin/run": 0o104777, "empty/": 0o040755},
    )
    bundle = open_bundle(path)
    folder = unpack(bundle, tmp_path / "root")
    assert folder == bundle_folder(bundle.sha256, tmp_path / "root")
    modes = {name: (folder / name).stat().st_mode & 0o7777 for name in ("bin", "bin/run", "manifest.json")}
    assert modes == {"bin": 0o700, "bin/run": 0o700, "manifest.json": 0o600}
    assert folder.stat().st_mode & 0o7777 == 0o700 and (folder / "empty").is_dir()


def test_same_bundle_is_unpacked_once(tmp_path: Path) -> None:
    bundle = open_bundle(pack(tmp_path / "a.mcpb"))
    folder = unpack(bundle, tmp_path / "root")
    (folder / "kept").write_text("by the server")
    assert unpack(bundle, tmp_path / "root") == folder and (folder / "kept").is_file()
    assert [path.name for path in (tmp_path / "root").iterdir()] == [folder.name]


def test_file_that_changed_since_it_was_read_is_not_unpacked(tmp_path: Path) -> None:
    bundle = open_bundle(pack(tmp_path / "a.mcpb"))
    pack(tmp_path / "a.mcpb", files={"server/other.js": b"evil"})
    with pytest.raises(UsageError, match="has changed; open it again"):
        unpack(bundle, tmp_path / "root")
    assert list((tmp_path / "root").iterdir()) == []


def test_program_packed_on_windows_can_be_run(tmp_path: Path) -> None:
    value = served("binary", "server/tool", command="server/tool")
    bundle = open_bundle(pack(tmp_path / "a.mcpb", value, {"server/tool": b"x"}, {"server/tool": 0}))
    assert (unpack(bundle, tmp_path / "root") / "server/tool").stat().st_mode & 0o777 == 0o700


def test_bundle_that_nobody_uses_is_removed_after_some_days(tmp_path: Path) -> None:
    root, servers = tmp_path / "root", tmp_path / "servers.json"
    used = unpack(open_bundle(pack(tmp_path / "a.mcpb")), root)
    unused = unpack(open_bundle(pack(tmp_path / "b.mcpb", files={"x": b""})), root)
    fresh = unpack(open_bundle(pack(tmp_path / "c.mcpb", files={"y": b""})), root)
    kept = unpack(open_bundle(pack(tmp_path / "d.mcpb", files={"z": b""})), root)
    (root / "of a person").mkdir()
    long_ago = time.time() - 10 * 86_400
    for folder in (used, unused, kept, root / "of a person"):
        os.utime(folder, (long_ago, long_ago))
    assert remove_unused(servers, 7, root) == []  # no file, no word
    servers.write_text(f'{{"mcpServers": {{"a": {{"cwd": "{used}"}}')  # broken, and still a word
    (tmp_path / "servers.json.broken-1").write_text(kept.name)
    assert remove_unused(servers, 7, root) == [unused]
    assert {path.name for path in root.iterdir()} == {used.name, fresh.name, kept.name, "of a person"}
