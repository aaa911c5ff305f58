"""What is said of a refusal or a broken connection: who, from where, on which channel of which queue manager."""

from mqforensics.words.grammar import capital, count, times, were, when

FAILED = {
    "MCA": "{messages} {were} refused{queue}{manager}{when}.",
    "NETWORK": "The connection {between}{channel}{manager} failed{times}{when}.",
    "TLS": "The TLS handshake {between}{channel}{manager} failed{times}{when}.",
    "TO A USER": "{who}{address} was refused{channel}{manager}{times}{when}.",
}
"""By the gate that refused; every other gate refuses somebody, where the evidence shows a gate or a caller at all."""
UNKNOWN_ADDRESS = "an address that the evidence does not show"
SCAN = (
    "From {peer} somebody tried {names} names of channels{of} that are not defined: {channels}. "
    "That is not a misspelling. Find out who scans, and define none of them."
)
ASKED = " It asked for {permissions} on {object}, and lacks at least one of them."
MISSING = " Permission {permission} on {object} is missing."
TOTAL = " In all, {refusals} in {kinds}."
NONE_BUT_WEAK = "The evidence shows no refusal. Its definitions have {weak}."


def subject(row, is_called: bool, is_either: bool) -> str:
    """Who was refused, where, how often and when, as one sentence.

    `is_called`: the address is the one that was called; `is_either`: either end may have called.
    """
    other = row.address or row.host
    named = (("user", row.user), ("application", row.application))
    caller = " with ".join(f"{word} {name}" for word, name in named if name)
    between = f"of {caller} " if caller else ""
    between += f"{'to' if is_called else 'with' if is_either else 'from'} {other}" if other else ""
    is_refusal = row.gate or caller
    template = FAILED.get(row.gate) or FAILED["TO A USER" if is_refusal else "NETWORK"]
    return template.format(
        who=capital(caller) or "A client",
        address=f"{' that called ' if is_called else ' from '}{other}" if other else "",
        between=between.strip() or f"with {UNKNOWN_ADDRESS}",
        channel=f" on channel {row.channel}" if row.channel else "",
        manager=(f" of {row.queue_manager}" if row.channel and row.gate != "MCA" else f" at {row.queue_manager}")
        if row.queue_manager else "",
        messages=count(row["count"], "message"), were=were(row["count"]),
        queue=f" for {row.object}" if row.object else "", times=times(row["count"]),
        when=when(row.seconds, row.last_seconds),
    )  # fmt: skip


def total(refusals: int, kinds: int) -> str:
    """How many refusals there are besides, where they are of several kinds."""
    return TOTAL.format(refusals=count(refusals, "refusal"), kinds=count(kinds, "kind")) if kinds > 1 else ""


def none_but_weak(places: int) -> str:
    """No refusal, but definitions that let somebody in."""
    return NONE_BUT_WEAK.format(weak=count(places, "weak place"))
