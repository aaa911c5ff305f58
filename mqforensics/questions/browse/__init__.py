"""Why was this message late? A browse cursor moves down a queue and never sees what comes in above it.

`browse_timeline` and `sweeps` read it out of the calls of a trace; `simulate_browse` plays it from arrivals, and
`remedy_comparison` plays the same arrivals under each thing that could be changed. `queue_model` is the queue itself.
Source of the facts: the technote "Intermittent poor performance when the MDB's are getting messages from MQ queues",
the product documentation of browse cursors.

To read: `constants`, `stream`, `handle_history` and `handles`, `traced_messages`, `sweeps`, `cursor_position` and
`positions_at`, `message_timeline`, `remaining_messages`, `late_reasons`, `message_surroundings`, `findings`; then
`simulated_clock`, `queue_model`, `world`, `consumers`, `message_history`, `simulate`, `remedy_comparison`.
"""

from mqforensics.questions.answer import Question
from mqforensics.questions.browse.findings import answer, findings_of, timeline_of
from mqforensics.questions.browse.message_surroundings import Step, Story, steps, story
from mqforensics.questions.browse.message_timeline import REASONS, browse_timeline, late_messages
from mqforensics.questions.browse.queue_model import Cursor, Message, Queue, Reply
from mqforensics.questions.browse.remedy_comparison import arrivals, remedies
from mqforensics.questions.browse.simulate import Simulation, as_calls, simulate_browse, traffic
from mqforensics.questions.browse.sweeps import browses, sweeps
from mqforensics.validation import MSG_ID

__all__ = [
    "QUESTION",
    "REASONS",
    "Cursor",
    "Message",
    "Queue",
    "Reply",
    "Simulation",
    "Step",
    "Story",
    "answer",
    "arrivals",
    "as_calls",
    "browse_timeline",
    "browses",
    "findings_of",
    "late_messages",
    "remedies",
    "simulate_browse",
    "steps",
    "story",
    "sweeps",
    "timeline_of",
    "traffic",
]

QUESTION = Question(
    "browse", "Browse", "Why was a message late although it lay on the queue?",
    "an activity trace, browsed: amqsevt -m QMGR -q SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE -b -o json -w 1 > trace.json",
    answer, {"message": MSG_ID},
    tables=("calls",),
)  # fmt: skip
