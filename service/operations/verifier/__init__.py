"""The background verifier: each record read again from the store within a set time."""
