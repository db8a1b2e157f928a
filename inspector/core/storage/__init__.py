"""Settings, secrets and the other files of a user, as two running programs share them.

May import no other package of `inspector.core`.
"""
