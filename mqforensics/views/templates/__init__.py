"""The templates of all that is displayed as HTML: the one place where text becomes markup, and is escaped."""

from IPython.display import HTML
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from mqforensics.plaintext import escape_controls
from mqforensics.views.sheet import DESK, PAGE, css

TEMPLATES = Environment(
    loader=PackageLoader("mqforensics.views"), autoescape=True, trim_blocks=True, lstrip_blocks=True,
    undefined=StrictUndefined,
)  # fmt: skip


def render(template: str, **values: object) -> HTML:
    """The template of this name with these values, as a piece of a page with the sheet it needs."""
    return _piece(PAGE, text(template, **values))


def on_desk(template: str, **values: object) -> HTML:
    """The same, as a piece of the desk."""
    return _piece(DESK, text(template, **values))


def sentence_frame(sentence: str, is_critical: bool = False, is_large: bool = False) -> str:
    """A sentence of the desk in its frame, as text of HTML; blank where nothing is said."""
    return on_desk("said", sentence=sentence, is_critical=is_critical, is_large=is_large).data if sentence else ""


def text(template: str, **values: object) -> str:
    """The template as text of HTML, without a sheet."""
    return escape_controls(TEMPLATES.get_template(f"{template}.html.j2").render(**values), keep="\n\r\t")


def _piece(sheet: str, body: str) -> HTML:
    return HTML(text("piece", sheet=Markup(css(sheet)), body=Markup(body)))
