"""A bundle as something that can be added: secrets put aside, unpacked on a word, shown again later."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client
from inspector.core.install.bundles.bundle import open_bundle
from inspector.core.install.bundles.offer import BundleOffer, kept_bundle, kept_manifest
from inspector.core.install.bundles.unpacking import bundles_folder
from inspector.core.install.offers import is_offer_file, read_offer, settled
from inspector.core.servers.profiles import entry_of, profile_from_entry
from inspector.core.storage.secrets import MemoryStore
from inspector.core.transfer.importers.adding import references_in
from inspector.errors import UsageError
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget
from tests.core.install.bundles.packing import manifest, pack, served

_OPTIONS = {
    "key": {"type": "string", "title": "Key", "description": "d", "sensitive": True, "required": True},
    "dirs": {"type": "directory", "title": "Dirs", "description": "d", "multiple": True},
}


def _offer(tmp_path: Path, value: Any = None) -> BundleOffer:
    config = served(command="node", args=["${user_config.dirs}"], env={"KEY": "${user_config.key}"})
    value = value or {**config, "user_config": _OPTIONS}
    return BundleOffer(open_bundle(pack(tmp_path / "a.mcpb", value)), tmp_path / "root")


def test_secrets_go_aside_and_the_rest_is_kept(tmp_path: Path) -> None:
    offer = _offer(tmp_path)
    made = offer.make(0, "notes", {"key": "k0", "dirs": ["/a"]})
    assert made.secrets == {"server/notes/key": "k0"} and made.missing == ()
    assert isinstance(made.profile.target, StdioTarget)
    assert made.profile.target.env == {"KEY": "${secret:server/notes/key}"}
    assert made.profile.bundle["values"] == {"key": "${secret:server/notes/key}", "dirs": ["/a"]}
    entry = entry_of(made.profile)
    assert "k0" not in str(entry) and profile_from_entry("notes", entry) == made.profile


def test_secrets_of_others_are_neither_got_nor_overwritten(tmp_path: Path) -> None:
    offer, store = _offer(tmp_path), MemoryStore()
    first = settled(offer.make(0, "notes", {"key": "k0"}), [], store, new=True)
    renamed = replace(first, name="mine")
    second = settled(offer.make(0, "notes", {"key": "k1"}), [renamed], store, new=True)
    assert {store.get(key) for key in references_in([first, second])} == {"k0", "k1"}
    assert references_in([first]) != references_in([second])
    values = second.bundle["values"]
    assert values["key"] == f"${{secret:{references_in([second])[0]}}}"  # in both places
    changed = settled(offer.make(0, "notes", {"key": "k2"}), [renamed], store, new=False)
    assert store.get(references_in([renamed])[0]) == "k0"
    assert store.get(references_in([changed])[0]) == "k2"
    same = settled(offer.make(0, "notes", changed.bundle["values"]), [renamed], store, new=False)
    assert same == changed and len(store.keys()) == 3


def test_option_that_is_called_like_a_secret_is_one(tmp_path: Path) -> None:
    options = {
        "api_key": {"type": "string", "title": "A", "description": "d"},
        "token_limit": {"type": "number", "title": "B", "description": "d"},
        "password_hint": {"type": "string", "title": "C", "description": "d", "sensitive": False},
    }
    offer = _offer(tmp_path, {**served(command="node"), "user_config": options})
    made = offer.make(0, "n", {"api_key": "x", "token_limit": 3, "password_hint": "y"})
    assert list(made.secrets.values()) == ["x"]


def test_nothing_is_unpacked_before_a_person_says_so(tmp_path: Path) -> None:
    offer = _offer(tmp_path)
    offer.schema(0), offer.initial(0), offer.make(0, "notes", {"key": "k"})
    assert not (tmp_path / "root").exists()
    offer.prepare(0)
    made = offer.make(0, "notes", {"key": "k"})
    assert isinstance(made.profile.target, StdioTarget)
    assert (Path(made.profile.target.cwd) / "manifest.json").is_file()


def test_form_is_shown_again_from_the_folder_or_the_file(tmp_path: Path) -> None:
    offer = _offer(tmp_path)
    kept = offer.make(0, "notes", {"key": "k"}).profile.bundle
    assert kept_bundle(kept, tmp_path / "root").schema(0) == offer.schema(0)  # of the file
    offer.prepare(0)
    (tmp_path / "a.mcpb").unlink()
    again = kept_bundle(kept, tmp_path / "root")  # of the folder
    assert again.schema(0) == offer.schema(0)
    values = {"key": "x", "dirs": ["/b"]}
    assert again.make(0, "n", values).profile == offer.make(0, "n", values).profile
    found, problems = kept_manifest(kept, tmp_path / "root")
    assert found is not None and found.name == "notes" and problems == []


def test_file_that_became_another_one_is_not_taken_for_it(tmp_path: Path) -> None:
    kept = _offer(tmp_path).make(0, "notes", {"key": "k"}).profile.bundle
    pack(tmp_path / "a.mcpb", manifest(name="evil"))
    with pytest.raises(UsageError, match="not the file that was added"):
        kept_bundle(kept, tmp_path / "root")


@pytest.mark.parametrize("kept", [{}, {"path": "a", "sha256": "../../x"}, {"path": 1, "sha256": "a" * 64}])
def test_broken_reference_is_said(kept: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="incomplete"):
        kept_bundle(kept)


def test_refused_bundle_is_shown_with_its_reasons_and_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "a.mcpb").write_bytes(b"no zip")
    offer = read_offer(tmp_path / "a.mcpb")
    assert offer.refused and offer.name == "a" and offer.schema(0)["properties"] == {}
    with pytest.raises(UsageError):
        offer.make(0, "a", {})
    with pytest.raises(UsageError):
        offer.prepare(0)


def test_what_a_person_should_know_is_told(tmp_path: Path) -> None:
    block = b"MCPB_SIG_V1" + (2).to_bytes(4, "little") + b"xx" + b"MCPB_SIG_END"
    offer = BundleOffer(open_bundle(pack(tmp_path / "a.mcpb", tail=block)), tmp_path)
    assert offer.warnings == ("signed; not verified here",)
    assert {"Version", "Kind", "SHA-256", "Size"} <= {name for name, _text in offer.facts}


def test_files_are_known_by_their_names() -> None:
    names = ("a.mcpb", "A.DXT", "server.json", "x/Server.JSON")
    assert all(is_offer_file(Path(name)) for name in names)
    assert not any(is_offer_file(Path(name)) for name in ("mcp.json", "a.zip", "server.jsonc"))


def test_folder_is_no_offer(tmp_path: Path) -> None:
    (tmp_path / "a.mcpb").mkdir()
    with pytest.raises(UsageError, match="is not a file"):
        read_offer(tmp_path / "a.mcpb")


def test_bundles_lie_beside_a_portable_copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path))
    assert bundles_folder() == tmp_path / "bundles"
    monkeypatch.delenv("MCPDI_CONFIG_DIR")
    assert bundles_folder().name == "bundles" and tmp_path not in bundles_folder().parents


def test_server_of_a_bundle_is_started_and_answers(tmp_path: Path) -> None:
    """A real process out of the private folder; its own demo server, so that no package is needed."""
    program = (
        b"import runpy, sys\n"
        b"sys.argv = ['inspector', 'demo-server', '--transport', 'stdio']\n"
        b"runpy.run_module('inspector', run_name='__main__')\n"
    )
    value = served("python", "main.py", command="python", args=["${__dirname}/main.py"])
    path = pack(tmp_path / "demo.mcpb", value, {"main.py": program})
    offer = BundleOffer(open_bundle(path), tmp_path / "root")
    offer.prepare(0)
    profile = offer.make(0, "demo", {}).profile
    assert isinstance(profile.target, StdioTarget)
    root = str(Path(__file__).resolve().parents[4])
    target = replace(profile.target, command=sys.executable, env={"PYTHONPATH": root})

    async def run() -> list[str]:
        journal = Journal.create()
        client = Client(replace(profile, target=target), journal)
        await client.connect()
        tools = await client.list_all("tools")
        await client.close()
        journal.close()
        return [str(tool["name"]) for tool in tools]

    assert "echo" in asyncio.run(run())
