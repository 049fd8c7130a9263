"""The background verifier, which reads each record again within a set time."""
