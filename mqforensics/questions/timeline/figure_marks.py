"""A story by the reference clock: what a picture of the time line marks."""

from collections.abc import Mapping

from mqforensics.clock.offsets import Offset
from mqforensics.questions.causes import CHANGE, SHOWN, Condition, Story


def marks(story: Story, offsets: Mapping[str, Offset]) -> list[dict]:
    """The conditions of a story, its root first, with the times by the reference clock, in seconds since 1970.

    Keys: `queue_manager`, `object`, `kind`, `said`; `time`, None where it is not known; `earliest` and `latest`, None
    where it is not bounded. A change, and what a display shows, has an interval in which it began; of all else it is
    when it was first seen.
    """
    return [_mark(one, offsets.get(one.queue_manager, Offset())) for one in (story.root, *story.effects)]


def _mark(one: Condition, offset: Offset) -> dict:
    told = {"queue_manager": one.queue_manager, "object": one.object, "kind": one.kind, "said": one.said}
    first, last = one.first, one.last if one.kind in (CHANGE, *SHOWN) else one.first
    seen = last if last is not None else first
    middle = (offset.least + offset.most) / 2 if offset.known else 0.0
    return told | {
        "time": None if seen is None else seen - middle,
        "earliest": first - offset.most if offset.known and first is not None else None,
        "latest": last - offset.least if offset.known and last is not None else None,
    }
