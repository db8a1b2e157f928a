"""Inputs: elicitation, sampling and roots, and the rules that answer them.

May import what `panels` may.
"""
