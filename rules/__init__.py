"""What is true on a card table: cards, rules, rulings. Standard library only, no I/O, no clock, no chance."""
