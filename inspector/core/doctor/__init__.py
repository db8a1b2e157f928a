"""The connection doctor: why a server cannot be started or reached, as an ordered list of checks.

    diagnosis.py ──► tables of steps, stdio_checks.py has those of commands ──► Check, one after the other
                         └── trial.py: one real connection, and what came of it

Every check is data (`checks.py`), and so are the ways to fix what it found (`fixes.py`).
"""
