"""The hex rows of many records at once.

In a single-byte locale every row of a record is as wide as the first, and the rows stand in a grid. In a UTF-8 locale
the text column has characters of several bytes, and a character that a row begins is completed in it, so that the next
row is shorter: such rows are found by their line ends, and their offsets must add up.
"""

from functools import lru_cache

import numpy as np

from mqforensics.codes.code_pages import to_ascii
from mqforensics.formats.amqsbcg.vector_cursor import HEX, NEWLINE, QUOTE, VectorCursor
from mqforensics.formats.hex_text_check import CODECS, SHOWN
from mqforensics.structures.arrays import BLANK, PAD, looked_up, ranges, translated, windows

ROW, WIDTH, WIDEST = 52, 16, 19
"""Bytes of a row up to the text column (offset, eight cells, a blank, a quote); values in it, and at most."""
CELLS = 11
"""Where the first cell's digits begin; another every five bytes, two byte values in each."""
EXTRAS = (0, 10, 6, 2)
"""Blanks before the text column, by locale."""
COLUMNS = np.append(CELLS + np.arange(WIDTH) // 2 * 5 + np.arange(WIDTH) % 2 * 2, CELLS + 39 + 2 * np.arange(3))
"""Where each value's digits are; those that complete a character follow the last cell without a blank."""
FIRST_QUOTE = 51
FIRST_PAGE, NEXT_PAGES, PAGE = 31, 38, 60
"""Rows before the first page break of the first message and of the others, and between breaks."""
DIGITS_OF_HEX = (b"0123456789ABCDEF", b"0123456789abcdef")
LETTERS = {name: to_ascii(page, 0, str.isalnum) for name, page in CODECS.items()}
"""Each byte as the letter or digit that it is in a character set; 0 where it is none."""
ALL_EIGHT = np.ones(8, np.uint8).view(np.uint64)


def data_of(walk: VectorCursor, stops: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The data of all records in one padded buffer, where each one's begins, and which records' text columns do not
    surely say the same; moves the walk behind the rows.

    Data is `shown` bytes long. A record whose rows show anything else is no longer taken.
    """
    grid = np.flatnonzero(walk.taken)
    doubtful = np.zeros(len(walk.at), bool)
    if not len(grid):
        return np.zeros(PAD, np.uint8), np.zeros(len(walk.at), np.int64), doubtful
    even = _Even(walk, grid, stops[grid])
    starts = np.zeros(len(walk.at), np.int64)
    starts[grid] = even.starts
    walk.at[grid] = even.ends
    doubtful[grid] = even.doubtful
    rest = grid[~even.good]
    buffers = [even.flat]
    if len(rest):
        uneven = _Uneven(walk, rest, stops[rest])
        walk.taken[rest] = uneven.good
        starts[rest] = uneven.starts + len(even.flat)
        walk.at[rest] = np.where(uneven.good, uneven.ends, walk.at[rest])
        doubtful[rest] = uneven.good & uneven.doubtful
        buffers.append(uneven.flat)
    return np.concatenate([*buffers, np.zeros(PAD, np.uint8)]), starts, doubtful


class _Even:
    def __init__(self, walk: VectorCursor, which: np.ndarray, stops: np.ndarray):
        text, at, shown = walk.text, walk.at[which], walk.found["shown"][which]
        width = _width(text, at)
        count = np.maximum(1, -(-shown // WIDTH))
        fits = (shown >= 0) & (at + count * width <= stops)
        shown, count = np.where(fits, shown, 0), np.where(fits, count, 1)
        first = np.cumsum(count) - count
        record = np.repeat(np.arange(len(count)), count)
        nth = np.arange(len(record)) - first[record]
        before = np.where(walk.found["number"][which] == 1, FIRST_PAGE, NEXT_PAGES)[record]
        pages = np.where(nth < before, 0, 1 + (nth - before) // PAGE)
        place = at[record] + nth * width + 2 * pages
        rows = windows(text, place, width)
        values = _cells(rows)
        known = values < 256
        last = first + count - 1
        blank = np.arange(WIDTH) >= np.clip(shown - (count - 1) * WIDTH, 0, WIDTH)[:, None]
        known[last] = known[last] != blank
        good = _all_sixteen(known) & _offsets(rows, nth) & (rows[:, -2] == QUOTE) & (rows[:, -1] == NEWLINE)
        self.good = fits & np.logical_and.reduceat(good, first)
        self.flat, self.starts = values.astype(np.uint8).ravel(), first * WIDTH
        self.ends = np.where(self.good, place[last] + width, at)
        data, column = self.flat.reshape(-1, WIDTH), rows[:, -WIDTH - 2 : -2]
        same = _shown(data, column, (last, blank))
        self.doubtful = self.good & ~np.logical_and.reduceat(same, first)
        if self.doubtful.any():
            asked = self.doubtful[record]
            self.doubtful = _differ(data[asked], column[asked], record[asked], self.doubtful)


def _width(text: np.ndarray, at: np.ndarray) -> int:
    """How wide the rows are: as most first rows say; a record with other rows is uneven."""
    ends = [windows(text, at + ROW + WIDTH + extra, 2) for extra in EXTRAS]
    often = [np.count_nonzero((end[:, 0] == QUOTE) & (end[:, 1] == NEWLINE)) for end in ends]
    return ROW + WIDTH + 2 + EXTRAS[int(np.argmax(often))]


def _shown(values: np.ndarray, column: np.ndarray, blanks: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Which rows' text columns are as the C locale prints the data; `blanks`: the last rows, and what they lack."""
    printed = translated(values, SHOWN)
    last, blank = blanks
    printed[last] = np.where(blank, BLANK, printed[last])
    wrong = printed.view(np.uint64) != np.ascontiguousarray(column).view(np.uint64)
    return ~(wrong[:, 0] | wrong[:, 1])


def _differ(values: np.ndarray, column: np.ndarray, record: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """Of the records that are asked about those whose text columns have other letters and digits than the data, in
    ASCII and in EBCDIC.

    Behind the data's end the values are zeros: no letters, as the blanks of the column are none.
    """
    said, doubtful = translated(column, LETTERS["ASCII"]).view(np.uint64), asked
    for codec in CODECS:
        wrong = translated(values, LETTERS[codec]).view(np.uint64) != said
        doubtful = doubtful & (np.bincount(record[wrong[:, 0] | wrong[:, 1]], minlength=len(asked)) > 0)
    return doubtful


def _cells(rows: np.ndarray) -> np.ndarray:
    # Each cell holds two values of two digits; as 16-bit numbers they are looked up, not computed.
    cells = np.ascontiguousarray(np.ndarray((len(rows), 8), "<u4", rows, CELLS, (rows.shape[1], 5)))
    return looked_up(HEX, cells.view("<u2"))


def _all_sixteen(flags: np.ndarray) -> np.ndarray:
    # Eight flags are one number: NumPy is slow at many short rows.
    both = flags.view(np.uint64) == ALL_EIGHT
    return both[:, 0] & both[:, 1]


def _offsets(rows: np.ndarray, nth: np.ndarray) -> np.ndarray:
    printed = np.ndarray(len(rows), np.uint64, rows, 0, rows.strides[:1])
    upper, lower = printed_offsets(1 << int(nth.max(initial=0)).bit_length())
    right = (printed == upper[nth]) | (printed == lower[nth])
    return right & (rows[:, 8] == ord(":")) & (rows[:, 10] == BLANK)


@lru_cache
def printed_offsets(count: int) -> tuple[np.ndarray, np.ndarray]:
    """The eight digits of the first `count` rows' offsets, as numbers: in upper case, in lower case."""
    values = np.arange(count, dtype=np.int64)[:, None] * WIDTH >> np.arange(28, -1, -4)
    return tuple(np.frombuffer(digits, np.uint8)[values & 15].view(np.uint64)[:, 0] for digits in DIGITS_OF_HEX)


class _Uneven:
    def __init__(self, walk: VectorCursor, which: np.ndarray, stops: np.ndarray):
        self.text, self.at, self.shown = walk.text, walk.at[which], walk.found["shown"][which]
        self.good = self.shown >= 0
        self._lines(stops)
        self._rows()
        self._values()

    def _lines(self, stops: np.ndarray) -> None:
        """The lines of each record: where they begin and end, and whose they are."""
        low, high = int(self.at.min()), int(stops.max())
        breaks = np.flatnonzero(self.text[low:high] == NEWLINE) + low
        first, after = np.searchsorted(breaks, self.at), np.searchsorted(breaks, stops)
        count = np.maximum(after - first, 0)
        nth = ranges(first, count)
        self.owner = np.repeat(np.arange(len(count)), count)
        self.end = breaks[nth]
        self.begin = np.where(nth == first[self.owner], self.at[self.owner], breaks[np.maximum(nth - 1, 0)] + 1)

    def _rows(self) -> None:
        """Keep the lines that are rows; between two of them stand none but page breaks."""
        rows = windows(self.text, self.begin, ROW)
        size = self.end - self.begin
        digits = HEX[np.ascontiguousarray(rows[:, :8]).view("<u2")]
        is_row = (size >= ROW) & (rows[:, 8] == ord(":")) & (rows[:, 9] == BLANK)
        is_row &= digits.max(axis=1, initial=0) < 256
        is_page = (size == 0) | ((size == 1) & (rows[:, 0] == BLANK))
        count = len(self.at)
        last = np.full(count, -1)
        np.maximum.at(last, self.owner[is_row], np.flatnonzero(is_row))
        self.good &= last >= 0
        self.good[self.owner[~is_row & ~is_page & (np.arange(len(size)) < last[self.owner])]] = False
        self.ends = np.where(last >= 0, self.end[last] + 1 if len(size) else 0, 0)
        kept = is_row & self.good[self.owner]
        self.owner, self.begin, self.end = self.owner[kept], self.begin[kept], self.end[kept]
        places = digits[kept].astype(np.int64)
        self.offset = (places[:, 0] << 24) | (places[:, 1] << 16) | (places[:, 2] << 8) | places[:, 3]

    def _values(self) -> None:
        """The values of each row: as many as its offset and the next one's say, and no other."""
        is_first = np.diff(self.owner, prepend=-1) != 0
        is_last = np.diff(self.owner, append=-1) != 0
        following = np.where(is_last, self.shown[self.owner], np.append(self.offset[1:], 0))
        lead, size = self.offset % WIDTH, following - self.offset
        self._drop((size < 0) | (lead + size > WIDEST) | (is_first & (self.offset != 0)))
        self._drop((size == 0) & (self.shown[self.owner] > 0))
        rows = windows(self.text, self.begin, ROW + 12)
        quote = (rows[:, FIRST_QUOTE:] == QUOTE).argmax(axis=1) + FIRST_QUOTE
        first = np.flatnonzero(is_first)
        whose = first[np.cumsum(is_first) - 1]
        self._drop((rows[np.arange(len(rows)), quote] != QUOTE) | (quote != quote[whose]))
        self._drop((self.text[self.end - 1] != QUOTE) | (self.end - 1 <= self.begin + quote))
        digits = rows[:, COLUMNS].astype(np.uint16) | rows[:, COLUMNS + 1].astype(np.uint16) << 8
        values = HEX[digits]
        values[COLUMNS[None, :] >= quote[:, None]] = 256
        place = np.arange(WIDEST)
        wanted = (place >= lead[:, None]) & (place < (lead + size)[:, None])
        self._drop(((values < 256) != wanted).any(axis=1))
        kept = self.good[self.owner]
        self.flat = values[wanted & kept[:, None]].astype(np.uint8)
        sizes = np.where(self.good, self.shown, 0)
        self.starts = np.cumsum(sizes) - sizes
        self.doubtful = self._differ(kept, quote, sizes)

    def _differ(self, kept: np.ndarray, quote: np.ndarray, sizes: np.ndarray) -> np.ndarray:
        """Records whose text columns have other letters and digits, one after the other, than the data."""
        begin = self.begin[kept] + quote[kept] + 1
        width = self.end[kept] - 1 - begin
        said = translated(self.text[ranges(begin, width)], LETTERS["ASCII"])
        owners = np.repeat(self.owner[kept], width)[said != 0], np.repeat(np.arange(len(sizes)), sizes)
        letters = translated(self.flat, LETTERS["ASCII"])
        owners = owners[0], owners[1][letters != 0]
        said, letters = said[said != 0], letters[letters != 0]
        counts = [np.bincount(owner, minlength=len(sizes)) for owner in owners]
        differ = counts[0] != counts[1]
        same = [~differ[owner] for owner in owners]
        wrong = said[same[0]] != letters[same[1]]
        differ[owners[0][same[0]][wrong]] = True
        return differ

    def _drop(self, rows: np.ndarray) -> None:
        self.good[self.owner[rows]] = False
