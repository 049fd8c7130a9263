"""Strategies for settlers; its scenario builds on them."""
