"""Figures of a session: per server, method and target, and over time."""
