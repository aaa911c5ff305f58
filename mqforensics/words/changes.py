"""The kinds of changes, and what is said of a change of each kind."""

from collections.abc import Mapping, Sequence

from mqforensics.objects.sentences import first_of

DEFINITION, PERSON, ITSELF = "definition", "status", "by itself"
ANEW, OTHER, CONTRADICTS = "defined anew", "other queue manager", "contradicts"
UNLIKE, ALTERED = "other object", "altered"
APPEARED, VANISHED, STAYED, TURNED = "appeared", "vanished", "stayed", "turned round"

SAID = {
    APPEARED: "{about} appeared",
    VANISHED: "{about} vanished",
    ANEW: "{about} was deleted and defined again",
    ALTERED: "{about} was altered and {left}",
    OTHER: "{about} is another queue manager of the same name (QMID {after})",
    UNLIKE: "{about} is {before} in one capture and {after} in another, which no command alters: it is another object, "
            "or was deleted and defined again",
    CONTRADICTS: "{attribute} of {about} is {before} in one capture and {after} in another",
}  # fmt: skip
"""By the kind of a change; what an attribute was altered to is `WENT`."""
WENT = "{attribute} of {about} went from {before} to {after}"
SAME = "shows the same values as before"
LACKS = "does not show {names} any more, and of the rest the same values as before"
NAMED = 5
"""So many attributes that a later capture lacks are named."""

# The headline and the time of a change
TABLE = "All changes"
CONTRADICT = "Captures without a known order contradict each other: {change}."
AT_MANAGER = "{change} at {manager}"
HEADLINE = "{number} things changed{between}. The last: {last}.{when}"
BETWEEN = " between the captures"
ALTERED_AT = " It was altered at {time}."
UNKNOWN_WHEN = " The evidence does not show when."
AFTER = "changed after {time}"
WAS_SO = "was so by {time}"
BOTH = "{after} and {before}"
CHANGED_WHEN = " It {when}."
LOCAL = ", local time of its host"
WHICH = " The evidence does not show which capture is later, so neither value is sure."


def change_sentence(change: Mapping) -> str:
    """A row of `changes` as a sentence without its place and its end."""
    about = " ".join(filter(None, (change["type"], change["object"], change.get("record"))))
    return SAID.get(change["kind"], WENT).format(
        about=about, attribute=change.get("attribute"), left=_gaps(change.get("unshown") or ()),
        before=change.get("before") or "blank", after=change.get("after") or "blank",
    )  # fmt: skip


def _gaps(unshown: Sequence[str]) -> str:
    return LACKS.format(names=first_of(unshown, NAMED)) if unshown else SAME
