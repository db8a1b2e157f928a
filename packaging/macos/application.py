"""What macOS is told about the application: read by app.spec, which makes the .app of the frozen folder."""

from __future__ import annotations

from typing import Any

NAME = "MCP Desktop Inspector"
IDENTIFIER = "org.mcp-desktop-inspector.app"
OLDEST = "13.0"
"""macOS that Qt 6.11 still runs on."""


def information(version: str) -> dict[str, Any]:
    """Info.plist beyond what PyInstaller writes itself: version, languages, and the two kinds of files."""
    return {
        "CFBundleDisplayName": NAME,
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "CFBundleLocalizations": ["en", "ko"],
        "CFBundleDevelopmentRegion": "en",
        "LSApplicationCategoryType": "public.app-category.developer-tools",
        "LSMinimumSystemVersion": OLDEST,
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,
        "NSHumanReadableCopyright": "Apache-2.0",
        "CFBundleDocumentTypes": [
            _document("MCP session", f"{IDENTIFIER}.mcptrace", "Owner"),
            _document("MCP bundle", f"{IDENTIFIER}.mcpb", "Alternate"),
        ],
        "UTExportedTypeDeclarations": [
            _kind("MCP session", f"{IDENTIFIER}.mcptrace", ["mcptrace"], ["public.data", "public.database"]),
        ],
        "UTImportedTypeDeclarations": [
            _kind("MCP bundle", f"{IDENTIFIER}.mcpb", ["mcpb", "dxt"], ["public.zip-archive"]),
        ],
    }


def _document(name: str, kind: str, rank: str) -> dict[str, Any]:
    return {
        "CFBundleTypeName": name,
        "CFBundleTypeRole": "Viewer",
        "LSHandlerRank": rank,
        "LSItemContentTypes": [kind],
    }


def _kind(name: str, identifier: str, endings: list[str], conforms: list[str]) -> dict[str, Any]:
    return {
        "UTTypeIdentifier": identifier,
        "UTTypeDescription": name,
        "UTTypeConformsTo": conforms,
        "UTTypeTagSpecification": {"public.filename-extension": endings},
    }
