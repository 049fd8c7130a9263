"""A game of any ruleset: its contract, its terms, its events, undo, studies and the audit."""
