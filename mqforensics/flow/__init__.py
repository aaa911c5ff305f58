"""How a message moves: places, laws, observations, and what is assumed where nothing shows it.

Read `model` (places, laws, literals), `facts`, `paths` (the ways of a message), `observations`, `assumptions`, `engine`
(what all worlds agree in), `answer` and `possible` (what of it is a finding), `sentence_templates`; `delivery` is a
channel's decision.
"""
