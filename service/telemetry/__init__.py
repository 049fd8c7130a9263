"""Logs, metrics and traces: the service as its host sees it."""
