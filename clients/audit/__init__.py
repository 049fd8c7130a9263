"""An audit of finished games to run and to read, with nothing but the standard library."""
