"""What happens to an error of this program: heard, kept as a report, shown.

May import `widgets` and what is below it.
"""
