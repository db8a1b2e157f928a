"""What tools, resources and prompts have in common: arguments, options, Run, values used before.

May import what `panels` may.
"""
