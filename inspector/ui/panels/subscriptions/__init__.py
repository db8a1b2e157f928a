"""Subscriptions: what the server was asked to tell of, and what it told.

May import what `panels` may.
"""
