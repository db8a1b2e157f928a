"""What we say of ourselves: valid for its revision by default, exactly the words of a user otherwise."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from inspector.core.storage.settings import Settings
from inspector.protocol.era.declared import (
    META,
    MISSING_CAPABILITY,
    Declared,
    Spoken,
    merged,
    named,
    required_of,
    spoken_in,
)
from inspector.protocol.era.legacy import LegacyEra, opening
from inspector.protocol.era.modern import ModernEra
from inspector.protocol.methods import LEGACY_REVISIONS, MODERN_REVISIONS

A, B, C, D = LEGACY_REVISIONS
(E,) = MODERN_REVISIONS

ROOTS = {"listChanged": True}
SAMPLING = {"tools": {}, "context": {}}
ELICITATION = {"form": {}, "url": {}}


@pytest.mark.parametrize(
    ("revision", "expected"),
    [
        (A, {"roots": ROOTS, "sampling": {}}),
        (B, {"roots": ROOTS, "sampling": {}}),
        (C, {"roots": ROOTS, "sampling": {}, "elicitation": {}}),
        (D, {"roots": ROOTS, "sampling": SAMPLING, "elicitation": ELICITATION}),
        (E, {"roots": {}, "sampling": SAMPLING, "elicitation": ELICITATION, "extensions": {"a/b": {}}}),
    ],
)
def test_each_revision_is_offered_what_it_knows(revision: str, expected: dict[str, Any]) -> None:
    offers = Settings().capabilities() | {"extensions": {"a/b": {}}}
    assert Declared(offers=offers).capabilities_in(revision) == expected


def test_what_is_not_offered_in_the_settings_is_not_declared() -> None:
    settings = Settings(declare_roots=False, declare_sampling=False)
    assert Declared(offers=settings.capabilities()).capabilities_in(D) == {"elicitation": ELICITATION}


@pytest.mark.parametrize("revision", [A, B, C, D, E])
def test_capabilities_of_a_person_go_out_as_written_in_every_revision(revision: str) -> None:
    own = {"elicitation": {"url": 3}, "nonsense": [None]}
    declared = Declared(offers={"roots": {}}, capabilities=own, client_info={"nam": "x"})
    if revision == E:
        meta = ModernEra(declared).dress("ping", {}, None)["_meta"]
        assert (meta[META + "clientCapabilities"], meta[META + "clientInfo"]) == (own, {"nam": "x"})
    else:
        params = opening(declared, revision)
        assert (params["capabilities"], params["clientInfo"]) == (own, {"nam": "x"})


@pytest.mark.parametrize(("revision", "titled"), [(A, False), (B, False), (C, True), (D, True), (E, True)])
def test_the_title_is_told_to_revisions_that_know_it(revision: str, titled: bool) -> None:
    assert ("title" in Declared().client_info_in(revision)) is titled


@pytest.mark.parametrize(
    "era", [LegacyEra(D, True, {"a": 1, "b": 2}), ModernEra(Declared(meta={"a": 1, "b": 2}))]
)
def test_extra_meta_is_in_every_request_and_that_of_the_request_wins(era: LegacyEra | ModernEra) -> None:
    meta = era.dress("tools/call", {"_meta": {"b": 3}}, 7)["_meta"]
    assert (meta["a"], meta["b"], meta["progressToken"]) == (1, 3, 7)


def test_a_token_of_the_connection_does_not_take_the_place_of_the_requests() -> None:
    assert LegacyEra(D, True, {"progressToken": "x"}).dress("ping", {}, 7)["_meta"] == {"progressToken": 7}


def test_without_extra_meta_the_handshake_has_none() -> None:
    assert LegacyEra(D).dress("initialize", {"a": 1}, None) == {"a": 1}
    assert LegacyEra(D, meta={"m": 1}).dress("initialize", {"a": 1}, None) == {"a": 1, "_meta": {"m": 1}}


@pytest.mark.parametrize(
    ("version", "header"),
    [("2031-01-01", "2031-01-01"), ("zwölf\n", "=?base64?enfDtmxmCg==?="), (5, E), (None, E)],
)
def test_the_version_header_follows_the_meta(version: object, header: str) -> None:
    era = ModernEra(Declared())
    params = era.dress("tools/list", {"_meta": {META + "protocolVersion": version}}, None)
    assert dict(era.headers("tools/list", params))["MCP-Protocol-Version"] == header


def test_what_was_said_is_read_from_the_request_itself() -> None:
    declared = Declared(offers={"sampling": {}}, client_info={"name": "n"}, meta={"x": 1})
    assert spoken_in(
        "initialize", LegacyEra(C, meta={"x": 1}).dress("initialize", opening(declared, C), 1)
    ) == (Spoken("initialize", C, {"sampling": {}}, {"name": "n"}, {"x": 1}))
    assert spoken_in("tools/list", ModernEra(declared).dress("tools/list", {}, 4)) == (
        Spoken("tools/list", E, {"sampling": {}}, {"name": "n"}, {"x": 1})
    )
    assert spoken_in("tools/list", {"_meta": {"x": 1}}) is None
    assert spoken_in("tools/list", {"_meta": msgspec.Raw(b"[]")}) is None


@pytest.mark.parametrize(
    ("error", "wanted"),
    [
        ({"code": MISSING_CAPABILITY, "data": {"requiredCapabilities": {"roots": {}}}}, {"roots": {}}),
        ({"code": MISSING_CAPABILITY, "data": {"requiredCapabilities": ["roots"]}}, {}),
        ({"code": MISSING_CAPABILITY, "data": "roots"}, {}),
        ({"code": MISSING_CAPABILITY}, {}),
        ({"code": -32602, "data": {"requiredCapabilities": {"roots": {}}}}, None),
        ({}, None),
    ],
)
def test_an_error_says_what_it_wants(error: dict[str, Any], wanted: dict[str, Any] | None) -> None:
    assert required_of(error) == wanted


def test_two_declarations_become_one_and_the_other_wins() -> None:
    one = {"a": {"x": 1, "y": {"z": 1}}, "b": 1, "c": {"d": 1}}
    other = {"a": {"y": {"w": 2}, "x": 3}, "b": {"e": 2}, "c": 4, "f": 5}
    assert merged(one, other) == {
        "a": {"x": 3, "y": {"z": 1, "w": 2}}, "b": {"e": 2}, "c": 4, "f": 5,
    }  # fmt: skip
    assert one == {"a": {"x": 1, "y": {"z": 1}}, "b": 1, "c": {"d": 1}}


def test_capabilities_are_named_as_people_say_them() -> None:
    assert named({"sampling": {"tools": {}, "context": {}}, "elicitation": {}, "odd": 1}) == (
        "sampling.tools, sampling.context, elicitation, odd"
    )
    assert named({"extensions": {"io.x/y": {}, "io.x/z": {}}}) == "io.x/y, io.x/z"
    assert named({"extensions": 1}) == "extensions" and named({}) == ""
