"""Two garbled texts that call themselves Shengji but are other games: a reasonable reading of each, experimental."""
