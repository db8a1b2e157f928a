"""Deliberate faults: sent, listened to, judged, reported.

May import `client` and what is below it.
"""
