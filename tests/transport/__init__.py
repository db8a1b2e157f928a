"""Transports against real processes and sockets."""
