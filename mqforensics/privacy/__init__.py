"""What leaves a case without its secrets: one mask over them, and redaction by keyed tokens for more.

To read: `secrets` (the list), `mask` and `mask_columns`, `masked_evidence`, `public_names`, `identity_columns`,
`redaction`, `digest_key`.
"""

MODES = ("payload", "identity", "all")
"""What a report can hide beside secrets: what messages carry, names, or both."""
