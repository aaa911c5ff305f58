"""How the kit's pictures look: colours that everyone can tell apart, and a picture with words for who cannot see it."""

import base64
import io
import warnings

import matplotlib.pyplot as plt
import pandas as pd
from IPython.display import SVG, display
from matplotlib.figure import Figure
from matplotlib.text import Text
from pyspark.sql import DataFrame

from mqforensics.plaintext import escape_controls
from mqforensics.privacy.redaction import current
from mqforensics.spark_compat import pandas_of
from mqforensics.views import templates

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442", "#000000")
"""The Okabe-Ito palette."""
MUTED = "#8a9099"
"""For what is beside the matter: messages that have no reason."""
HATCHES = ("", "//", "..", "xx", "\\\\", "++", "oo", "--")
"""One a colour, so that colour is never the only carrier."""
LONGEST = 60_000
"""Characters of an SVG; a picture of more (many hatched bars) is smaller as PNG."""
BARS = 100
"""So many bars and other patches are an SVG of more than that: it is not drawn to be measured."""
DARK = """<style>@media (prefers-color-scheme: dark) {
text { fill: #e8e8e8 !important } [style*="stroke: #000000"] { stroke: #b0b4b8 !important }
[style*="fill: #000000"] { fill: #e8e8e8 !important } [style*="fill: #333333"] { fill: #b0b4b8 !important }
[style*="fill: #fff3ea"] { fill: #2c1d14 !important } [style*="fill: #f7f7f7"] { fill: #202326 !important }
[style*="stroke: #ffffff"] { stroke: #16181a !important } [style*="fill: #ffffff"] { fill: #16181a !important }
}</style></svg>"""
"""How a picture looks where the page is dark: its ink light, its paper that of the page."""
RC = {
    "font.size": 9, "axes.spines.top": False, "axes.spines.right": False,
    "figure.constrained_layout.use": True, "figure.dpi": 110, "svg.fonttype": "none",
    "text.parse_math": False,
}  # fmt: skip


def figure(width: float = 9, height: float = 3.2) -> tuple[Figure, plt.Axes]:
    """An empty figure in the kit's style, and its axes; it belongs to the caller, not to pyplot."""
    with plt.rc_context(RC):
        made, axes = plt.subplots(figsize=(width, height))
    plt.close(made)
    return made, axes


def local(frame: DataFrame | pd.DataFrame) -> pd.DataFrame:
    """A summary on the driver, whether Spark or pandas holds it."""
    return frame if isinstance(frame, pd.DataFrame) else pandas_of(frame)


def look(index: int) -> dict[str, str]:
    """Colour and hatch of the series number `index`."""
    return {"color": COLOURS[index % len(COLOURS)], "hatch": HATCHES[index % len(HATCHES)], "edgecolor": "white"}


def with_title(made: Figure, title: str, words: str) -> Figure:
    """The figure with a title that states the finding and `words` that state its numbers."""
    made.axes[0].set_title(title, loc="left", fontweight="bold", fontsize=10)
    made.mqforensics_words = words
    return made


def words(made: Figure) -> str:
    """What the figure shows, in words."""
    return getattr(made, "mqforensics_words", "")


def show(made: Figure) -> None:
    """Put the figure into a notebook, sharp at any size, with its words as the picture's alternative text."""
    is_text = current().identity  # a name that is drawn as dots cannot be hidden
    drawing = svg(made) if is_text or sum(len(axes.patches) for axes in made.axes) <= BARS else ""
    if not is_text and not 0 < len(drawing) <= LONGEST:
        display(made, metadata={"image/png": {"alt": words(made)}})
    else:
        display(SVG(drawing), metadata={"image/svg+xml": {"alt": words(made)}})


def svg(made: Figure) -> str:
    """The figure as SVG, the same text for the same figure."""
    stream = io.StringIO()
    _saved(made, stream, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    drawn = escape_controls(stream.getvalue(), keep="\n\t")  # a control character in a name would make it unreadable
    return DARK.join(drawn.rsplit("</svg>", 1))


def png(made: Figure) -> bytes:
    """The figure as a picture file."""
    stream = io.BytesIO()
    _saved(made, stream, format="png")
    return stream.getvalue()


def _saved(made: Figure, stream: io.IOBase, **how: object) -> None:
    _names_alone(made)
    alone = {"text.parse_math": False, "svg.fonttype": "none", "svg.hashsalt": "mqforensics"}
    with plt.rc_context(alone), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        made.savefig(stream, **how)


def _names_alone(made: Figure) -> None:
    for text in made.findobj(Text):  # a name with `$` in it is no formula
        text.set_parse_math(False)


def img(made: Figure) -> str:
    """The figure as an HTML element that needs no file."""
    data = base64.b64encode(png(made)).decode()
    return templates.text("picture", words=words(made), data=data)
