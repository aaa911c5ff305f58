"""An executed notebook as one page: no code, no script, nothing from outside, only markup that the kit itself uses."""

import base64
import os
import re
from functools import cache
from pathlib import Path

from mqforensics.views.sheet import css

TEMPLATES = Path(__file__).parents[1] / "templates"
TITLE = "IBM MQ incident report"
TAGS = frozenset((
    "a", "article", "b", "br", "code", "dd", "details", "div", "dl", "dt", "h1", "h2", "h3", "h4", "header", "i", "img",
    "li", "main", "nav", "p", "pre", "section", "span", "summary", "table", "tbody", "td", "th", "thead", "time", "tr",
    "ul",
))  # fmt: skip
ATTRIBUTES = {
    "*": ["class", "id", "aria-label"], "a": ["href"], "img": ["alt", "src"], "td": ["data-label"], "th": ["scope"],
    "div": ["tabindex"],
}  # fmt: skip
PROTOCOLS = ("data",)
"""Of a picture's source; a link goes to a place in the page itself."""
SHEET = re.compile(r"<style>[^<]*</style>")


def html(notebook: str | os.PathLike, title: str = TITLE, banner: str = "") -> str:
    """The executed notebook in the file `notebook` as HTML; `banner`, plain text, is on top."""
    import nbformat

    node = nbformat.read(notebook, as_version=4)
    resources = {"metadata": {"name": title}, "mqf_css": css(), "mqf_banner": banner}
    page, _ = _exporter().from_notebook_node(node, resources)
    return page


def load() -> None:
    """Load what makes a page, and make a small one: what the libraries prepare at their first is there for a later."""
    from nbformat import v4

    from mqforensics.views.templates import text

    outputs = [v4.new_output("display_data", {"text/html": text("heading", title="&", level=2, anchor="")})]
    _exporter().from_notebook_node(
        v4.new_notebook(cells=[v4.new_code_cell(outputs=outputs)]), {"metadata": {"name": TITLE}, "mqf_css": css()}
    )


@cache
def _exporter():
    from nbconvert import HTMLExporter

    exporter = HTMLExporter(
        template_name="mqforensics", extra_template_basedirs=[str(TEMPLATES)], exclude_input=True,
        exclude_input_prompt=True, exclude_output_prompt=True,
        filters={"clean": clean, "base64": lambda text: base64.b64encode(text.encode()).decode()},
    )  # fmt: skip
    exporter.template  # noqa: B018  (read and compiled here)
    return exporter


def clean(markup: str) -> str:
    """Markup without anything that the kit's own templates do not use; the sheet is in the head of the page."""
    import nh3

    return nh3.clean(
        SHEET.sub("", markup), tags=set(TAGS), attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
        attribute_filter=_kept, url_schemes=set(PROTOCOLS), link_rel=None,
    )  # fmt: skip


def _kept(tag: str, name: str, value: str) -> str | None:
    if name == "href":
        return value if value.startswith("#") else None
    if name == "src":
        return value if value.startswith("data:image/") else None
    return value
