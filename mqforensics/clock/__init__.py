"""Time for the whole kit: the names of zones, and one comparison of moments that were read off different clocks.

To read: `names` (zones by name), `zones`, `moments` (the comparison), `java_dates`.
"""
