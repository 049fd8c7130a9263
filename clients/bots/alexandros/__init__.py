"""Strategies for Alexandros."""
