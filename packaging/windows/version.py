"""What Windows shows of a program in its properties. Used on Windows only: PyInstaller writes it there."""

from __future__ import annotations

from typing import Any

from windows.installer import numbers

TITLE = "MCP Desktop Inspector"


def version_information(version: str, name: str) -> Any:
    """The resource of one program, for PyInstaller's EXE."""
    from PyInstaller.utils.win32 import versioninfo as kinds

    four = tuple(map(int, numbers(version).split(".")))
    texts = {
        "CompanyName": f"The {TITLE} contributors",
        "FileDescription": TITLE,
        "FileVersion": version,
        "InternalName": name,
        "LegalCopyright": "Apache-2.0",
        "OriginalFilename": f"{name}.exe",
        "ProductName": TITLE,
        "ProductVersion": version,
    }
    table = kinds.StringTable("040904B0", [kinds.StringStruct(key, text) for key, text in texts.items()])
    return kinds.VSVersionInfo(
        ffi=kinds.FixedFileInfo(filevers=four, prodvers=four),
        kids=[
            kinds.StringFileInfo([table]),
            kinds.VarFileInfo([kinds.VarStruct("Translation", [0x0409, 1200])]),
        ],
    )
