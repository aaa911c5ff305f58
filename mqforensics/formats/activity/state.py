"""What a stretch must know of the bytes before it: how many calls there were, the zone, whose log it is."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby

from mqforensics.formats.activity.call_columns import Columns, records_of
from mqforensics.formats.activity.call_time import Zone
from mqforensics.formats.activity.units import Dialect, Unit, units

TAIL = 512
"""Bytes kept where no record begins: one may be cut in two."""
LONGEST = 16 << 20
"""A record that is longer is passed over in pieces."""


def zone(part: bytes, dialect: Dialect) -> Zone | None:
    """What the last call of a record that can tell it tells of the zone."""
    record = dialect.last_exact(part)
    told = Columns(records_of([record], [0])).told() if record else ()
    return next((Zone(queue_manager, last) for queue_manager, last in told if last is not None), None)


@dataclass
class State:
    """Grows record by record while a file is read."""

    number: int = 0
    zone: Zone | None = None
    memory: dict[str, str] = field(default_factory=dict)
    """What a dialect keeps for its later records."""
    rest: bytes = b""
    """The last record so far, which may go on."""

    def digest(self, data: bytes, passed: list[Unit]) -> None:
        """Pass over records without reading their calls."""
        for dialect, some in groupby(passed, lambda unit: unit.dialect):
            places = [(unit.start, unit.end) for unit in some]
            total = dialect.total(data, places)
            if total is None:
                parts = [data[start:end] for start, end in places]
                total = sum(map(dialect.count, parts))
                for part in parts:
                    dialect.learn(part, self.memory)
            self.number += total
        told = (zone(data[unit.start : unit.end], unit.dialect) for unit in reversed(passed))
        self.zone = next(filter(None, told), self.zone)

    def feed(self, data: bytes) -> None:
        """Pass over every record that ends in `data`."""
        data = self.rest + data
        found = units(data)
        self.digest(data, found[:-1])
        self.rest = data[found[-1].start :] if found else data[-TAIL:]
        if len(self.rest) > LONGEST:
            self.settle()

    def settle(self) -> None:
        """The rest ends here, because a record begins."""
        self.digest(self.rest, units(self.rest))
        self.rest = b""

    def kept(self) -> dict[str, str]:
        """As a context."""
        zone = [self.zone.queue_manager, self.zone.seconds] if self.zone else None
        return {
            "number": str(self.number),
            "zone": json.dumps(zone),
            "memory": json.dumps(self.memory),
            "rest": self.rest.decode("latin-1"),
        }


def state(context: Mapping[str, str]) -> State:
    """The state that a context keeps."""
    zone = json.loads(context.get("zone", "null"))
    return State(
        int(context.get("number", 0)),
        Zone(*zone) if zone else None,
        json.loads(context.get("memory", "{}")),
        context.get("rest", "").encode("latin-1"),
    )
