"""Guandan (掼蛋): shapes, wild cards, tricks, tribute and levels. Knows nothing of Shengji."""
