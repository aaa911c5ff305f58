"""Every table that the package carries has a value, be it blank, in each column of each row."""

from pathlib import Path

import pytest

import mqforensics
from mqforensics.csv_tables import rows

TABLES = sorted(Path(mqforensics.__file__).parent.rglob("*.csv"))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_every_row_has_the_columns_of_the_first_line(path):
    package = ".".join(("mqforensics", *path.parent.relative_to(Path(mqforensics.__file__).parent).parts))
    found = rows(package, path.name)
    assert found
    for row in found:
        assert None not in row
        assert None not in row.values()
