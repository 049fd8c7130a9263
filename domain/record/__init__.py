"""The stored record: its events and hashes, its chance, and the fields hidden from whom."""
