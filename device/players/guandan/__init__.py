"""Simulated Guandan players: they draw, pay tribute and play whole hands, honestly or with planted faults."""
