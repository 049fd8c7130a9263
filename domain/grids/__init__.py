"""Board grids shared by the rulesets."""
