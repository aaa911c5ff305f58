"""A text as it stood before it was pasted: its characters, and its lines without what a paste put around them.

It is decided here once, before a file is identified, cut into its sections and read, so that every format's reader sees
clean lines. The rows cite the file itself: each line of the clean text knows where it stands in the file.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, pairwise

import pyarrow as pa

from mqforensics.formats.paste import (
    config_maps,
    folded_lines,
    line_numbers,
    line_prefixes,
    markdown,
    transports,
    windows_events,
    zos_consoles,
)
from mqforensics.formats.paste.encoding import END, Text, text_in_any_code
from mqforensics.formats.paste.line_prefixes import Line
from mqforensics.formats.tables import array

CONTROLS = re.compile(rb"[^\s\x20-\xff]")
"""What no text in EBCDIC has."""
Take = Callable[[list[Line]], list[Line] | None]
Steps = tuple[tuple[Callable[[bytes], bool], Take], ...]
STEPS: Steps = (
    (line_prefixes.has_colours, line_prefixes.without_colours),
    (windows_events.has_table, windows_events.without_table),
    (windows_events.has_list, windows_events.without_list),
    (config_maps.has_config_map, config_maps.without_config_maps),
    (transports.has_cells, transports.without_cells), (transports.has_csv, transports.without_csv),
    (transports.has_json, transports.without_json), (transports.in_mail, transports.without_soft_breaks),
    (transports.in_octal, transports.without_octal),
    (transports.in_html, transports.without_html), (line_prefixes.has_prefixes, line_prefixes.without_layers),
    (markdown.has_markdown, markdown.without_markdown),
    (transports.has_typography, transports.without_words), (zos_consoles.has_jobs, zos_consoles.with_messages_together),
    (zos_consoles.has_displays, zos_consoles.without_console), (folded_lines.has_folds, folded_lines.without_folds),
    (folded_lines.has_broken_values, folded_lines.without_breaks),
)  # fmt: skip
"""In their order: whether a text may have what a step takes off, and the step; None where it finds nothing."""
RAW_INPUT: Steps = (
    (line_numbers.has_quotes, line_numbers.without_quotes), (transports.in_html, line_numbers.without_html),
    (line_numbers.in_script, line_numbers.without_script), (line_numbers.has_numbers, line_numbers.without_numbers),
)  # fmt: skip
"""Those for what is read as it was found."""
END_SIZE = 1 << 18
LARGEST = 16 << 20
"""A file with more bytes is read as it is; nobody pastes so much."""


class CleanText:
    """The clean text of a file, `data`, and where its lines stand in the file."""

    def __init__(self, lines: list[Line], text: Text, size: int):
        self.data = _joined(lines)
        self._starts = list(accumulate((len(line.text) + 1 for line in lines[:-1]), initial=0))
        self._lines, self._text, self._size = lines, text, size
        self._stops = [after.at for _, after in pairwise(lines)] + [len(text.data)]

    @property
    def stamps(self) -> dict[int, str]:
        """When lines were printed, by the number of each in the clean text, where what was taken off says this."""
        return {number: line.stamp for number, line in enumerate(self._lines, 1) if line.stamp}

    def origin(self, position: int) -> int:
        """Offset in the file of a place in `data`; what was taken off belongs to the line behind it."""
        if position <= 0:
            return 0
        if position >= len(self.data):
            return self._size
        nth = bisect_right(self._starts, position) - 1
        line, inside = self._lines[nth], position - self._starts[nth]
        place = min(line.inner + inside, self._stops[nth]) if inside else line.at
        return self._text.origin(place)

    def line(self, number: int) -> int:
        """The number in the file of a line of `data`."""
        return self._lines[min(max(number, 1), len(self._lines)) - 1].number

    def placed(self, row: Mapping | pa.RecordBatch) -> Mapping | pa.RecordBatch:
        """A row, or a batch of rows, of the clean text as one of the file."""
        if isinstance(row, Mapping):
            return {**row, **{name: values[0] for name, values in self._columns({n: [row[n]] for n in row})}}
        columns = dict(zip(row.schema.names, row.columns, strict=True))
        own = {name: columns[name].to_pylist() for name in ("offset", "length", "line") if name in columns}
        if "lines" in columns:
            own["lines"] = columns["lines"].to_pylist(maps_as_pydicts="lossy")
        for name, values in self._columns(own):
            columns[name] = array(values, row.schema.field(name).type)
        return pa.RecordBatch.from_arrays(list(columns.values()), schema=row.schema)

    def _columns(self, columns: Mapping[str, list]) -> Iterator[tuple[str, list]]:
        begins = [self.origin(at) for at in columns["offset"]]
        ends = [self.origin(at + size) for at, size in zip(columns["offset"], columns["length"], strict=True)]
        yield "offset", begins
        yield "length", [end - begin for begin, end in zip(begins, ends, strict=True)]
        if "line" in columns:
            yield "line", [number and self.line(number) for number in columns["line"]]
        if "lines" in columns:
            yield "lines", [of and {key: self.line(number) for key, number in of.items()} for of in columns["lines"]]


def clean_text(data: bytes, is_as_found: bool = False) -> CleanText | None:
    """The clean text of a file; None where nothing was put around it, and where it is not a text or too large.

    Of a file that is read `as_found` only what such a file cannot have.
    """
    if len(data) > LARGEST:
        return None
    if is_as_found:
        lines = _without(data, RAW_INPUT)
        return CleanText(lines, Text(data), len(data)) if lines else None
    text = text_in_any_code(data)
    head = text.data[:4096]
    is_ebcdic = text.encoding == "utf-8" and not text.mark and text.data is not data
    if b"\0" in head or (is_ebcdic and CONTROLS.search(head)):
        return None
    is_other = is_ebcdic or text.encoding != "utf-8" or (b"\n" not in text.data and b"\r" in text.data[:-1])
    found = _without(text.data, STEPS)
    return CleanText(found or _lines(text.data), text, len(data)) if found or is_other else None


def _without(data: bytes, steps: Steps) -> list[Line] | None:
    lines, is_changed = [], False
    for signs, take in steps:
        if signs(_ends(data)):
            lines = lines or _lines(data)
            if found := take(lines):
                lines, data, is_changed = found, _joined(found), True
    return lines if is_changed else None


def _ends(data: bytes) -> bytes:
    """What of a text is looked at for signs: a large one that has none pays little."""
    return data if len(data) <= 2 * END_SIZE else data[:END_SIZE] + b"\n" + data[-END_SIZE:]


def _joined(lines: list[Line]) -> bytes:
    return b"\n".join(line.text for line in lines)


def _lines(data: bytes) -> list[Line]:
    ends = [(end.start(), end.end()) for end in END.finditer(data)]
    starts = [0, *(after for _, after in ends)]
    stops = [*(stop for stop, _ in ends), len(data)]
    places = zip(starts, stops, strict=True)
    return [Line(data[start:stop], start, start, number) for number, (start, stop) in enumerate(places, 1)]
