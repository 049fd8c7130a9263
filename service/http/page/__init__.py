"""The page to play on, and the other pages for people."""
