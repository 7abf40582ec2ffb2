"""Pixels in, observations out. Knows cards, not rules of play."""
