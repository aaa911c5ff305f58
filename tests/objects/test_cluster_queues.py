"""Which answers show every instance of a cluster queue."""

from types import SimpleNamespace

import pytest

from mqforensics.objects.cluster_queues import complete


def answer(file: str, *owners: str, whole: bool | None = True, filters: dict | None = None) -> list:
    return [SimpleNamespace(attributes={"CLUSQMGR": one}, capture=(file, 1, "QM.A"), command=f"{file}: DISPLAY QCLUSTER(R)",
                            whole=whole, asked={"filters": filters or {}}) for one in owners]  # fmt: skip


@pytest.mark.parametrize(("rows", "is_complete"), [
    (answer("a.txt", "QM.B", "QM.D"), True),
    (answer("a.txt", "QM.B", "QM.D") + answer("b.txt", "QM.B", whole=False), True),
    (answer("a.txt", "QM.B") + answer("b.txt", "QM.B", "QM.D", whole=False), False),
    (answer("a.txt", "QM.B", whole=False), False),
    (answer("a.txt", "QM.B", filters={"CLUSTER": "CL"}) + answer("b.txt", "QM.B", whole=False), False),
])  # fmt: skip
def test_one_whole_answer_has_to_show_every_instance(rows, is_complete):
    assert complete(rows) is is_complete
