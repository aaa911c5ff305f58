"""What a channel does with a message that it cannot deliver, as a decision table.

Read `inputs` (what a decision is made from), `conditions` (the facts it turns on), `decision_table` (its rows by
stage), `fate` (what reads the rows) and `citations` (the document that each step follows).
"""
