"""Tests of the host's actions."""
