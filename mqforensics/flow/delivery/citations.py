"""What each step of a decision follows: one sentence of a document, in our words, with the document's title.

Three titles stand for more: EXCHANGE, the support technical exchange "Handling undelivered messages in WebSphere MQ";
PAGE, the documentation page "What happens when a message cannot be delivered?"; AMS, the page "Undelivered messages
for AMS on z/OS".
"""

SOURCES = {
    "retry": "PAGE, Message-retry: a queue that is full or put-inhibited is tried again, as often and as far "
    "apart as the channel says",
    "retry reasons": "documentation, MsgRetryCount: without an exit only MQRC_PUT_INHIBITED, MQRC_Q_FULL and "
    "MQRC_PAGESET_FULL are tried again; any other reason goes to failure processing at once",
    "no retries": "documentation, Message retry count: MRRTY(0) means that there is no further try",
    "retry exit": "documentation, MsgRetryExit: the exit is called for every reason and decides; MRRTY does not",
    "message exit": "documentation, Channel message exit programs: an exit may change a message or suppress it, "
    "and no definition tells which",
    "not a message channel": "documentation, Channels: only message channels move messages between queue managers",
    "cannot send": "documentation, Dead-letter queues: the sending end uses one too, for data-conversion errors",
    "return": "PAGE, Return-to-sender: needs MQRO_EXCEPTION_WITH_FULL_DATA, MQRO_DISCARD_MSG and a reply-to queue",
    "return local": "PAGE, Return-to-sender: a reply-to queue on the MCA's own queue manager gets the report directly",
    "return remote": "PAGE, Return-to-sender: the exception report with the message goes to a transmission "
    "queue, on its way to the reply-to queue",
    "not returned": "documentation, Report options: a report that cannot be put goes to the dead-letter queue itself",
    "discard asked": "documentation, MQMD Report: the sender chooses, MQRO_DEAD_LETTER_Q to keep the message or "
    "MQRO_DISCARD_MSG to drop it, whatever its persistence",
    "report inherits": "documentation, MQRO_PASS_DISCARD_AND_EXPIRY: a report inherits MQRO_DISCARD_MSG, so one that "
    "cannot be put is discarded",
    "persistent kept": "EXCHANGE, Undeliverable messages: a persistent message is not discarded",
    "dead-letter queue": "PAGE, Dead-letter queue: what can be neither delivered nor returned goes to the "
    "dead-letter queue",
    "sender's dead-letter queue": "documentation, Dead-letter queues: the sending end uses one too, for "
    "data-conversion errors",
    "USEDLQ(NO)": "documentation, USEDLQ: NO is as a blank DEADQ: the channel discards the message or ends, as "
    "NPMSPEED says",
    "no DEADQ": "documentation, USEDLQ: with YES and no DEADQ it is as with NO",
    "put fails": "PAGE, Dead-letter queue: when it is not available the message stays on the transmission queue, "
    "unless it is nonpersistent on a fast channel",
    "no DEADQ, lost": "EXCHANGE, Basic troubleshooting: nonpersistent, arrived, not put and no dead-letter queue: "
    "discarded",
    "fast, lost": "PAGE, Dead-letter queue: on a fast channel a nonpersistent message that no dead-letter queue "
    "takes is lost",
    "normal kept": "documentation, MQMD Report: over a normal channel a nonpersistent message that cannot be "
    "dead-lettered stays on the transmission queue",
    "channel ends": "PAGE, Dead-letter queue: the sending MCA leaves the message on the transmission queue and "
    "the channel stops",
    "7.0 rule": "PAGE, last sentence: from 7.0 with no dead-letter queue at either end, the sender goes to "
    "RETRY and messages roll back to the transmission queue",
    "before 7.0": "documentation, Intercommunication (version 6): without a dead-letter queue at either end the "
    "channel stops abnormally. The messages are not rolled back, the channel must be resolved",
    "AMS no DLQ, kept": "AMS: without a dead-letter queue the channel ends abnormally and retries when a "
    "persistent message cannot be delivered",
    "AMS no DLQ, lost": "AMS: without a dead-letter queue a nonpersistent message is discarded and the channel runs on",
    "AMS backed out": "AMS: the local dead-letter queue takes no message and NPMSPEED is NORMAL or the message "
    "persistent. The batch is backed out and the channel is put into RETRY",
    "AMS lost": "AMS: the local dead-letter queue takes no message, it is nonpersistent and NPMSPEED is not "
    "NORMAL: discarded, and the MCA goes on",
    "AMS sender": "AMS: a sender that has unprotected a message and cannot send it moves it to the local "
    "dead-letter queue when USEDLQ is YES",
    "AMS receiver": "AMS: receivers place undelivered messages on the local dead-letter queue",
    "AMS system DLQ": "AMS: policies have no effect on SYSTEM.DEAD.LETTER.QUEUE; messages are placed there as they are",
    "AMS no policy": "AMS: a named dead-letter queue without a policy of its name takes messages as they are",
    "AMS not twice": "AMS: a message that is protected already is not protected again",
    "AMS policy": "AMS: a named dead-letter queue with a policy of its name: the policy protects what MCAs put",
    "AMS toleration off": "AMS: with toleration off in the policy of the dead-letter queue, the put of a "
    "message without a PDMQ header fails",
    "AMS user": "AMS: the put may fail when the policy does not let the channel initiator's user protect the message",
}
