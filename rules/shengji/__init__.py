"""Shengji (升级), also Tractor (拖拉机) or Eighty Points (八十分): two decks, two sides, tricks and levels."""
