"""A forensic kit for IBM MQ: from saved evidence to where a message is, why, and what to run next."""

import os
import signal
import sys
from importlib import import_module

_program = [os.path.basename(*sys.argv[:1] or [""])] if sys.argv[:1] != ["-m"] else sys.orig_argv
if __name__ in _program and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while a verb loads there is nothing to clear away or to say

from mqforensics.session import register, session  # noqa: E402, F401  (at once: it must win over the module of its name)

_HOME = {
    "Case": "case",
    "ams_delivery": "questions.delivery",
    "backout_story": "questions.poison",
    "biography": "questions.biography",
    "browse_timeline": "questions.browse",
    "changes": "questions.changes",
    "coverage": "questions.coverage",
    "dead_letters": "questions.dead_letters",
    "delivery": "questions.delivery",
    "dry_run": "questions.handler",
    "engine": "session",
    "explain": "tools.explain",
    "findings": "questions",
    "mqrc": "codes",
    "open_case": "case",
    "parse_rules": "formats.dlqrules",
    "poison": "questions.poison",
    "propose_rules": "questions.handler",
    "refused": "questions.refused",
    "show": "views.show",
    "simulate_browse": "questions.browse",
    "timeline": "questions.timeline",
    "walk": "questions.walk",
    "who_may": "questions.refused",
    "write_dmpmqmsg": "tools.rescue",
}

__all__ = sorted([*_HOME, "register", "session"])
__version__ = "0.2.0"


def __getattr__(name: str):
    # Loaded on first use, so that a Spark worker that only decodes never imports a plot.
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__():
    return __all__
