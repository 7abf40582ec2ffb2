"""Records of play: the event log as lines (``.jsonl``) and the table card record a person reads (``.tcr``)."""
