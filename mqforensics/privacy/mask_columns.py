"""Columns of strangers' texts without secrets: one look over a whole column, then at the values that may hold one."""

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.privacy.mask import SIGNS, hidden

_SIGNS = "|".join((*map(re.escape, SIGNS), "[\uff01-\uff5e\u200b-\u200d\u2060\ufeff\u00ad\u0130]"))
"""Python makes a small i of the capital one with a dot, Arrow does not."""


def columns_without_secrets(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The rows of a batch, each as `mask.row_without_secrets` makes it."""
    columns = [_hidden(name, column) for name, column in zip(batch.schema.names, batch.columns, strict=True)]
    return pa.RecordBatch.from_arrays(columns, schema=batch.schema)


def _hidden(name: str, column: pa.Array) -> pa.Array:
    kind = column.type
    if pa.types.is_dictionary(kind):
        return pa.DictionaryArray.from_arrays(column.indices, _hidden(name, column.dictionary))
    if pa.types.is_string(kind):
        which = _suspects(column)
        return _put(column, which, _each(name, column, which))
    if pa.types.is_struct(kind):
        fields = [kind.field(nth) for nth in range(kind.num_fields)]
        inside = column.flatten()
        told = [_hidden(field.name, one) for field, one in zip(fields, inside, strict=True)]
        if all(new is old for new, old in zip(told, inside, strict=True)):
            return column
        return pa.StructArray.from_arrays(told, fields=fields, mask=column.is_null())
    if pa.types.is_list(kind) and pa.types.is_string(kind.value_type):
        [values] = _inside(column, column.values)
        which = _suspects(values)
        return (
            pa.ListArray.from_arrays(_offsets(column), _put(values, which, _each(name, values, which)))
            if which
            else column
        )
    if pa.types.is_map(kind) and pa.types.is_string(kind.item_type):
        keys, items = _inside(column, column.keys, column.items)
        which = sorted({*_suspects(keys), *_suspects(items)})
        if not which:
            return column
        pairs = [(keys[at].as_py(), items[at].as_py()) for at in which]
        told = {(key, text): hidden("", {key: text})[key] for key, text in dict.fromkeys(pairs)}
        return pa.MapArray.from_arrays(_offsets(column), keys, _put(items, which, [told[pair] for pair in pairs]))
    return column


def _each(name: str, column: pa.Array, which: list[int]) -> list[str]:
    """What is known of the texts at these places; the same text is looked into once."""
    texts = [column[at].as_py() for at in which]
    told = {text: hidden(name, text) for text in dict.fromkeys(texts)}
    return [told[text] for text in texts]


def _suspects(texts: pa.Array) -> list[int]:
    """Where something stands that a password might be behind."""
    _, offsets, letters = texts.buffers()
    begin, end = np.frombuffer(offsets, np.int32)[[texts.offset, texts.offset + len(texts)]] if len(texts) else (0, 0)
    whole = pa.StringArray.from_buffers(1, pa.array([begin, end], pa.int32()).buffers()[1], letters)
    if begin == end or not pc.match_substring_regex(whole, _SIGNS, ignore_case=True)[0].as_py():
        return []
    found = pc.match_substring_regex(texts, _SIGNS, ignore_case=True)
    return pc.indices_nonzero(pc.fill_null(found, False)).to_pylist()


def _put(texts: pa.Array, which: list[int], instead: list[str]) -> pa.Array:
    if not which:
        return texts
    mask = np.zeros(len(texts), bool)
    mask[which] = True
    return pc.replace_with_mask(texts, pa.array(mask), pa.array(instead, texts.type))


def _inside(column: pa.ListArray | pa.MapArray, *values: pa.Array) -> list[pa.Array]:
    """The values of the rows of a column alone, which may be a part of a longer one."""
    begin, end = (column.offsets[at].as_py() for at in (0, -1))
    return [one.slice(begin, end - begin) for one in values]


def _offsets(column: pa.ListArray | pa.MapArray) -> pa.Array:
    """Where each row's values begin, null for a row without a list: as `from_arrays` wants them."""
    missing = np.append(np.asarray(column.is_null()), False)
    offsets = np.asarray(column.offsets)
    return pa.array(offsets - offsets[0], pa.int32(), mask=missing)
