"""The settings of the service: their table, their values, and the addresses in them."""
