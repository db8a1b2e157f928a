"""A clean server by hand, a table of faults to bend it by, and what `mcpdi check` says to each of them."""
