"""Whether a name or a string fits a pattern with wildcards: one matcher for profiles, records, topics and channels."""

from collections.abc import Sequence


def fits(pattern: Sequence[str], text: Sequence[str], many: str = "*", one: str | None = None) -> bool:
    """Whether `text` fits a pattern in which `many` stands for any number of parts and `one` for a single one.

    The parts are characters, or the levels of a topic string.
    """
    ends = {0}  # how much of the text what was read of the pattern can have taken
    for part in pattern:
        if part == many:
            ends = set(range(min(ends), len(text) + 1)) if ends else ends
        else:
            ends = {end + 1 for end in ends if end < len(text) and part in (one, text[end])}
    return len(text) in ends
