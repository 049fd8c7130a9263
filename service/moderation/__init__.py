"""The acts of hosts and moderators, each done by name and reason, and recorded in a log."""
