"""Servers and processes that die or fall silent while games are played."""
