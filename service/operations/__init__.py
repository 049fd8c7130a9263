"""The host's work: backups, archives, audits, upgrades, and their commands."""
