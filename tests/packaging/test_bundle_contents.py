"""packaging/bundle_contents.py: what is trimmed, on every system, and what must never be."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest


@pytest.fixture
def contents(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("bundle_contents")


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/lib/libQt6Core.so.6",
        "PySide6/QtWidgets.abi3.so",
        "libQt6WlShellIntegration.so.6",
        "PySide6/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so",
        "PySide6/Qt/plugins/platforminputcontexts/libcomposeplatforminputcontextplugin.so",
        "PySide6/Qt/plugins/wayland-shell-integration/libxdg-shell.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/translations/qtbase_ko.qm",
        "PySide6/Qt6Widgets.dll",
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6\\plugins\\imageformats\\qsvg.dll",
        "PySide6/Qt/lib/QtGui.framework/Versions/A/QtGui",
        "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
        "PySide6/libpyside6.abi3.so.6.11",
        "PySide6/msvcp140.dll",
        "cryptography/hazmat/bindings/_rust.abi3.so",
        "resources/translations/mcpdi_ko.qm",
    ],
)
def test_what_the_program_needs_is_kept(contents: ModuleType, name: str) -> None:
    assert contents.is_wanted(name)


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/lib/libQt6Qml.so.6",
        "libQt6Network.so.6",
        "PySide6/QtOpenGL.abi3.so",
        "PySide6/opengl32sw.dll",
        "PySide6/Qt6Quick.dll",
        "PySide6/Qt/lib/QtNetwork.framework/Versions/A/QtNetwork",
        "PySide6/Qt/plugins/platforminputcontexts/libqtvirtualkeyboardplugin.so",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6/Qt/qml/QtQuick/qmldir",
    ],
)
def test_what_it_does_not_use_is_left_out(contents: ModuleType, name: str) -> None:
    assert not contents.is_wanted(name)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("libxcb-cursor.so.0", "libxcb-cursor"),
        ("libxcb-render-util.so.0.0.0", "libxcb-render-util"),
        ("libstdc++.so.6", "libstdc++"),
        ("libglib-2.0.so.0", "libglib"),
        ("libpython3.11.so.1.0", "libpython3.11"),
        ("_ssl.cpython-311-x86_64-linux-gnu.so", ""),
        ("notes.txt", ""),
    ],
)
def test_the_name_of_a_library_is_that_without_its_version(
    contents: ModuleType, file: str, name: str
) -> None:
    assert contents.library_name(file) == name


def test_of_pygments_only_what_colours_json_is_kept(contents: ModuleType) -> None:
    kept = (
        "pygments",
        "pygments.token",
        "pygments.lexers",
        "pygments.lexers.data",
        "pygments.lexers._mapping",
    )
    assert all(contents.is_wanted_module(name) for name in kept)
    assert not contents.is_wanted_module("pygments.lexers.javascript")
    assert not contents.is_wanted_module("pygments.styles.monokai")


def test_packages_that_the_lock_of_the_program_does_not_name_are_the_builds_own(contents: ModuleType) -> None:
    lock = "# no package of this line: pytest==1\nhttpx==0.28.1\nmarkdown-it-py==4.3.0\n"
    found = contents.build_only_modules(lock)
    assert "pytest" in found
    assert not {"httpx", "markdown_it"} & set(found)
