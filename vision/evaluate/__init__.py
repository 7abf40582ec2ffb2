"""How well cards are read: labels, scores, bounds and the page of errors. Pure; files are opened by the command."""
