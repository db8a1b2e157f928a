"""What belongs into the frozen program and what does not: tables, read by app.spec and verify_bundle.py.

PyInstaller collects whatever a library may need on some computer. The program draws widgets: no QML, no
OpenGL, no network of Qt's. Libraries of the system stay the system's: a copy from the computer that built the
program would meet drivers and settings that it does not know (and some are licensed otherwise).
"""

from __future__ import annotations

import re
from importlib.metadata import packages_distributions
from pathlib import PurePath

QT_MODULES = frozenset(
    ["Core", "DBus", "Gui", "PrintSupport", "Svg", "Widgets", "XcbQpa", "WaylandClient", "WlShellIntegration"]
)
"""Libraries of Qt that are kept. DBus: input methods and portals; the last two: Wayland."""

QT_PLUGINS = frozenset(
    {
        *("platforms/" + name for name in ("xcb", "wayland", "offscreen", "windows", "cocoa")),
        *(
            "platforminputcontexts/" + name
            for name in ("ibusplatforminputcontextplugin", "composeplatforminputcontextplugin")
        ),
        "platformthemes/xdgdesktopportal",
        "iconengines/svgicon",
        *("imageformats/" + name for name in ("svg", "ico", "jpeg", "gif", "webp")),
        "wayland-shell-integration/xdg-shell",
        *("wayland-decoration-client/" + name for name in ("adwaita", "bradient")),
        *("styles/" + name for name in ("modernwindowsstyle", "macstyle")),
        *("printsupport/" + name for name in ("windowsprintersupport", "cocoaprintersupport")),
    }
)
"""Plugins of Qt that are kept, as folder/name without `libq`, `q` and endings."""

QT_TRANSLATIONS = ("qtbase_ko.qm", "qtbase_en.qm")

GPL_ONLY = ("VirtualKeyboard", "WaylandCompositor", "Charts", "DataVis", "QtGraphs", "Quick3D", "NetworkAuth")
"""Parts of names of what Qt gives under the GPL alone: never in a bundle."""

SHIPPED_SYSTEM_LIBRARIES = frozenset(
    {
        # what Python's own modules are linked with
        *("libssl", "libcrypto", "libffi", "libsqlite3", "liblzma", "libbz2"),
        # small helpers of X11 that not every desktop has
        *("libxcb-cursor", "libxcb-icccm", "libxcb-image", "libxcb-keysyms", "libxcb-render-util"),
        *("libxcb-util", "libxcb-shape", "libxcb-xkb", "libxkbcommon", "libxkbcommon-x11"),
    }
)
"""Libraries of the building Linux that are shipped; every other one must be the user's own."""

INSTALLERS_NOTES = ("RECORD", "INSTALLER", "REQUESTED")
"""What pip notes of a distribution: where the build's environment is, so that no two builds were the same."""

LEFT_OUT_MODULES = (
    *("qtawesome", "qtpy"),  # only two of its fonts are used, see inspector/ui/widgets/icons.py
    *("PySide6.QtNetwork", "PySide6.QtOpenGL", "PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtTest"),
    "inspector.ui.program.demonstration",
    *("tkinter", "_tkinter", "turtle", "idlelib", "lib2to3", "ensurepip", "venv", "pydoc_data", "test"),
    *("curses", "_curses", "readline", "dbm", "_gdbm", "_dbm", "nis", "ossaudiodev"),
    *("_crypt", "crypt", "_uuid"),  # would ask for a library of the system, and uuid works without
    *("unittest", "doctest", "distutils", "xmlrpc", "numpy", "IPython", "trio", "uvloop"),
    *("pydantic.v1", "pydantic.mypy"),
)
"""Modules that PyInstaller finds behind a `try` or a hook, and that the program never runs."""

LEFT_OUT_HOOKS = frozenset(
    {
        "pyi_rth_pyside6",  # sets QT_PLUGIN_PATH, which every program of Qt that we start would inherit
        "pyi_rth_inspect",  # for who reads the source of a running program; imports zipfile and its codecs
        "pyi_rth_multiprocessing",  # we start processes ourselves
    }
)
"""Scripts of PyInstaller that would run at each start: of the window, the demo server and the worker."""

PYGMENTS = frozenset(
    ("lexers._mapping", "lexers.data", "formatters._mapping", "formatters.html", "styles._mapping")
)
"""Modules of Pygments' three collections that are kept: the program colours JSON only."""

_QT_LIBRARY = re.compile(
    r"^(?:libQt6|Qt6|Qt)(?P<name>[A-Z]\w*?)(?:\.so.*|\.abi3\.so|\.pyd|\.dll|\.dylib|\.framework)?$"
)
_PLUGIN_NAME = re.compile(r"^(?:libq?|q)?(?P<name>[\w-]+?)(?:\.so|\.dll|\.dylib)$")
_LIBRARY_NAME = re.compile(r"^(?P<name>lib[\w+.-]+?)(?:-[0-9.]+)?\.so(?:\.[0-9.]+)?$")


def is_wanted(name: str) -> bool:
    """Whether a collected file belongs into the bundle. name: its path inside the bundle."""
    path = PurePath(name.replace("\\", "/"))
    parts = path.parts
    if path.parent.suffix == ".dist-info" and path.name in INSTALLERS_NOTES:
        return False
    if "PySide6" not in parts:
        return not _QT_LIBRARY.match(path.name) or _is_wanted_library(path.name)
    if path.name == "opengl32sw.dll":
        return False
    if "translations" in parts:
        return path.name in QT_TRANSLATIONS
    if "plugins" in parts:
        return _plugin(path) in QT_PLUGINS
    if "qml" in parts or "metatypes" in parts:
        return False
    return all(_is_wanted_library(part) for part in parts)


def is_wanted_module(name: str) -> bool:
    """Whether a collected module of Python belongs into the bundle."""
    collection = name.removeprefix("pygments.")
    return not re.match(r"pygments\.(lexers|formatters|styles)\.", name) or collection in PYGMENTS


def build_only_modules(lock: str) -> list[str]:
    """Modules of the environment that runs this, whose packages the program's lock does not name.

    What only the build needs must not get into the program, even where a library would use it if it is there.
    """
    pins = (line.split("==")[0].strip() for line in lock.splitlines() if not line.startswith("#"))
    named = {_normal(pin) for pin in pins}
    found = packages_distributions().items()
    return sorted(module for module, owners in found if named.isdisjoint(map(_normal, owners)))


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _is_wanted_library(name: str) -> bool:
    found = _QT_LIBRARY.match(name)
    return found is None or found["name"] in QT_MODULES


def _plugin(path: PurePath) -> str:
    found = _PLUGIN_NAME.match(path.name)
    return f"{path.parent.name}/{found['name'] if found else path.name}"


def library_name(file: str) -> str:
    """libfoo of libfoo.so.1.2; "" when it is no library."""
    found = _LIBRARY_NAME.match(file)
    return found["name"] if found else ""
