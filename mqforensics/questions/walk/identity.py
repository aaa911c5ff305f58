"""Which message of a dump is the one asked for, and which answers it: decided here, for Spark and for plain rows.

A reply or a report may take the identifiers over (MQRO_PASS_MSG_ID, MQRO_PASS_CORREL_ID). It is the message itself only
where that is of its kind, which its address shows: it is for a queue that the message asked for may be for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import OTHER_HOST, Span
from mqforensics.objects.route import DESTINATION, Route
from mqforensics.questions.walk.mail import ANSWER, EARLIER, EITHER, ITSELF, REPORT, DumpedMessages, Mail
from mqforensics.questions.walk.request import Request

PASS_CORREL_ID, PASS_MSG_ID = 0x40, 0x80
"""Report options (MQRO) that hand the identifiers of a message over to its reports and replies."""


def with_identities(mail: Mail, request: Request, ways: Iterable[Route], estate: Estate) -> Mail:
    """The mail of a request with what each message is to it; `ways`: those that the message may have gone."""
    ways = list(ways)
    names = {request.queue, *(name for way in ways for name in _names(way, estate))}
    is_known = any(way.end.kind == DESTINATION for way in ways)
    return replace(mail, letters=[replace(one, same=_same(one, request, names, is_known)) for one in mail.letters])


def _names(way: Route, estate: Estate) -> Iterable[str | None]:
    """The queues that a message on this way is for, where a copy of it goes, and where its readers put it back."""
    end = way.end
    others = (estate.fact(end.manager, QUEUES, end.destination[1], name).value for name in ("BOQNAME", "STREAMQ"))
    # Of a message that was to be sent on, the header that shows what it is for may not be shown.
    return *(queue for queue, _ in way.targets), *(hop.xmitq for hop in way.hops), end.queue, *others


def _same(letter: DumpedMessages, request: Request, names: set, is_known: bool) -> str:
    if not letter.linked:
        return ""
    decide = _by_msg_id if letter.has_id or letter.answers else _by_correl_id
    found = decide(letter, request, names, is_known)
    put = Span(letter.put_last, letter.put_last)
    if found and request.at and put.before(request.at, OTHER_HOST):
        # Several messages may have one correlation id: an earlier one of those argues against nothing.
        return EARLIER if letter.has_id or letter.answers else ""
    return found


def _by_msg_id(letter: DumpedMessages, request: Request, names: set, is_known: bool) -> str:
    if not letter.has_id:
        return ANSWER
    if not letter.is_answer or letter.to in names or letter.damaged:
        return ITSELF
    if letter.on_xmitq and not letter.is_addressed:
        return EITHER
    passed = letter.answers or bool((request.report or 0) & PASS_MSG_ID)
    if letter.msg_type == REPORT or (is_known and (passed or letter.is_addressed)):
        return ANSWER
    return EITHER if passed or not letter.on_xmitq else ITSELF


def _by_correl_id(letter: DumpedMessages, request: Request, names: set, is_known: bool) -> str:
    if letter.is_answer and letter.to not in names:
        # Of a message whose MsgId is known, what has only its CorrelId answers some message with that CorrelId.
        passed = bool((request.report or 0) & PASS_CORREL_ID) or (letter.near and not request.msg_id)
        return ANSWER if passed and (is_known or request.msg_id) else EITHER
    may_be = not request.msg_id and (letter.near or not request.put_time)
    return ITSELF if may_be and letter.msg_type != REPORT else ""
