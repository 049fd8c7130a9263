"""Tests of `clients.python.terminal`."""
