"""Conformance: rulings and other engines' answers, compared with what the rules here say.

Nothing here knows a case by its id: an adapter per topic asks the public rules the same question that the case asks.
"""
