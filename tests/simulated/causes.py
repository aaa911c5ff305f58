"""Why a channel does not run: which log entries each cause leaves, at the sending end and at the receiving one."""

CAUSES = {
    "listener down": (("AMQ9202", "AMQ9999"), ()),
    "network": (("AMQ9206", "AMQ9999"), ("AMQ9208", "AMQ9999")),
    "channel unknown there": (("AMQ9520", "AMQ9999"), ("AMQ9519", "AMQ9999")),
    "receiver stopped": (("AMQ9558", "AMQ9999"), ()),
    "certificate": (("AMQ9665", "AMQ9999"), ("AMQ9637", "AMQ9999")),
    "bad certificate": (("AMQ9633", "AMQ9999"), ("AMQ9665", "AMQ9999")),
    "blocked": (("AMQ9558", "AMQ9999"), ("AMQ9777", "AMQ9999")),
    "sequence": (("AMQ9526", "AMQ9999"), ("AMQ9526", "AMQ9999")),
    "in use": (("AMQ9558", "AMQ9999"), ("AMQ9514", "AMQ9999")),
    "cut": (("AMQ9208", "AMQ9507", "AMQ9999"), ()),
    "refused": ((), ("AMQ9999",)),
    "too big": (("AMQ9999",), ()),
}
"""Ids without a severity letter, by the fault's word."""
NETWORK = tuple(cause for cause in CAUSES if cause not in ("cut", "refused", "too big"))
