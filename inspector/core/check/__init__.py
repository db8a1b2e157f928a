"""Whether a server is right, for every revision it speaks, and what to change: the work behind `mcpdi check`.

`asking` reads what a server offers and sends the safe probes, `judging` holds every record against the rules
of `lint/`, here or offline over a session file, `report` is what comes of it, and `written` makes its files.
May import lint, trace, protocol and the rooms of the core below it.
"""
