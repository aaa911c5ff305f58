"""Figures, tables and widgets: an Answer or a DataFrame in, a figure, HTML or a widget out; no view decides anything.

Read `show`, `page`, `page_sections`, `answers` and `templates` (what a page is made of), `sheet`, `style`,
`field_meanings`, `webpage` and `plain_report`. A question each: `walk`, `dead_letters`, `letters`, `heatmap`,
`refused`, `poison`, `handler`, `decision`, `browse`, `timeline`, `places`. One message: `message`, `parts`, `chain`,
`hexdump`, `payload`. The desk: `investigation`, `picker`, `inventory`, `request_form`, `case_tables`, `table`, `grid`,
`filters`, `condition`, `span`, `export`, `notes`, `progress_bar`.
"""
