"""What each question shows of a case besides its findings; nothing where the case has no evidence for it."""

from collections.abc import Callable

from IPython.display import HTML
from matplotlib.figure import Figure

from mqforensics.questions import browse as browsing
from mqforensics.questions import handler
from mqforensics.questions import poison as poisoning
from mqforensics.questions.walk import walk as walked
from mqforensics.views import browse as draw_browse
from mqforensics.views import route, rules_flow
from mqforensics.views.style import local
from mqforensics.views.table import table

Shown = list[HTML | Figure]
ROUTES = 3
"""So many routes are drawn; the verdicts of all are among the findings."""
STEPS = ("step", "queue_manager", "object", "found", "means", "file", "line", "number", "next")
POISON = ("file", "number", "queue", "backout_count", "threshold", "state", "outcome", "destination", "came_as")


def walk(case) -> Shown:
    """The routes as pictures, each with its steps."""
    if not case.has("objects"):
        return []
    steps = local(walked(case))
    if steps.empty:
        return []
    return [
        shown
        for name in route.routes(steps, ROUTES)
        for shown in (route.route_figure(steps, name), table(route.chosen(steps, name), STEPS, caption=name))
    ]


def rules(case) -> Shown:
    """What each rules table of the case would do with its dead letters."""
    if not (case.has("rules") and case.has("messages")):
        return []
    objects = case.objects if case.has("objects") else None
    runs = [handler.flow(handler.dry_run(case.messages, tried, objects=objects)) for tried in handler.tables(case)]
    return [rules_flow.rules_flow(flow) for flow in map(local, runs) if not flow.empty]


def poison(case) -> Shown:
    """The messages that were backed out, or that came as poison."""
    if not case.has("messages"):
        return []
    told = table(poisoning.poison(case), POISON)
    return [told] if "<table" in told.data else []


def browse(case) -> Shown:
    """The late message that tells most: the cursor's path, and the queue step by step."""
    if not case.has("calls"):
        return []
    told = browsing.story(browsing.browse_timeline(case.calls), case.calls)
    return [] if told is None else [draw_browse.cursor_figure(told), draw_browse.step_html(browsing.steps(told))]


SECTIONS: tuple[tuple[str, Callable[..., Shown]], ...] = (
    ("Where the message is", walk),
    ("What the rules table would do", rules),
    ("Poison messages", poison),
    ("Why a message was late", browse),
)
