"""packaging/verify_bundle.py: every complaint it can have, each with a small bundle that has that fault."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.packaging.conftest import PACKAGING

PLUGINS = (
    *("platforms/libqxcb.so", "platforms/libqwayland.so", "platforms/libqoffscreen.so"),
    *("platforminputcontexts/libibusplatforminputcontextplugin.so",),
    *("platforminputcontexts/libcomposeplatforminputcontextplugin.so",),
    *("platformthemes/libqxdgdesktopportal.so", "iconengines/libqsvgicon.so", "imageformats/libqsvg.so"),
    *("imageformats/libqico.so", "imageformats/libqjpeg.so", "imageformats/libqgif.so"),
    *("imageformats/libqwebp.so", "wayland-shell-integration/libxdg-shell.so"),
    *("wayland-decoration-client/libadwaita.so", "wayland-decoration-client/libbradient.so"),
)


@pytest.fixture
def verify(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("verify_bundle")


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle of empty files without a fault, and two programs that are happy with themselves."""
    folder = tmp_path / "mcp-desktop-inspector"
    for name in ("mcp-desktop-inspector", "mcpdi"):
        write(folder / name, "#!/bin/sh\nexit 0\n").chmod(0o755)
    for name in PLUGINS:
        write(folder / "_internal/PySide6/Qt/plugins" / name)
    for name in ("libQt6Core.so.6", "libicudata.so.73", "libssl.so.3", "libxcb-cursor.so.0"):
        write(folder / "_internal" / name)
    for name in ("LGPL-3.0-only.txt", "GPL-3.0-only.txt", "NOTICE.txt", "LICENSE.txt"):
        write(folder / "licences" / name)
    return folder


def write(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def complaints(verify: ModuleType, bundle: Path, check: str) -> list[str]:
    return list(verify.CHECKS[check](bundle))


def test_a_sound_bundle_has_no_complaints(verify: ModuleType, bundle: Path) -> None:
    assert verify.all_complaints(bundle) == []


def test_the_step_of_the_build_ends_with_every_complaint(verify: ModuleType, bundle: Path) -> None:
    (bundle / "mcpdi").unlink()
    write(bundle / "_internal/libgtk-3.so.0")

    class Build:
        def require_bundle(self) -> Path:
            return bundle

    with pytest.raises(Exception, match=r"(?s)mcpdi is missing.*libgtk-3\.so\.0 belongs to the system"):
        verify.verify(Build())


@pytest.mark.parametrize(
    "name",
    [
        "libgtk-3.so.0",
        "libglib-2.0.so.0",
        "libstdc++.so.6",
        "libX11.so.6",
        "libEGL.so.1",
        "libc.so.6",
        "libz.so.1",
        "libfontconfig.so.1",
        "libtiff-3d2f5e1a.so.6.1.0",
    ],
)
def test_a_library_of_the_building_system_is_found_wherever_it_is(
    verify: ModuleType, bundle: Path, name: str
) -> None:
    write(bundle / "_internal/some.libs" / name)
    found = complaints(verify, bundle, "no library of the building system")
    assert found == [f"_internal/some.libs/{name} belongs to the system that built this"]


@pytest.mark.parametrize(
    "name",
    [
        "libQt6VirtualKeyboard.so.6",
        "libQt6WaylandCompositor.so.6",
        "PySide6/QtCharts.abi3.so",
        "PySide6/QtDataVisualization.abi3.so",
        "PySide6/Qt/plugins/platforminputcontexts/libqtvirtualkeyboardplugin.so",
    ],
)
def test_what_qt_gives_under_the_gpl_alone_is_found(verify: ModuleType, bundle: Path, name: str) -> None:
    write(bundle / "_internal" / name)
    (found,) = complaints(verify, bundle, "parts of Qt")
    assert found in (
        f"_internal/{name} is given under the GPL only",
        f"_internal/{name} is a part of Qt that is not used",
    )


@pytest.mark.parametrize("name", ["libQt6Qml.so.6", "PySide6/Qt/plugins/platforms/libqeglfs.so"])
def test_what_of_qt_is_not_used_is_found(verify: ModuleType, bundle: Path, name: str) -> None:
    write(bundle / "_internal" / name)
    assert complaints(verify, bundle, "parts of Qt") == [f"_internal/{name} is a part of Qt that is not used"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the plugins of Linux")
@pytest.mark.parametrize("name", PLUGINS)
def test_a_plugin_that_was_trimmed_too_far_is_missed(verify: ModuleType, bundle: Path, name: str) -> None:
    (bundle / "_internal/PySide6/Qt/plugins" / name).unlink()
    assert len(complaints(verify, bundle, "plugins that must be there")) == 1


def test_links_to_nowhere_and_out_of_the_bundle_are_found(verify: ModuleType, bundle: Path) -> None:
    (bundle / "inside").symlink_to("mcpdi")
    (bundle / "dangling").symlink_to("gone")
    (bundle / "outside").symlink_to("../..")
    (bundle / "absolute").symlink_to(bundle / "mcpdi")
    assert complaints(verify, bundle, "links") == [
        f"absolute leads out of the bundle: {bundle / 'mcpdi'}",
        "dangling leads to nothing: gone",
        "outside leads out of the bundle: ../..",
    ]


def test_a_missing_licence_is_found(verify: ModuleType, bundle: Path) -> None:
    (bundle / "licences/LGPL-3.0-only.txt").unlink()
    assert complaints(verify, bundle, "licences") == [
        "no licence text LGPL-3.0 in licences; the step licences makes it"
    ]


def test_more_bytes_than_the_budget_are_found(verify: ModuleType, bundle: Path) -> None:
    with (bundle / "_internal/libQt6Core.so.6").open("wb") as file:
        file.truncate(181_000_000)
    assert complaints(verify, bundle, "size") == ["181.0 MB unpacked are more than 180 MB"]


def test_a_program_that_cannot_be_run_is_found(verify: ModuleType, bundle: Path) -> None:
    (bundle / "mcpdi").chmod(0o644)
    assert complaints(verify, bundle, "programs") == ["mcpdi is missing or cannot be run"]


def test_what_a_failed_selftest_said_is_told(verify: ModuleType, bundle: Path) -> None:
    report = '{"checks": [{"name": "window", "ok": false, "detail": "it stays empty"}]}'
    write(bundle / "mcpdi", f"#!/bin/sh\necho '{report}'\nexit 1\n")
    write(bundle / "mcp-desktop-inspector", "#!/bin/sh\necho nothing >&2; echo works >&2\nexit 127\n")
    assert complaints(verify, bundle, "both programs test themselves") == [
        "mcp-desktop-inspector --selftest ended with 127: works",
        "mcpdi --selftest ended with 1: window: it stays empty",
    ]


def test_the_programs_are_started_with_an_empty_environment(
    verify: ModuleType, bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/nowhere")
    write(bundle / "mcpdi", '#!/bin/sh\ntest -z "$LD_LIBRARY_PATH$PYTHONPATH$DISPLAY"\n')
    assert complaints(verify, bundle, "both programs test themselves") == []


def test_a_folder_is_verified_from_the_command_line(bundle: Path) -> None:
    (bundle / "mcpdi").unlink()
    command = [sys.executable, str(PACKAGING / "verify_bundle.py"), str(bundle)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "mcpdi is missing or cannot be run" in done.stdout
