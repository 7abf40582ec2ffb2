"""Fetch the card artwork, surfaces and type that training draws from (训练素材)."""
