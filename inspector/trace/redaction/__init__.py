"""Secrets found in recorded bytes and replaced by stable pseudonyms."""
