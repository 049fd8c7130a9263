"""A service under a steady light load for a long time: nothing may grow but the record."""
