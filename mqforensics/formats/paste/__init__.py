"""What people and programs put around evidence, and how to take it off: prefixes, transports, numbers, folds.

To read: `encoding`, `clean_text` (which steps a text needs), `line_prefixes`, `line_numbers`, `transports`, `markdown`,
`config_maps`, `folded_lines`, `windows_events`, `zos_consoles`.
"""
