"""The platforms of queue managers, where what they take or print differs."""

DISTRIBUTED, ZOS, IBM_I, WINDOWS = "distributed", "zos", "ibmi", "windows"
PLATFORMS = (DISTRIBUTED, ZOS, IBM_I)
"""What a rules table of the dead-letter handler is for; the first where nobody says."""
