"""Time for the whole kit: the names of zones, and comparisons of moments that were read off different clocks.

To read: `zone_names` (zones by name), `zones`, `dates` (as programs print them), `java_dates`, `timestamps` (the time
columns of a log), `moments` (the comparison, with what proves it), `offsets` (how the clocks of several queue managers
stand to each other).
"""
