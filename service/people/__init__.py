"""People: players, their names, sessions, ways back, invitations and limits."""
