"""`mcpdi send --fault` and `--faults`: break the rules on purpose and say what the server made of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.cli.options import Common
    from inspector.cli.output import Output
    from inspector.core.client.client import Client
    from inspector.core.fault_injection.faults import FaultVerdict
    from inspector.protocol.faults import Preset, Situation

__all__ = ["run_faults"]

_NEEDS: Final = ("inspector.core.fault_injection.report",)


def run_faults(common: Common, action: str, keys: tuple[str, ...]) -> int:
    """action: list | run | "" (those of `keys`). Raises click.UsageError for a key that does not exist."""
    from inspector.cli.start import run_on_server
    from inspector.protocol.faults import PRESETS

    unknown = [key for key in keys if key not in PRESETS]
    if unknown:
        raise click.UsageError(f"unknown fault {unknown[0]!r}; list them with mcpdi send --faults")
    if action == "list" and not (common.on or common.server):
        from inspector.cli.output import Output

        _list(Output(common.json), None)
        return 0
    strict = common.strict  # judged here: a finding that a fault provoked is not the server's

    async def work(client: Client, output: Output) -> int:
        from inspector.core.fault_injection.faults import ready, situation_of

        await ready(client)
        if action == "list":
            _list(output, situation_of(client))
            return 0
        chosen = [PRESETS[key] for key in keys] if keys else list(PRESETS.values())
        return await _run(client, output, chosen, strict, asked=bool(keys))

    return run_on_server(replace(common, strict=False), work, _NEEDS)


def _list(output: Output, situation: Situation | None) -> None:
    from inspector.protocol.faults import PRESETS

    for preset in PRESETS.values():
        why = preset.why_not(situation) if situation is not None else ""
        duty = preset.duty(situation) if situation is not None else preset.duties[-1]
        text = duty.text if duty is not None else ""
        if output.json:
            about = {"fault": preset.key, "title": preset.title, "sends": preset.sends}
            _line(output, **about, requires=text, not_applicable=why)
        else:
            output.line(f"{preset.key:27} {preset.sends}{f'  (not here: {why})' if why else ''}")


async def _run(
    client: Client, output: Output, presets: Iterable[Preset], strict: bool, *, asked: bool
) -> int:
    from inspector.cli.exit_codes import ExitCode
    from inspector.core.fault_injection.faults import situation_of, sweep

    situation = situation_of(client)
    reasons = {preset.key: preset.why_not(situation) for preset in presets}
    if asked and any(reasons.values()):
        key, why = next((key, why) for key, why in reasons.items() if why)
        return output.fail(ExitCode.USAGE, "usage", f"fault {key} cannot be sent here: {why}")
    verdicts = []
    async for verdict in sweep(client, [preset for preset in presets if not reasons[preset.key]]):
        _verdict(output, verdict, situation)
        verdicts.append(verdict)
    for key, why in reasons.items():
        if why and output.json:
            _line(output, fault=key, verdict="not applicable", why=why)
    if not output.json and len(verdicts) > 1:
        from inspector.core.fault_injection.report import summary

        output.note(f"{summary(verdicts)}; {sum(map(bool, reasons.values()))} not applicable here")
    breaches = [verdict for verdict in verdicts if verdict.breach]
    if strict and breaches:
        lines = [f"{one.key}: {one.sentence}" for one in breaches]
        why = f"the server did not comply: {lines[0]}" if len(lines) == 1 else "the server did not comply"
        return output.fail(ExitCode.PROTOCOL_VIOLATION, "protocol_violation", why, faults=lines)
    return ExitCode.DONE.value


def _verdict(output: Output, verdict: FaultVerdict, situation: Situation) -> None:
    from inspector.protocol.faults import PRESETS

    preset = PRESETS[verdict.key]
    duty = preset.duty(situation)
    requires = duty.text if duty is not None else ""
    if output.json:
        _line(
            output,
            fault=verdict.key,
            verdict=verdict.word,
            sentence=verdict.sentence,
            level=verdict.level,
            breach=verdict.breach,
            survived=verdict.survived,
            sent=verdict.sent,
            records=verdict.records,
            requires=requires,
            page=duty.page if duty is not None else "",
        )
        return
    from inspector.core.fault_injection.report import GLYPHS

    level = {"must": "MUST", "should": "SHOULD"}.get(verdict.level, "")
    line = f"{GLYPHS[verdict.word]} {verdict.word:12}  {level:6}  {verdict.key:26}  {verdict.sentence}"
    output.line(line)
    if verdict.word == "not complied":
        output.line(f"{'':25}required: {requires}")


def _line(output: Output, **members: Any) -> None:
    output.answer(encode_json(members))
