"""Which entries of an archive are refused, to the byte, and what can be read of one without unpacking it."""

from __future__ import annotations

import io
import zipfile
from types import SimpleNamespace
from typing import Any, cast

import pytest

from inspector.core.install.bundles.archive import entry_path, open_archive, read_member, refusals

MB = 1 << 20


def entry(name: str = "a.txt", size: int = 10, packed: int = 10, **members: Any) -> zipfile.ZipInfo:
    """One entry of a directory; members: of ZipInfo."""
    made = zipfile.ZipInfo("x")
    made.filename = made.orig_filename = name
    made.file_size, made.compress_size = size, packed
    made.create_system, made.external_attr = 3, 0o100644 << 16
    for member, value in members.items():
        setattr(made, member, value)
    return made


def refused(*entries: zipfile.ZipInfo, size: int = 1 << 40) -> list[str]:
    archive = SimpleNamespace(infolist=lambda: list(entries))
    return refusals(cast(zipfile.ZipFile, archive), size)


@pytest.mark.parametrize(
    "one",
    [
        entry("x" * 1024),
        entry("a/" * 39 + "x"),
        entry("a/..b/c..", size=0),
        entry("console.txt"),
        entry("a/"),
        entry(size=20 * MB, packed=1),
        entry(size=150 * MB, packed=MB),
        entry(size=1 << 30, packed=1 << 29),
        entry(external_attr=0),
        entry(create_system=0, external_attr=0o020666 << 16),
        entry(compress_type=zipfile.ZIP_DEFLATED),
    ],
    ids=range(11),
)
def test_what_is_just_allowed_may_be_unpacked(one: zipfile.ZipInfo) -> None:
    assert refused(one) == []


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (entry("x" * 1025), f"the name “{'x' * 77}…” is too long"),
        (entry("a/" * 40 + "x"), f"the name “{'a/' * 38}a…” is too long"),
        (entry("a\x7f"), "the name “a�” contains control characters"),
        (entry("./."), "“./.” has no name"),
        (entry("a/.../b"), "“a/.../b” points outside the bundle"),
        (entry("/a"), "“/a” is an absolute path"),
        (entry("\\a"), "“\\a” is an absolute path"),
        (entry("d:a"), "“d:a” is an absolute path"),
        (entry("dd:a"), "the name “dd:a” contains a colon"),
        (entry("a/LPT1"), "the name “a/LPT1” is reserved by Windows"),
        (entry(external_attr=0o120777 << 16), "“a.txt” is a link"),
        (entry(external_attr=0o060666 << 16), "“a.txt” is a device or a pipe"),
        (entry(flag_bits=1), "“a.txt” is encrypted"),
        (
            entry(compress_type=zipfile.ZIP_LZMA),
            "“a.txt” uses a compression method that bundles do not allow",
        ),
    ],
)
def test_an_entry_that_is_wrong_is_refused_with_its_name(one: zipfile.ZipInfo, why: str) -> None:
    assert refused(one) == [why]


def test_sizes_are_refused_from_one_byte_too_many() -> None:
    assert refused(entry(size=(1 << 30) + 1, packed=1 << 29)) == [
        "it would unpack to 1.0 GB; the limit is 1 GB"
    ]
    assert refused(entry(), entry("b"), size=20) == []
    assert refused(entry(), entry("b"), size=19) == [
        "its entries overlap: their total is larger than the file"
    ]
    assert refused(entry(size=150 * MB + 1, packed=MB)) == [
        "it would unpack to 150 times its size, like a ZIP bomb",
        "“a.txt” is a ZIP bomb",
    ]
    assert refused(entry(size=20 * MB + 1, packed=0))[0] == (
        f"it would unpack to {20 * MB + 1} times its size, like a ZIP bomb"
    )


def test_five_reasons_are_all_said_and_the_sixth_is_counted() -> None:
    assert len(refused(*(entry(f"../{number}") for number in range(5)))) == 5
    said = refused(*(entry(f"../{number}") for number in range(6)))
    assert said[4:] == ["“../4” points outside the bundle", "and 1 more like this"]


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["A/b", "a/B"], ["“a/B” and “A/b” are the same name"]),
        (["a", "a/b"], ["“a” is both a file and a folder"]),
        (["a/", "A"], ["“A” is both a file and a folder"]),
        (["a/", "a/", "a/b"], []),
        (["a", "b"], []),
    ],
)
def test_names_that_are_one_on_another_computer_are_refused(names: list[str], why: list[str]) -> None:
    assert refused(*map(entry, names)) == why


@pytest.mark.parametrize(
    ("name", "parts"), [("a/b\\c", ("a", "b", "c")), ("./a//b/", ("a", "b")), ("..", ("..",)), ("", ())]
)
def test_a_name_has_parts_whichever_way_its_slashes_lean(name: str, parts: tuple[str, ...]) -> None:
    assert entry_path(name) == parts


def packed(method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("a", b"0123456789")
    return file.getvalue()


def test_one_file_is_read_up_to_a_limit() -> None:
    with open_archive(io.BytesIO(packed())) as archive:
        assert read_member(archive, "a", 10) == b"0123456789"
        assert read_member(archive, "a", 9) is None
        assert read_member(archive, "b", 10) is None


def test_one_file_that_cannot_be_read_is_not_there() -> None:
    whole = packed()
    start, end = whole.find(b"PK\x03\x04") + 31, whole.find(b"PK\x01\x02")
    damaged = whole[:start] + bytes(255 for _ in range(end - start)) + whole[end:]
    encrypted = whole[: end + 8] + b"\x01" + whole[end + 9 :]
    for data in (damaged, encrypted, packed(zipfile.ZIP_LZMA)):
        with open_archive(io.BytesIO(data)) as archive:
            assert read_member(archive, "a", 100) is None
