"""Players: agents, their names, games between them, the referee, and export."""
