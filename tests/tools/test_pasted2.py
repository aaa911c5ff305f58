"""What people pasted and kept: what each text is told as, what of it is never said, and what a case of it finds."""

import pytest

from mqforensics import findings, open_case
from mqforensics.tools.explain import explain

FOLDER = "pasted2"
TOLD = {
    "case_knows_less": (["2538 MQRC_HOST_NOT_AVAILABLE", "QM1"], []),
    "case_knows_less_dspmq": (["QM1: STATUS(Ended unexpectedly)", "QM2: STATUS(Running)"], []),
    "client_native_npe": (["cannot find its own resources", "No queue manager was asked"], []),
    "client_no_class": (["not on the class path", "javax/jms/JMSException", "before it asked a queue manager"], []),
    "container_being_created": (["is being created", "dltmqm", "uses the volume"], []),
    "container_mixed_reason": (["AMQ5708 Native HA is unavailable", "AMQ6245", "Error 30 is a read-only file system"], []),
    "false_alarm_authrec_qmgr": (["AUTHREC SELF", "AUTHREC DEV.**", "QLOCAL DEV.QUEUE.1"], ["Its record"]),
    "false_alarm_define_no_attributes": (["CHANNEL APP.SVRCONN", "QLOCAL APP.IN", "NAMELIST app.rules"], ["Its record"]),
    "false_alarm_rules_heredoc": (["control: RETRYINT(60) WAIT(60)", "ACTION(FWD)"], ["bash", "EOT"]),
    "ffstsummary_no_finding": (["XC560030", "xufOpenIniEdit", "xecU_W_INI_ACCESS_DENIED"], []),
    "jms_log_dates": (["4 times: JMSWMQ1107"], ["no time"]),
    "late_mq_error": (["2053 MQRC_Q_FULL"], []),
    "log_errors_count_only": (["2085 MQRC_UNKNOWN_OBJECT_NAME", "APP.PAYMENT", "DISPLAY QUEUE('APP.PAYMENT')", "runmqsc QM1"], []),
    "markup_inline_define": (["CHANNEL APP.SVRCONN", "MCAUSER(appuser)", "SSLCIPH(ANY_TLS12_OR_HIGHER)"], []),
    "mixed_error_and_display": (["2277 MQRC_CD_ERROR", "CONNAME", "STATUS(Running)"], []),
    "mixed_explorer_wins": (["AMQ4036", "CHANNEL APP.SVRCONN", "CHLAUTH *: USERSRC(NOACCESS)", "reason 2035"], []),
    "mixed_mqsc_and_explorer": (["AMQ4036", "CHANNEL APP.SVRCONN", "LISTENER L1", "CHLAUTH APP.SVRCONN", "reason 2035"], []),
    "numberless_chlauth": (["AMQ9776", "APP.SVRCONN", "MATCH(RUNCHECK)", "ADDRESS('192.0.2.1')", "CLNTUSER('user1')"], []),
    "numberless_qstatus": (["QSTATUS Q1", "CURDEPTH(7)", "IPPROCS(0)", "MSGAGE(4011)", "OPPROCS(2)"], []),
    "order_error_hidden": (["AMQ5708 Native HA is unavailable", "exit_code 93"], []),
    "recognised_not_read_pcftext": (["INQUIRE_Q_STATUS: Q1", "MQIA_CURRENT_Q_DEPTH 7"], []),
    "recognised_not_read_rdqm": (["RDQM node-b", "HASTATUS(Degraded)", "HACURRENTLOCATION(node-a)", "RDQM node-c: HASTATUS(Not available)"], []),
    "repr_ebcdic": (["APP.REPLY.QUEUE", "EBCDIC", "MQGMO_CONVERT"], []),
    "repr_rfh2": (["MQRFH2", "queue:///Q1", "PROPCTL(NONE)"], []),
    "split_long_stack": (["JMSWMQ1107", "2195 MQRC_UNEXPECTED_ERROR"], ["2 times"]),
    "templates_can_lose": (["CHANNEL SYSTEM.DEF.RECEIVER"], []),
    "words_native_ha_keyfile": (["AMQ3230", "rrcE_SSL_BAD_KEYFILE_LABEL", "-cert -list"], []),
    "words_own_sentence_withheld": (["AMQ6206", "Nothing to do"], ["ArithInsert", "CommentInsert"]),
    "wrong_2195_of_client": (["client or in the queue manager", "FFDC/JMSCC", "First step: "], []),
    "wrong_java_ffdc": (["Thread interrupted while waiting for lock"], ["AMQ8568"]),
    "wrong_number_believed": (["are not those of CSQX548E", "ask for the job log"], ["dead-letter queue here", "nothing was lost"]),
    "wrong_topic_called_queue": (["2035 MQRC_NOT_AUTHORIZED", "/news", "queue or a topic string"], ["PROFILE('/news')", "queue /news"]),
}  # fmt: skip
"""What `explain` says of each text, and what it must never say."""
FIRST = {"order_error_hidden": "AMQ5708", "container_mixed_reason": "AMQ5708", "wrong_java_ffdc": "Thread interrupted"}
"""What stands first where something graver and something lesser are in a text."""
FOUND = {
    "case_knows_less": {"HOST_NOT_AVAILABLE"}, "case_knows_less_dspmq": {"QUEUE_MANAGER_ENDED"},
    "client_native_npe": {"CLIENT_INCOMPLETE"}, "client_no_class": {"CLIENT_INCOMPLETE"},
    "container_being_created": {"COMMAND_FAILED"}, "container_mixed_reason": {"LOG_ERRORS"},
    "ffstsummary_no_finding": {"FAILURE_REPORT"}, "late_mq_error": {"REASON_REPORTED"},
    "log_errors_count_only": {"REASON_REPORTED"}, "wrong_topic_called_queue": {"OPEN_NOT_AUTHORIZED"},
    "wrong_java_ffdc": {"FAILURE_REPORT"}, "wrong_2195_of_client": {"UNEXPECTED_ERROR"}, "false_alarm_rules_heredoc": set(),
    "mixed_error_and_display": {"REASON_REPORTED"},
}  # fmt: skip
"""Findings that a case of each text must have."""
NEVER = {
    "false_alarm_rules_heredoc": {"TABLE_IN_ERROR"}, "wrong_number_believed": {"MESSAGES_NOT_PUT", "LOG_ERRORS"},
    "templates_can_lose": {"CAN_LOSE_MESSAGES", "SUMMARY"}, "words_own_sentence_withheld": {"LOG_ERRORS"},
}  # fmt: skip


@pytest.mark.parametrize("name", TOLD)
def test_each_text_is_told_as_what_it_is(samples, name):
    said = explain((samples / FOLDER / f"{name}.txt").read_bytes())
    told, never = TOLD[name]
    assert said.known
    assert [words for words in told if words not in str(said)] == []
    assert [words for words in never if words in str(said)] == []
    assert said.says[0].startswith(FIRST.get(name, ""))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*FOUND, *NEVER}))
def test_a_case_of_each_text_finds_what_it_must(spark, samples, name):
    with open_case(spark, samples / FOLDER / f"{name}.txt") as case:
        codes = {row.code for row in findings(case).select("code").collect()}
    assert FOUND.get(name, set()) <= codes and not NEVER.get(name, set()) & codes
