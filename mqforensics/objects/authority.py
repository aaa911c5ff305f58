"""What a user may do with an object, as the authority records of the object authority manager show it.

Sources: the documentation of setmqaut and SET AUTHREC, "Profile priorities", "Using OAM generic profiles".
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from mqforensics.objects import wildcards
from mqforensics.objects.fact import Row

GROUPED = {
    "ALLMQI": {
        "QMGR": "ALTUSR CONNECT INQ SET SETALL SETID",
        "QUEUE": "BROWSE GET INQ PASSALL PASSID PUT SET SETALL SETID",
        "TOPIC": "PUB SUB RESUME",
    },
    "ALLADM": {"QMGR": "CHG DLT DSP", "QUEUE": "CHG CLR CRT DLT DSP", "TOPIC": "CHG CLR CRT CTRL DLT DSP"},
}
"""What the group words of an authority list stand for, by object type."""
SELF = "SELF"


class Grant(NamedTuple):
    """One authority record: what an entity may do under a profile; `effective`: an ENTAUTH row, groups counted in."""

    profile: str
    object_type: str
    entity: str
    is_group: bool
    words: frozenset[str]
    effective: bool = False
    place: tuple[str, int] | None = None

    @property
    def said(self) -> str:
        """The record as MQSC shows it."""
        kind = "GROUP" if self.is_group else "PRINCIPAL"
        words = ",".join(sorted(self.words)) or "NONE"
        return f"AUTHREC PROFILE({self.profile}) OBJTYPE({self.object_type}) {kind}({self.entity}) AUTHLIST({words})"


def grant_of(row: Row) -> Grant | None:
    """The grant that an AUTHREC row of the table `objects` shows; None where it is not all there."""
    told = row.attributes
    kind, profile = told.get("OBJTYPE", ""), told.get("OBJNAME") or told.get("PROFILE")
    entity = told.get("ENTITY") or told.get("PRINCIPAL") or told.get("GROUP")
    listed = told.get("AUTHLIST", told.get("AUTHADD"))
    if not (kind and profile and entity and listed is not None) or row.error:
        return None
    group = told.get("ENTTYPE") == "GROUP" or "GROUP" in told
    words = frozenset(word for part in listed.split(",") if (word := part.strip().upper()))
    place = row.file, row.lines.get("PROFILE", row.line)
    return Grant(profile, kind, entity, group, permissions_of_words(words, kind), "OBJNAME" in told, place)


def permissions_of_words(words: Iterable[str], kind: str) -> frozenset[str]:
    """The permissions of an authority list, its group words spelled out."""
    out: set[str] = set()
    for word in words:
        if word == "ALL":
            out |= {*GROUPED["ALLMQI"].get(kind, "").split(), *GROUPED["ALLADM"].get(kind, "").split(), "CTRL", "CTRLX"}
        elif word in GROUPED:
            out |= set(GROUPED[word].get(kind, "").split())
        elif word != "NONE":
            out.add(word)
    return frozenset(out)


@cache
def fits(profile: str, name: str) -> bool:
    """Whether a profile covers a name: `?` one character, `*` characters of a qualifier, `**` any qualifiers."""
    if not any(char in profile for char in "*?"):
        return profile == name
    return _qualifiers(tuple(profile.split(".")), tuple(name.split(".")))


def _qualifiers(profile: tuple[str, ...], name: tuple[str, ...]) -> bool:
    rows = [[False] * (len(name) + 1) for _ in range(len(profile) + 1)]
    rows[0][0] = True
    for i, part in enumerate(profile, 1):
        for j in range(len(name) + 1):
            if part == "**":
                rows[i][j] = rows[i - 1][j] or (j > 0 and rows[i][j - 1])
            else:
                rows[i][j] = j > 0 and rows[i - 1][j - 1] and wildcards.fits(part, name[j - 1], one="?")
    return rows[-1][-1]


def priority(profile: str) -> tuple:
    """Sorts the most specific of the profiles that cover a name first: plain before `?`, `*` and `**`."""
    weights, at = [], 0
    while at < len(profile):
        double = profile.startswith("**", at)
        weights.append(3 if double else {"*": 2, "?": 1}.get(profile[at], 0))
        at += 2 if double else 1
    return (*weights, 4)


class Permissions(NamedTuple):
    """`missing`: the permissions that are surely not there; `open`: those that what the evidence shows does not
    settle."""

    missing: tuple[str, ...]
    open: tuple[str, ...]
    grants: tuple[Grant, ...]
    profile: str | None


def missing_permissions(
    grants: Iterable[Grant],
    user: str,
    groups: Iterable[str] | None,
    kind: str,
    name: str,
    needed: Iterable[str],
    whole: bool,
) -> Permissions:
    """What `user` lacks of `needed` on an object; `groups` None where they are not known, `whole` for all records."""
    needed = [word.upper() for word in needed]
    found = [one for one in grants if one.object_type == kind]
    proof = [one for one in found if one.effective and one.profile == name and one.entity == user and not one.is_group]
    if proof:
        words = proof[-1].words
        return Permissions(tuple(word for word in needed if word not in words), (), tuple(proof[-1:]), name)
    covering = [one for one in found if not one.effective and fits(one.profile, name)]
    profiles = sorted({one.profile for one in covering}, key=priority)
    mine = [one for one in covering if _is_mine(one, user, groups)]
    others = [one for one in covering if one.is_group and groups is None]
    top = profiles[0] if profiles else None
    least = {word for one in mine if one.profile == top and top == _first(mine, one) for word in one.words}
    most = {word for one in mine if one.profile == _first(mine, one) for word in one.words}
    most |= {word for one in others if one.profile == _first(others, one) for word in one.words}
    if not whole:
        # A more specific profile that is not shown could hide what is; a profile without wildcard is the most specific.
        least = least if top == name else set()
        return Permissions((), tuple(word for word in needed if word not in least), tuple(mine), top)
    missing = tuple(word for word in needed if word not in most)
    return Permissions(missing, tuple(word for word in needed if word in most and word not in least), tuple(mine), top)


def hidden_by_exact(grants: Iterable[Grant], user: str, kind: str, name: str) -> tuple[Grant | None, tuple[Grant, ...]]:
    """What a grant to `user` under the profile `name` itself would hide: the user's own record, those of others.

    Whether the most specific profile is taken of all or of each user and group is not documented: what either hides
    counts. Nobody loses by it who has a record of that profile already.
    """
    covering = [one for one in grants if one.object_type == kind and not one.effective and fits(one.profile, name)]
    exact = {(one.entity, one.is_group) for one in covering if one.profile == name}
    if (user, False) in exact:
        return None, ()
    losing = [one for one in covering if (one.entity, one.is_group) not in exact and one.words]
    mine = [one for one in covering if _is_mine(one, user, ()) and one.profile == _first(covering, one)]
    sure = len({one.words for one in mine}) == 1
    others = [one for one in losing if not _is_mine(one, user, ()) or not sure]
    return mine[0] if sure and mine[0].words else None, tuple(others)


def _is_mine(grant: Grant, user: str, groups: Iterable[str] | None) -> bool:
    return grant.entity in (groups or ()) if grant.is_group else grant.entity == user


def _first(mine: list[Grant], one: Grant) -> str:
    own = [grant.profile for grant in mine if (grant.entity, grant.is_group) == (one.entity, one.is_group)]
    return min(own, key=priority)
