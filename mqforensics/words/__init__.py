"""Every sentence of findings, headlines and captions, as templates: one table a question, filled with facts.

`grammar` counts, lists and writes times; `refused`, `errors`, `poison` and `browse` hold the sentences of their
questions. Nothing here decides anything, and nothing reads a sentence back.
"""
