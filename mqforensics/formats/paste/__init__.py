"""What people and programs put around evidence, and how to take it off: prefixes, transports, numbers, folds."""
