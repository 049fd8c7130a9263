"""Pictures of games: the page's own drawing modules, run and rendered here."""
