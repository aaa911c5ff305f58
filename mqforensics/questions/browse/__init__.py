"""Why was this message late?"""
from mqforensics.questions.browse.simulate import Simulation, as_calls, simulate_browse, traffic
from mqforensics.questions.browse.timeline import browse_timeline, late_messages
def findings(case): return None
