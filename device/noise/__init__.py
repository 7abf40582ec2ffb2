"""Whole hands without pixels: what people do, told as an imperfect sight would tell it, and held to the truth."""
