"""The templates of all that is displayed as HTML: the one place where text becomes markup, and is escaped."""

from IPython.display import HTML
from jinja2 import Environment, PackageLoader, StrictUndefined

from mqforensics.plaintext import shown
from mqforensics.views.sheet import paged

TEMPLATES = Environment(
    loader=PackageLoader("mqforensics.views"), autoescape=True, trim_blocks=True, lstrip_blocks=True,
    undefined=StrictUndefined,
)  # fmt: skip


def rendered(template: str, **values: object) -> HTML:
    """The template of this name with these values, as a piece of a page."""
    made = TEMPLATES.get_template(f"{template}.html.j2").render(**values)
    return paged(shown(made, keep="\n\r\t"))
