"""What leaves a case without its secrets: one mask over them, and redaction by keyed tokens for more."""
