"""The page of the connection doctor.

May import `servers` and what is below it.
"""
