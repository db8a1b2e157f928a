"""Fixes change what they say and nothing else; what gives access goes nowhere it was not meant for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.core.doctor.fixes import ACTION_FIXES, Fix, apply_fix
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.inputs import Input
from inspector.core.servers.profiles import Profile
from inspector.transport import HttpTarget, StdioTarget

STDIO = Profile("a", StdioTarget("npx", ("-y", "${PKG}"), {"A": "1"}), timeout_s=30)
HTTP = Profile("b", HttpTarget("https://h.example/mcp", {"X-Key": "k"}), auth=AuthSettings("bearer", "t"))


@pytest.mark.parametrize(
    ("fix", "target"),
    [
        (Fix("launch", "", ("/bin/npx",)), StdioTarget("/bin/npx", ("-y", "${PKG}"), {"A": "1"})),
        (
            Fix("launch", "", ("cmd", "/c", "npx")),
            StdioTarget("cmd", ("/c", "npx", "-y", "${PKG}"), {"A": "1"}),
        ),
        (
            Fix("variable", "", name="B", value="2"),
            StdioTarget("npx", ("-y", "${PKG}"), {"A": "1", "B": "2"}),
        ),
        (
            Fix("environment", "", value="as cursor"),
            StdioTarget("npx", ("-y", "${PKG}"), {"A": "1"}, environment="as cursor"),
        ),
    ],
)
def test_a_command_is_mended_without_touching_the_rest(fix: Fix, target: StdioTarget) -> None:
    mended = apply_fix(STDIO, fix)
    assert mended.profile.target == target
    assert (mended.profile.name, mended.profile.timeout_s, mended.secrets) == ("a", 30, {})


def test_era_and_transport_are_those_that_the_explanation_offers() -> None:
    assert apply_fix(HTTP, ACTION_FIXES["retry_legacy"]).profile.era == "legacy"
    assert apply_fix(HTTP, ACTION_FIXES["retry_sse"]).profile.transport == "sse"


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://h.example/other", True),
        ("https://other.example/mcp", False),
        ("http://h.example/mcp", False),
        ("https://h.example:8443/mcp", False),
    ],
)
def test_headers_and_sign_in_stay_with_their_origin(url: str, kept: bool) -> None:
    mended = apply_fix(HTTP, Fix("url", "", value=url)).profile
    assert mended.target == HttpTarget(url, {"X-Key": "k"} if kept else {})
    assert (mended.auth is not None) == kept


def test_a_typed_secret_takes_no_place_that_another_server_uses() -> None:
    fix = Fix("variable", "", name="TOKEN", asks="TOKEN", secret=True)
    mended = apply_fix(STDIO, fix, "s3cret", taken=["server/A/token"])
    assert mended.secrets == {"server/a/TOKEN+": "s3cret"}
    assert isinstance(mended.profile.target, StdioTarget)
    assert mended.profile.target.env["TOKEN"] == "${secret:server/a/TOKEN+}"


def test_a_value_that_is_asked_for_is_filled_in() -> None:
    profile = Profile("c", StdioTarget("x", ("${input:city}",)), inputs=(Input("city", "input"),))
    mended = apply_fix(profile, Fix("fill", "", name="input:city", asks="city"), "Seoul").profile
    assert [one.value for one in mended.inputs] == ["Seoul"]


def test_a_second_certificate_is_trusted_beside_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path))
    first = apply_fix(HTTP, Fix("trust", "", name="../h", value="ONE\n")).profile
    second = apply_fix(first, Fix("trust", "", name="../h", value="TWO\n")).profile
    assert isinstance(second.target, HttpTarget)
    file = Path(str(second.target.verify))
    assert file.read_text() == "ONE\nTWO\n"
    assert file.parent == tmp_path / "certificates"


@pytest.mark.parametrize(
    ("fix", "target"),
    [
        (Fix("proxy", "", value="http://p:1"), replace(HTTP.target, proxy="http://p:1")),
        (Fix("verify", "", value="false"), replace(HTTP.target, verify=False)),
        (Fix("verify", "", value="true"), HTTP.target),
        (Fix("header", "", name="x-key", value="other"), replace(HTTP.target, headers={"x-key": "other"})),
        (Fix("header", "", name="Y", value="1"), replace(HTTP.target, headers={"X-Key": "k", "Y": "1"})),
        (Fix("header", "", name="x-KEY"), replace(HTTP.target, headers={})),
    ],
)
def test_a_url_is_mended_without_touching_the_rest(fix: Fix, target: HttpTarget) -> None:
    assert apply_fix(HTTP, fix).profile == replace(HTTP, target=target)


def test_a_time_limit_and_a_folder_are_those_of_the_fix() -> None:
    assert apply_fix(STDIO, Fix("timeout", "", value="90")).profile == replace(STDIO, timeout_s=90.0)
    assert apply_fix(STDIO, Fix("folder", "", value="/x")).profile.target == replace(STDIO.target, cwd="/x")
