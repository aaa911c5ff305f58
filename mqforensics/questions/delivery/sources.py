"""What each step of a decision follows: one sentence of the seed texts or of the product's documentation.

The wording is ours. Seed 1 is the technical exchange "Handling undelivered messages" of 2013, seed 2 the
documentation page "What happens when a message cannot be delivered?", seed 4 the page "Undelivered messages
for AMS on z/OS".
"""

SOURCES = {
    "retry": "seed 2, Message-retry: a queue that is full or put-inhibited is tried again, as often and as far "
    "apart as the channel says",
    "retry reasons": "documentation, MsgRetryCount: without an exit only MQRC_PUT_INHIBITED, MQRC_Q_FULL and "
    "MQRC_PAGESET_FULL are tried again; any other reason goes to failure processing at once",
    "no retries": "documentation, Message retry count: MRRTY(0) means that there is no further try",
    "retry exit": "documentation, MsgRetryExit: the exit is called for every reason and decides; MRRTY does not",
    "message exit": "documentation, Channel message exit programs: an exit may change a message or suppress it, "
    "and no definition tells which",
    "not a message channel": "documentation, Channels: only message channels move messages between queue managers",
    "cannot send": "documentation, Dead-letter queues: the sending end uses one too, for data-conversion errors",
    "return": "seed 2, Return-to-sender: needs MQRO_EXCEPTION_WITH_FULL_DATA, MQRO_DISCARD_MSG and a reply-to queue",
    "return local": "seed 2, Return-to-sender: a reply-to queue on the MCA's own queue manager gets the report "
    "directly",
    "return remote": "seed 2, Return-to-sender: the exception report with the message goes to a transmission "
    "queue, on its way to the reply-to queue",
    "not returned": "seed 2, Dead-letter queue: what can be neither delivered nor returned goes to the dead-letter "
    "queue",
    "discard asked": "documentation, MsgRetryExit and MQMD Report: the sender chooses, MQRO_DEAD_LETTER_Q to keep "
    "the message or MQRO_DISCARD_MSG to drop it",
    "persistent kept": "seed 1, Undeliverable messages: a persistent message is not discarded",
    "dead-letter queue": "seed 2, Dead-letter queue: what can be neither delivered nor returned goes to the "
    "dead-letter queue",
    "sender's dead-letter queue": "documentation, Dead-letter queues: the sending end uses one too, for "
    "data-conversion errors",
    "USEDLQ(NO)": "documentation, USEDLQ: with NO the channel discards the message or ends, as NPMSPEED says",
    "no DEADQ": "documentation, USEDLQ: with YES and no DEADQ it is as with NO",
    "put fails": "seed 2, Dead-letter queue: when it is not available the message stays on the transmission queue, "
    "unless it is nonpersistent on a fast channel",
    "no DEADQ, lost": "seed 1, Basic troubleshooting: nonpersistent, arrived, not put and no dead-letter queue: "
    "discarded",
    "fast, lost": "seed 2, Dead-letter queue: on a fast channel a nonpersistent message that no dead-letter queue "
    "takes is lost",
    "normal kept": "documentation, MQMD Report: over a normal channel a nonpersistent message that cannot be "
    "dead-lettered stays on the transmission queue",
    "channel ends": "seed 2, Dead-letter queue: the sending MCA leaves the message on the transmission queue and "
    "the channel stops",
    "7.0 rule": "seed 2, last sentence: from 7.0, no local and no remote dead-letter queue: the sender goes into "
    "RETRY and the messages are rolled back to the transmission queue",
    "before 7.0": "documentation, Intercommunication (version 6): no local and no remote dead-letter queue: the "
    "channel stops abnormally, the messages are not rolled back, the channel must be resolved",
    "AMS no DLQ, kept": "seed 4: without a dead-letter queue the channel ends abnormally and retries when a "
    "persistent message cannot be delivered",
    "AMS no DLQ, lost": "seed 4: without a dead-letter queue a nonpersistent message is discarded and the channel "
    "runs on",
    "AMS backed out": "seed 4: the local dead-letter queue takes no message and NPMSPEED is NORMAL or the message "
    "persistent: the batch is backed out and the channel is put into RETRY",
    "AMS lost": "seed 4: the local dead-letter queue takes no message, it is nonpersistent and NPMSPEED is not "
    "NORMAL: discarded, and the MCA goes on",
    "AMS sender": "seed 4: a sender that has unprotected a message and cannot send it moves it to the local "
    "dead-letter queue when USEDLQ is YES",
    "AMS receiver": "seed 4: receivers place undelivered messages on the local dead-letter queue",
    "AMS system DLQ": "seed 4: policies have no effect on SYSTEM.DEAD.LETTER.QUEUE; messages are placed there as "
    "they are",
    "AMS no policy": "seed 4: a named dead-letter queue without a policy of its name takes messages as they are",
    "AMS not twice": "seed 4: a message that is protected already is not protected again",
    "AMS policy": "seed 4: a named dead-letter queue with a policy of its name: the policy protects what MCAs put",
    "AMS toleration off": "seed 4: with toleration off in the policy of the dead-letter queue, the put of a "
    "message without a PDMQ header fails",
    "AMS user": "seed 4: the put may fail when the policy does not let the channel initiator's user protect the "
    "message",
}
