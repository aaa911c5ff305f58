"""Where the message is, from what the evidence says; the first break on the way decides.

A verdict is given only where the lines it rests on are there. Persistent messages are never called discarded. Sources:
seed 1 (the eight steps and both scenarios), the product documentation of USEDLQ, NPMSPEED and DEADQ.
"""

from mqforensics.questions.walk.arrival import at_the_end
from mqforensics.questions.walk.located import dead, dead_letters, itself
from mqforensics.questions.walk.matter import Matter, Verdict
from mqforensics.questions.walk.waiting import waiting
from mqforensics.questions.walk.words import UNKNOWN


def decide(matter: Matter) -> Verdict:
    """The verdict: of the message itself where it was found, else of the first break on its way."""
    if matter.request.msg_id:
        found = itself(matter) or dead(matter, dead_letters(matter))
        if found:
            return found
    on_the_way = next((verdict for hop in matter.route.hops if (verdict := waiting(matter, hop))), None)
    if on_the_way and on_the_way.code != UNKNOWN:
        return on_the_way
    letters = [] if matter.request.msg_id else dead_letters(matter)
    return dead(matter, letters) or on_the_way or at_the_end(matter)
