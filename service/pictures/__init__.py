"""Pictures of games, drawn by the page's own modules, which run here."""
