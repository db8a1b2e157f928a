"""One module a verb of `mcpdi`; `VERBS` in `inspector.cli` names them."""
