"""People: players, their names, sessions, ways to sign in again, invitations and limits."""
