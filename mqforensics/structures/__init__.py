"""MQ's binary structures: layouts as data, and one walker for the whole chain of headers.

To read: `layouts`, `charsets`, `headers`, `descriptor`, `put_times`, `chain`, `folders`, `extras`, `pcf` and
`pcf_values`, `body`, `gaps`, `message_data`; many at once: `arrays`, `chains`, `tags`, `texts`.
"""

from mqforensics.structures.charsets import charset, decode
from mqforensics.structures.descriptor import Descriptor, mqmd
from mqforensics.structures.headers import secrets
from mqforensics.structures.layouts import Layout, LayoutNotFound, layout, pack, read
from mqforensics.structures.message_data import message
from mqforensics.structures.pcf import Parameter, pcf
from mqforensics.structures.put_times import put_time

MQDLH, MQMD1, MQMD2, MQXQH = (layout(name) for name in ("MQDLH", "MQMD1", "MQMD2", "MQXQH"))

__all__ = [
    "MQDLH", "MQMD1", "MQMD2", "MQXQH", "Descriptor", "Layout", "LayoutNotFound", "Parameter", "charset", "decode",
    "layout", "message", "mqmd", "pack", "pcf", "put_time", "read", "secrets",
]  # fmt: skip
