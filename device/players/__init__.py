"""Simulated players: they deal, declare, bury and play whole hands, honestly or with planted faults."""
