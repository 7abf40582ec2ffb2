"""paizhuo (牌桌): a camera that referees a real card table."""

__version__ = "0.1.0"
