"""Heads of records: signed by the server, and kept in a public log that only grows."""
