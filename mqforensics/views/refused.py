"""The gates that a connection comes to as a picture: how many each refused, the most common one that closed marked.

State is said by words and line style as well as by colour.
"""

from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from mqforensics.plaintext import shortened
from mqforensics.questions.answer import Answer
from mqforensics.views import style

NAMES = {
    "NETWORK": "network", "TLS": "TLS", "LIMIT": "limits", "CHLAUTH": "CHLAUTH", "CONNAUTH": "CONNAUTH",
    "AUTHORITY": "authority", "MCA": "channel's put", None: "not known",
}  # fmt: skip
WIDTH, GAP, HEIGHT, LONGEST = 1.5, 0.5, 1.0, 110
NOT_KNOWN = "The record that decided is not known."


def drawn(answer: Answer) -> list[Figure]:
    """The picture of the gates, where any of them refused."""
    gates = answer.figures.get("gates", [])
    return [gates_figure(gates)] if busiest_gate(gates) else []


def busiest_gate(gates: Sequence[dict]) -> dict | None:
    """The gate that refused most often."""
    found = [one for one in gates if one["count"]]
    return max(found, key=lambda one: one["count"], default=None)


def words(gates: Sequence[dict]) -> str:
    """The picture in words, for who cannot see it."""
    first = busiest_gate(gates)
    if first is None:
        return "No gate refused anything in this evidence."
    told = "; ".join(f"{NAMES[one['gate']]}: {one['count'] or 'none'}" for one in gates)
    return f"Refused at each gate, in their order: {told}. {_why(first)}"


def _why(gate: dict) -> str:
    decided = f" Decided by {gate['record']}." if gate["record"] else ""
    return f"{gate['cause'] or ''}{decided}".strip()


def gates_figure(gates: Sequence[dict]) -> Figure:
    """The gates of `answer.figures["gates"]` in a row, each with how many it refused; the most common is marked."""
    first, width = busiest_gate(gates), len(gates) * (WIDTH + GAP)
    made, axes = style.figure(width=max(6.0, 0.72 * width), height=2.3)
    axes.set_axis_off()
    axes.set_xlim(-GAP, width)
    axes.set_ylim(-0.9, HEIGHT + 0.15)
    for place, gate in enumerate(gates):
        _gate(axes, gate, place * (WIDTH + GAP), gate is first)
    if first:
        axes.text(-GAP / 2, -0.35, shortened(first["cause"] or "", LONGEST), fontsize=8, va="center")
        axes.text(-GAP / 2, -0.7, shortened(first["record"] or NOT_KNOWN, LONGEST), fontsize=8,
                  va="center", family="monospace")  # fmt: skip
    return style.with_title(made, _title(gates, first), words(gates))


def _title(gates: Sequence[dict], first: dict | None) -> str:
    if first is None:
        return "No gate refused anything"
    total, name = sum(one["count"] for one in gates), NAMES[first["gate"]]
    if first["count"] == total:
        return f"Refused at the gate {name}: {total}"
    if 2 * first["count"] > total:
        return f"Most were refused at the gate {name}: {first['count']} of {total}"
    told = ", ".join(f"{NAMES[one['gate']]} {one['count']}" for one in gates if one["count"])
    return f"Refused at several gates: {told}"


def _gate(axes: plt.Axes, gate: dict, left: float, marked: bool) -> None:
    shut = bool(gate["count"])
    colour = style.COLOURS[1] if shut else "#777777"
    frame = FancyBboxPatch(
        (left, 0), WIDTH, HEIGHT, boxstyle="round,pad=0,rounding_size=0.08", facecolor="#FFF3EA" if marked else "white",
        edgecolor=colour, linestyle=":" if gate["gate"] is None else "-", linewidth=2.6 if marked else 1.2,
    )  # fmt: skip
    axes.add_patch(frame)
    said = f"\u2716 {gate['count']} {'failed' if gate['gate'] == 'NETWORK' else 'refused'}" if shut else "none"
    middle = {"x": left + WIDTH / 2, "ha": "center", "va": "center"}
    axes.text(y=0.66, s=NAMES[gate["gate"]], fontsize=9, weight="bold", **middle)
    axes.text(y=0.3, s=said, fontsize=8, color=colour if shut else "#555555", **middle)
    if left and gate["gate"] is not None:
        axes.annotate("", (left - 0.05, HEIGHT / 2), (left - GAP + 0.05, HEIGHT / 2), arrowprops={"arrowstyle": "->"})
