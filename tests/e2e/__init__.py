"""Whole services as their users meet them: real Valkey, real gunicorn, real processes."""
