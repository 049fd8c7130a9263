"""Settlers: roads, settlements and cities on a land of hexes, and trade in what they yield.

The rules alone, as pure functions; not yet a ruleset on offer (its codecs, view and texts are to
come).
"""
