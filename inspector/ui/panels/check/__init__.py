"""The *Check* page of a server: one button, the verdict, what was found and what to change.

The check itself is imported with the first one: its rules take half a second. May import what `panels` may.
"""
