"""Saved servers: profiles, variables, launch, environment.

May import `storage` and `crash_reports`.
"""
