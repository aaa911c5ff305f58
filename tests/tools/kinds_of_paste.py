"""Texts of our own of each kind that people paste: what `explain` must say of each, and what never.

The forms are those of the product's documentation and of what programs print; names, hosts and times are made up.
"""

NOISE = "".join(
    f"2026-03-09 08:{n // 60 % 60:02}:{n % 60:02}.114 INFO  [worker-{n % 7}] c.y.orders.Basket - order {n} priced\n"
    for n in range(900)
)
"""What an application writes before its error."""
KINDS: dict[str, dict[str, tuple[str, list[str], list[str]]]] = {
    "what stands at the end of a long log": {
        "late_get": (
            NOISE + "2026-03-09 09:44:12.019 ERROR [worker-3] c.y.orders.Pump - com.ibm.mq.MQException: MQJE001: Completion Code '2', Reason '2016'. queue 'YARD.JOBS'\n",
            ["2016 MQRC_GET_INHIBITED", "YARD.JOBS"], [],
        ),
        "late_log": (
            NOISE + "2026-03-09T09:45:01.100Z AMQ9513W: Maximum number of channels reached. [CommentInsert1(YARD.SVRCONN)]\n",
            ["AMQ9513"], [],
        ),
        "late_json": (
            NOISE + "{\"level\":\"error\",\"ts\":\"2026-03-09T09:46:00Z\",\"logger\":\"pump\",\"msg\":\"put failed\",\"error\":\"MQPUT: MQCC = MQCC_FAILED [2] MQRC = MQRC_Q_FULL [2053]\"}\n",
            ["2053 MQRC_Q_FULL"], [],
        ),
    },
    "what is valid": {
        "setmqaut_many": (
            """setmqaut -m YARD1 -t qmgr -g yard +connect +inq
setmqaut -m YARD1 -n 'YARD.**' -t queue -g yard +put +get +browse +inq
""",
            ["SELF", "YARD.**", "PUT,GET,BROWSE,INQ"], [],
        ),
        "rules_heredoc": (
            """runmqdlq YARD.DLQ YARD1 <<'RULES'
WAIT(NO)
DESTQ(YARD.JOBS) REASON(MQRC_Q_FULL) ACTION(RETRY) RETRY(5)
ACTION(LEAVE)
RULES
""",
            ["WAIT(NO)", "RETRY"], ["RULES is not"],
        ),
        "configmap_mqsc": (
            """apiVersion: v1
kind: ConfigMap
metadata:
  name: port-mqsc
data:
  port.mqsc: |-
    DEFINE CHANNEL('PORT.SVRCONN') CHLTYPE(SVRCONN) SSLCIPH('ANY_TLS12_OR_HIGHER') SSLCAUTH(REQUIRED) REPLACE
    SET CHLAUTH('PORT.SVRCONN') TYPE(SSLPEERMAP) SSLPEER('CN=port') USERSRC(MAP) MCAUSER('port') ACTION(ADD)
""",
            ["CHANNEL PORT.SVRCONN", "CHLAUTH PORT.SVRCONN", "MCAUSER(port)"], [],
        ),
    },
    "a failure report of Java": {
        "stack_java_fdc": (
            """----------------------------------START FFST------------------------------------
/home/yard/FFDC/JMSCC0003.FDC PID:4410

JMS Common Client First Failure Symptom Report
----------------------------------------------

Product           :- IBM MQ classes for JMS
Date/Time         :- 2026/03/09 10:59:31 UTC
System time       :- 1773053971004
Operating System  :- Linux
UserID            :- yard
Java Vendor       :- Eclipse Adoptium
Java Version      :- 21.0.2+13

Source Class      :- com.ibm.msg.client.wmq.internal.WMQMessageConsumer
Source Method     :- close()
ProbeID           :- XN00B004
Thread            :- name=listener-1 priority=5 group=main ccl=jdk.internal.loader.ClassLoaders$AppClassLoader@1

                                      Data
                                      ----

|  reason  :-  2018

                                 Stack trace
                                 -----------

java.lang.Exception
""",
            ["XN00B004", "WMQMessageConsumer"], [],
        ),
        "jms_fdc_two": (
            """----------------------------------START FFST------------------------------------
/opt/yard/FFDC/JMSCC0001.FDC PID:771

JMS Common Client First Failure Symptom Report
----------------------------------------------

Product           :- IBM MQ classes for JMS
Date/Time         :- 2026/03/09 08:59:31 UTC
System time       :- 1773046771004
Operating System  :- Linux
UserID            :- pump
Java Vendor       :- IBM Corporation
Java Version      :- 1.8.0_391

Source Class      :- com.ibm.mq.jmqi.remote.impl.RemoteTCPConnection
Source Method     :- receive(byte [],int,int,int)
ProbeID           :- 01
Thread            :- name=RcvThread: com.ibm.mq.jmqi.remote.impl.RemoteTCPConnection@1[qmid=YARD1_2025-01-02_03.04.05,fap=14,channel=YARD.SVRCONN,ccsid=819,sharecnv=10,hbint=300,peer=mq1.yard.example/192.0.2.9(1414),localport=40112,ssl=no] priority=5

                                      Data
                                      ----

|  Exception  :-  java.lang.OutOfMemoryError: Java heap space

                                 Stack trace
                                 -----------

java.lang.Exception
""",
            ["RemoteTCPConnection", "OutOfMemoryError"], [],
        ),
        "fdc_java_ssl": (
            """----------------------------------START FFST------------------------------------
/srv/port/FFDC/JMSCC0011.FDC PID:90

JMS Common Client First Failure Symptom Report
----------------------------------------------

Product           :- IBM MQ classes for JMS
Date/Time         :- 2026/03/09 12:01:44 UTC
System time       :- 1773057704000
Operating System  :- Linux
UserID            :- port
Java Vendor       :- Red Hat, Inc.
Java Version      :- 17.0.10+7-LTS

Source Class      :- com.ibm.msg.client.commonservices.j2se.wmqsupport.PropertyStoreImpl
Source Method     :- initialiseNamedPropertyFile
ProbeID           :- 02
Thread            :- name=main priority=5 group=main ccl=jdk.internal.loader.ClassLoaders$AppClassLoader@1

                                      Data
                                      ----

|  Exception  :-  java.io.FileNotFoundException: /srv/port/jms.config (Permission denied)

                                 Stack trace
                                 -----------

java.lang.Exception
""",
            ["PropertyStoreImpl", "FileNotFoundException"], [],
        ),
    },
    "a summary of failure reports": {
        "ffst_old": (
            """AMQ348308.0.FDC 2026/03/09 07:25:19.153937-4 amqzmur0 348308 1 XC034255 xcsWaitEventSem xecS_E_NONE OK
AMQ405654.0.FDC 2026/03/09 07:25:21.363708-4 amqpcsea 405654 1 XC034255 xcsWaitEventSem xecS_E_NONE OK
""",
            ["XC034255"], [],
        ),
        "ffst_container": (
            """2026-03-09T09:09:18.942Z ffstsummary:
 AMQ79.0.FDC  2026/03/09 08:23:30.659490 Installation1 crtmqm    79 1 XY019009 xufOpenIniEdit         xecU_W_INI_ACCESS_DENIED    OK
 AMQ79.0.FDC  2026/03/09 08:23:34.830032 Installation1 crtmqm    79 1 ZT044001 zutDeleteQMStanza      xecU_W_INI_ACCESS_DENIED    OK
""",
            ["XY019009", "xecU_W_INI_ACCESS_DENIED"], [],
        ),
        "ffst_session": (
            """[mqm@yard errors]$ ffstsummary
 AMQ1204.0.FDC 2026/03/09 11:10:07.120442 Installation1 amqzlaa0 1204 7 KN346070 kqiOpenPolicyQueue lrcE_S_Q_DAMAGED OK
""",
            ["KN346070"], [],
        ),
    },
    "configuration": {
        "ccdt": (
            """{"channel":[{"general":{"description":"two"},"name":"YARD.SVRCONN","clientConnection":{"connection":[{"host":"mq1.yard.example","port":1414},{"host":"mq2.yard.example","port":1415}],"queueManager":"*YARD"},"transmissionSecurity":{"cipherSpecification":"ANY_TLS12"},"type":"clientConnection"}]}""",
            ["YARD.SVRCONN", "mq1.yard.example(1414)", "mq2.yard.example(1415)"], [],
        ),
        "qmini_stanzas": (
            """Log:
   LogPrimaryFiles=3
   LogSecondaryFiles=2
   LogFilePages=4096
   LogType=CIRCULAR
TuningParameters:
   AsyncPutTimeout=10
Channels:
   MaxChannels=12
""",
            ["MaxChannels(12)"], [],
        ),
        "mqclient_ini": (
            """CHANNELS:
   DefRecon=YES
   MQReconnectTimeout=1800
TCP:
   ClntRcvBuffSize=32768
SSL:
   OCSPCheckExtensions=no
""",
            ["DefRecon"], [],
        ),
        "configmap_ini": (
            """apiVersion: v1
kind: ConfigMap
metadata:
  name: yard-ini
data:
  yard.ini: |-
    Channels:
      MaxChannels=40
      MaxActiveChannels=40
    Service:
      Name=AuthorizationService
      EntryPoints=14
      SecurityPolicy=UserExternal
""",
            ["MaxChannels", "40"], [],
        ),
    },
    "rdqmstatus": {
        "rdqm_module": (
            """Node:                                   mqa1.yard.example
OS kernel version:                      4.18.0-513.5.1
DRBD OS kernel version:                 4.18.0-477
DRBD version:                           9.1.14
DRBD kernel module status:              Partially loaded

Queue manager name:                     YARD1
Queue manager status:                   Running elsewhere
HA current location:                    mqa2.yard.example
HA preferred location:                  mqa1.yard.example
HA blocked location:                    mqa1.yard.example
""",
            ["YARD1", "Partially loaded", "mqa2.yard.example"], [],
        ),
        "rdqm_dr": (
            """$ rdqmstatus -m YARD1
Queue manager status:                   Ended immediately
DR role:                                Secondary
DR status:                              Synchronization in progress
DR port:                                7001
DR local IP address:                    192.0.2.21
DR remote IP address:                   192.0.2.121
DR out of sync data:                    11332KB
""",
            ["YARD1", "Secondary", "Synchronization in progress"], [],
        ),
    },
    "authorities": {
        "setmqaut_fails": (
            """$ setmqaut -m YARD1 -n YARD.JOBS -t queue -p yardapp +put +inq
AMQ7026E: A principal or group name was invalid.
""",
            ["AMQ7026", "yardapp", "YARD.JOBS"], [],
        ),
        "dspmqaut_reply": (
            """$ dspmqaut -m YARD1 -n YARD.JOBS -t queue -p pump
Entity pump has the following authorizations for object YARD.JOBS:
        get
        browse
""",
            ["pump", "YARD.JOBS"], [],
        ),
    },
    "dspmqrte": {
        "dspmqrte_all": (
            """AMQ8653I: DSPMQRTE command started with options '-m YARD1 -q PORT.JOBS -v all'.
AMQ8659I: DSPMQRTE command successfully put a message on queue 'PORT1', queue manager 'YARD1'.
AMQ8674I: DSPMQRTE command is now waiting for information to display.
--------------------------------------------------------------------------------
Activity:
 ApplName: 'amqrmppa                    '

 Operation:
  OperationType: Receive
  QMgrName: 'PORT1                                           '
  ChannelName: 'YARD.PORT           '
  ChannelType: Receiver

 Operation:
  OperationType: Discarded Put
  QMgrName: 'PORT1                                           '
  QName: 'PORT.JOBS                                       '
  Feedback: MQRC_UNKNOWN_OBJECT_NAME
""",
            ["PORT.JOBS", "PORT1", "YARD.PORT", "2085 MQRC_UNKNOWN_OBJECT_NAME"], [],
        ),
        "dspmqrte_nothing": (
            """$ dspmqrte -m YARD1 -q PORT.JOBS -rq YARD.REPLY -w 20
AMQ8653I: DSPMQRTE command started with options '-m YARD1 -q PORT.JOBS -rq YARD.REPLY -w 20'.
AMQ8659I: DSPMQRTE command successfully put a message on queue 'PORT1', queue manager 'YARD1'.
AMQ8674I: DSPMQRTE command is now waiting for information to display.
AMQ8652I: DSPMQRTE command has finished.
""",
            ["PORT1 at YARD1", "no activity came back"], [],
        ),
    },
    "mqweb and Liberty": {
        "mqweb_log": (
            """[3/9/26 10:31:44:120 UTC] 0000004f com.ibm.mq.rest.v2.queue                                      E MQWB0009E: Could not query the queue manager 'YARD1'. The MQ reason code returned was '2059'. The MQ completion code returned was '2'.
[3/9/26 10:31:44:121 UTC] 0000004f com.ibm.ws.webcontainer.util.ApplicationErrorUtils            E SRVE0777E: Exception thrown by application class 'x'
""",
            ["MQWB0009", "2059 MQRC_Q_MGR_NOT_AVAILABLE", "YARD1"], [],
        ),
        "mqweb_port": (
            """[AUDIT   ] CWWKE0001I: The server mqweb has been launched.
[ERROR   ] CWWKO0221E: TCP Channel defaultHttpEndpoint-ssl initialization did not succeed.  The socket bind did not succeed for host * and port 9443.  The port might already be in use.  Exception Message: Address already in use (Bind failed)
""",
            ["CWWKO0221", "9443"], [],
        ),
        "mqweb_rest_json": (
            """{"error": [{
  "action": "Resubmit the request with the correct queue name, or with a different queue name.",
  "completionCode": 2,
  "explanation": "The MQ REST API was invoked specifying a queue name which cannot be located.",
  "message": "MQWB0045E: Could not find the queue 'YARD.JOB' - the queue manager reason code is 3312 : 'MQRCCF_UNKNOWN_OBJECT_NAME'.",
  "msgId": "MQWB0045E",
  "reasonCode": 3312,
  "type": "rest"
}]}
""",
            ["MQWB0045", "3312"], [],
        ),
        "liberty_cww": (
            """[ERROR   ] CWWKS4104A: LTPA keys created in 0.517 seconds. LTPA key file: /var/mqm/web/installations/Installation1/servers/mqweb/resources/security/ltpa.keys
[ERROR   ] CWWKE0054E: Unable to open file /var/mqm/web/installations/Installation1/servers/mqweb/mqwebuser.xml.
""",
            ["CWWKE0054"], [],
        ),
        "liberty_j2ca": (
            """[3/9/26 11:40:01:907 GMT] 00000061 com.ibm.ejs.j2c.PoolManager                                  E J2CA0020E: The Connection Pool Manager could not allocate a Managed Connection: javax.resource.spi.ResourceAllocationException: MQJCA1011: Failed to allocate a JMS connection.
Caused by: com.ibm.mq.MQException: JMSCMQ0001: IBM MQ call failed with compcode '2' ('MQCC_FAILED') reason '2009' ('MQRC_CONNECTION_BROKEN').
""",
            ["2009 MQRC_CONNECTION_BROKEN"], [],
        ),
        "was_linked": (
            """[3/9/26 11:02:17:640 CET] 000000c4 ActivationSpe W   CWSJY0003W: MQJCA4023: Startup reconnection failed for ActivationSpec 'jms/store/inAS@STORE1 <1120931>'. Exception details: '
                       Message : com.ibm.msg.client.jms.DetailedIllegalStateException: JMSWMQ0018: Failed to connect to queue manager 'STORE1' with connection mode 'Client' and host name 'mqhub.store.example(1420)'.
Check the queue manager is started and if running in client mode, check there is a listener running. Please see the linked exception for more information.
                         Class : class com.ibm.msg.client.jms.DetailedIllegalStateException
                         Stack : com.ibm.msg.client.wmq.common.internal.Reason.reasonToException(Reason.java:474)
     Caused by [1] --> Message : com.ibm.mq.MQException: JMSCMQ0001: WebSphere MQ call failed with compcode '2' ('MQCC_FAILED') reason '2059' ('MQRC_Q_MGR_NOT_AVAILABLE').
                         Class : class com.ibm.mq.MQException
     Caused by [2] --> Message : com.ibm.mq.jmqi.JmqiException: CC=2;RC=2059;AMQ9204: Connection to host 'mqhub.store.example(1420)' rejected. [1=com.ibm.mq.jmqi.JmqiException[CC=2;RC=2059;AMQ9524: Remote queue manager unavailable. [3=STORE.SVRCONN]],3=mqhub.store.example(1420),5=RemoteConnection.analyseErrorSegment]
""",
            ["2059 MQRC_Q_MGR_NOT_AVAILABLE", "STORE1", "mqhub.store.example(1420)"], [],
        ),
    },
    "App Connect": {
        "ace_2059": (
            """2026-03-09 10:22:51.118 87 [Thread 31] (Msg 2/3) BIP2628E: Exception condition detected on input node 'yard.MQ Input'.
2026-03-09 10:22:51.119 87 [Thread 31] (Msg 3/3) BIP2620E: Failed to make a client connection to queue manager 'YARD1': MQCC 2; MQRC 2059.
""",
            ["2059 MQRC_Q_MGR_NOT_AVAILABLE", "YARD1"], [],
        ),
        "ace_mq": (
            """2026-03-09 10:22:51.118 87 [Thread 31] (Msg 2/3) BIP2681E: Failed to open queue 'YARD.JOBS' on queue manager 'YARD1': MQCC 2; MQRC 2035.
""",
            ["2035 MQRC_NOT_AUTHORIZED", "YARD.JOBS", "YARD1"], [],
        ),
        "ace_no_libs": (
            """2026-03-09 10:22:46.859400: [Thread 24] (Msg 1/2) BIP9320E: Message Flow 'yardflow', 'yardflow' encountered a failure and could not start.
2026-03-09 10:22:46.859464: [Thread 24] (Msg 2/2) BIP2684E: A component was configured to use IBM MQ, but the required MQ libraries are not available.
""",
            ["BIP2684", "libraries"], [],
        ),
    },
    "server.xml": {
        "liberty_list": (
            """<server>
    <featureManager>
        <feature>messagingClient-3.0</feature>
        <feature>connectors-2.1</feature>
    </featureManager>
    <variable name="wmqJmsClient.rar.location" value="${server.config.dir}/wmq.jakarta.jmsra.rar"/>
    <jmsQueueConnectionFactory jndiName="jms/yardQCF">
        <properties.wmqjmsra connectionNameList="mq1.yard.example(1414),mq2.yard.example(1414)" channel="YARD.SVRCONN" queueManager="YARD1" transportType="CLIENT"/>
    </jmsQueueConnectionFactory>
</server>
""",
            ["jms/yardQCF", "YARD1", "YARD.SVRCONN", "mq1.yard.example(1414),mq2.yard.example(1414)"], [],
        ),
        "liberty_two": (
            """<server description="port">
  <featureManager><feature>wmqJmsClient-2.0</feature></featureManager>
  <jmsActivationSpec id="port/Listener">
    <properties.wmqJms destinationRef="jms/in" destinationType="javax.jms.Queue" queueManager="PORT1" hostName="mq3.port.example" port="1416" channel="PORT.SVRCONN" transportType="CLIENT"/>
  </jmsActivationSpec>
</server>
""",
            ["port/Listener", "PORT1", "mq3.port.example(1416)"], [],
        ),
        "liberty_pool": (
            """<server>
  <connectionManager id="cm" maxPoolSize="10"/>
  <jmsConnectionFactory jndiName="jms/portCF" connectionManagerRef="cm">
    <properties.wmqJms channel="PORT.SVRCONN" hostName="mq3.port.example" port="1416" queueManager="PORT1" sslCipherSuite="TLS_AES_128_GCM_SHA256"/>
  </jmsConnectionFactory>
</server>
""",
            ["jms/portCF", "PORT1", "PORT.SVRCONN"], [],
        ),
    },
    "Spring and YAML": {
        "boot_props": (
            """ibm.mq.queueManager=YARD1
ibm.mq.channel=YARD.SVRCONN
ibm.mq.connName=mq1.yard.example(1414),mq2.yard.example(1414)
ibm.mq.user=pump
ibm.mq.password=Tr0ub4dor
ibm.mq.sslCipherSuite=TLS_AES_256_GCM_SHA384
""",
            ["YARD1", "YARD.SVRCONN", "mq1.yard.example(1414),mq2.yard.example(1414)"], ["Tr0ub4dor"],
        ),
        "jms_yml": (
            """mq:
  primary:
    host: mq1.yard.example
    port: 1414
    queue-manager: YARD1
    channel: YARD.SVRCONN
    queue: YARD.JOBS
""",
            ["YARD1", "YARD.SVRCONN", "mq1.yard.example(1414)"], [],
        ),
        "jms_yml_host": (
            """app:
  messaging:
    connectionFactory:
      hostName: mq3.port.example
      port: 1416
      queueManager: PORT1
      channel: PORT.SVRCONN
""",
            ["PORT1", "PORT.SVRCONN", "mq3.port.example(1416)"], [],
        ),
    },
    "Kubernetes": {
        "k8s_failed": (
            """apiVersion: mq.ibm.com/v1beta1
kind: QueueManager
metadata:
  name: yard
  namespace: mq
spec:
  license:
    accept: false
  queueManager:
    name: YARD1
    availability:
      type: SingleInstance
  version: 9.4.2.0-r1
status:
  phase: Failed
  conditions:
  - type: Ready
    status: "False"
    reason: LicenseNotAccepted
    message: License not accepted
""",
            ["YARD1", "Failed", "icense"], [],
        ),
        "qm_yaml_two": (
            """apiVersion: mq.ibm.com/v1beta1
kind: QueueManager
metadata:
  name: port-prod
spec:
  license: {accept: true, license: L-NUUP-23NH8Y, use: Production}
  queueManager:
    name: PORT1
    availability:
      type: NativeHA
    storage:
      defaultClass: fast
  template: {}
  version: 9.4.0.6-r1
""",
            ["PORT1", "NativeHA"], [],
        ),
        "k8s_status": (
            """apiVersion: mq.ibm.com/v1beta1
kind: QueueManager
metadata:
  name: crane
spec:
  queueManager:
    name: CRANE1
    availability: {type: MultiInstance}
status:
  phase: Running
""",
            ["CRANE1", "Running"], [],
        ),
    },
    "PCF as Java prints it": {
        "pcf_java": (
            """reply:
MQCFH [type: 2, strucLength: 36, version: 1, command: 4 (MQCMD_INQUIRE_CHANNEL_STATUS), msgSeqNumber: 1, control: 1, compCode: 2, reason: 3065, parameterCount: 0]
""",
            ["3065"], [],
        ),
        "pcf_java_queue": (
            """MQCFH [type: 2, strucLength: 36, version: 1, command: 13 (MQCMD_INQUIRE_Q), msgSeqNumber: 1, control: 1, compCode: 0, reason: 0, parameterCount: 2]
MQCFST [type: 4, strucLength: 68, parameter: 2016 (MQCA_Q_NAME), codedCharSetId: 819, stringLength: 48, string: YARD.JOBS                                       ]
MQCFIN [type: 3, strucLength: 16, parameter: 15 (MQIA_MAX_Q_DEPTH), value: 5000]
""",
            ["YARD.JOBS", "5000"], [],
        ),
        "pcf_java_cmd": (
            """sent: MQCFH [type: 1, strucLength: 36, version: 3, command: 5 (MQCMD_PING_Q_MGR), msgSeqNumber: 1, control: 1, compCode: 0, reason: 0, parameterCount: 0]
""",
            ["PING_Q_MGR"], [],
        ),
    },
    "two things in one text": {
        "markdown_both": (
            """Hi, I defined it like this:

```
DEFINE QLOCAL('YARD.JOBS') MAXDEPTH(50) PUT(ENABLED)
```

but my program still says

> `com.ibm.mq.MQException: MQJE001: Completion Code '2', Reason '2053'.`

What is wrong?
""",
            ["QLOCAL YARD.JOBS", "MAXDEPTH(50)", "2053 MQRC_Q_FULL"], [],
        ),
        "mixed_display_java": (
            """> DISPLAY CHSTATUS(YARD.SVRCONN)
AMQ8420I: Channel Status not found.

and the app:

com.ibm.mq.MQException: JMSCMQ0001: IBM MQ call failed with compcode '2' ('MQCC_FAILED') reason '2540' ('MQRC_UNKNOWN_CHANNEL_NAME').
""",
            ["2540 MQRC_UNKNOWN_CHANNEL_NAME"], [],
        ),
        "table_md": (
            """| queue | depth |
|---|---|
| `QUEUE(YARD.JOBS)  TYPE(QLOCAL)  CURDEPTH(4999)` | high |
""",
            ["YARD.JOBS", "CURDEPTH(4999)"], [],
        ),
    },
    "bytes as Python prints them": {
        "repr_rfh2_two": (
            """>>> q.get()
b'RFH \\x00\\x00\\x00\\x02\\x00\\x00\\x00\\\\\\x00\\x00\\x01\\x11\\x00\\x00\\x04\\xb8MQSTR   \\x00\\x00\\x00\\x00\\x00\\x00\\x04\\xb8\\x00\\x00\\x004<jms><Dst>queue:///YARD.JOBS</Dst><Tms>1</Tms></jms>{"job": 7}'
""",
            ["MQRFH2", "queue:///YARD.JOBS"], [],
        ),
        "repr_rfh_more": (
            """gmo: message body is b'RFH \\x00\\x00\\x00\\x02\\x00\\x00\\x00\\x80\\x00\\x00\\x01\\x11\\x00\\x00\\x04\\xb8MQSTR   \\x00\\x00\\x00\\x00\\x00\\x00\\x04\\xb8\\x00\\x00\\x00 <mcd><Msd>jms_text</Msd></mcd>  \\x00\\x00\\x004<jms><Dst>queue:///PORT.IN</Dst><Dlv>2</Dlv></jms>  hello'""",
            ["MQRFH2", "PORT.IN", "PROPCTL"], [],
        ),
        "repr_dlh": (
            """b'DLH \\x00\\x00\\x00\\x01\\x00\\x00\\x08%PORT.IN                                         PORT1                                           \\x00\\x00\\x01\\x11\\x00\\x00\\x03\\x33MQSTR   \\x00\\x00\\x00\\x1camqrmppa                    2026030908593100hello'
""",
            ["dead-lettered message for PORT.IN", "2085"], [],
        ),
    },
    "words without their number": {
        "words_9519": (
            """Channel 'PORT.SVRCONN' not found.

EXPLANATION:
The requested operation failed because the program could not find a definition
of channel 'PORT.SVRCONN'.
""",
            ["AMQ9519", "PORT.SVRCONN"], [],
        ),
        "words_9557": (
            """Queue Manager User ID initialization failed for 'pump'.
The call to initialize the User ID 'pump' failed with CompCode 2 and Reason 2035.
""",
            ["AMQ9557", "pump"], [],
        ),
        "words_status": (
            """Display Channel Status details.
   CHANNEL(YARD.PORT)                      CHLTYPE(SDR)
   CONNAME(192.0.2.30(1414))               CURRENT
   RQMNAME(PORT1)                          STATUS(RETRYING)
   SUBSTATE( )                             XMITQ(PORT1)
""",
            ["CHSTATUS YARD.PORT", "STATUS(RETRYING)"], [],
        ),
        "blocked_words": (
            """The inbound channel 'YARD.SVRCONN' was blocked from address '192.0.2.9' because the active values of the channel were mapped to a userid which should be blocked. The active values of the channel were 'CLNTUSER(root) ADDRESS(yardpc)'.
""",
            ["AMQ9776", "YARD.SVRCONN"], ["AMQ9777"],
        ),
    },
    "a number alone": {
        "number_pair": (
            "we get error 2085-2085 when the job opens YARD.JOBS\n",
            ["2085 MQRC_UNKNOWN_OBJECT_NAME"], [],
        ),
        "number_explorer": (
            """You are not authorized to perform this operation. (AMQ4036)
Severity: 10 (Warning)
""",
            ["AMQ4036", "reason 2035"], [],
        ),
        "explorer_4059": (
            """Could not establish a connection to the queue manager - reason 2538. (AMQ4059)
  Severity: 20 (Error)
  Explanation: The attempt to connect to the queue manager failed. This could be because the queue manager is incorrectly configured to allow a connection from this system, or the connection has been broken.
  Response: Ensure that the queue manager is running.
""",
            ["AMQ4059", "2538 MQRC_HOST_NOT_AVAILABLE"], [],
        ),
    },
    "a misspelt type": {
        "misspelt": (
            """DEFINE QREMOT(PORT.JOBS) RNAME(PORT.JOBS) RQMNAME(PORT1)
DEFINE QLOCAL(YARD.JOBS)
""",
            ["QREMOT is not an object type", "QLOCAL YARD.JOBS"], [],
        ),
    },
    "what failed before a reason": {
        "lib_missing": (
            """Mar 09 10:50:03 yard systemd[1]: Started yard worker.
Mar 09 10:50:03 yard yardwork[811]: /opt/yard/bin/yardwork: error while loading shared libraries: libmqm_r.so: cannot open shared object file: No such file or directory
Mar 09 10:50:03 yard systemd[1]: yard.service: Main process exited, code=exited, status=127/n/a
""",
            ["libmqm_r.so"], [],
        ),
        "mqsco_go": (
            "mqi: MQCNO/MQSCO wrong size. Given: 624, expected 568\n",
            ["MQSCO", "level"], [],
        ),
        "class_jakarta": (
            """Exception in thread "main" java.lang.NoClassDefFoundError: javax/jms/Destination
\tat yard.Pump.main(Pump.java:11)
Caused by: java.lang.ClassNotFoundException: javax.jms.Destination
""",
            ["class path", "javax"], [],
        ),
        "arch": (
            """Traceback (most recent call last):
  File "pump.py", line 1, in <module>
    import pymqi
ImportError: dlopen(/usr/lib/python3/pymqi/pymqe.so, 0x0002): tried: '/opt/mqm/lib64/libmqic_r.dylib' (mach-o file, but is an incompatible architecture (have 'x86_64', need 'arm64'))
""",
            ["architecture"], [],
        ),
        "npe": (
            """java.lang.NullPointerException: Cannot invoke "java.util.List.iterator()" because "providers" is null
\tat com.ibm.msg.client.jms.internal.JmsFactoryFactoryImpl.getInstance(JmsFactoryFactoryImpl.java:182)
\tat yard.Pump.<clinit>(Pump.java:9)
""",
            ["resources"], [],
        ),
    },
    "what a program prints": {
        "pymqi_plugin": (
            """[Traceback (most recent call last):
File "/opt/plugins/depth_check.py", line 41, in <module>
conn = pymqi.connect(qm, chl, where, usr, pwd)
File "/usr/lib64/python3.9/site-packages/pymqi/__init__.py", line 1432, in connect_with_options
raise MQMIError(rv[1], rv[2])
pymqi.MQMIError: MQI Error. Comp: 2, Reason 2058: FAILED: MQRC_Q_MGR_NAME_ERROR]
""",
            ["2058 MQRC_Q_MGR_NAME_ERROR"], ["CD("],
        ),
        "go_panic": (
            """panic: MQCONNX: MQCC = MQCC_FAILED [2] MQRC = MQRC_Q_MGR_NOT_AVAILABLE [2059]

goroutine 1 [running]:
main.main()
\t/src/yard/main.go:58 +0x2f3
exit status 2
""",
            ["2059 MQRC_Q_MGR_NOT_AVAILABLE"], [],
        ),
        "node_open": (
            """MQError: OPEN: MQCC = MQCC_FAILED [2] MQRC = MQRC_NOT_AUTHORIZED [2035]
    at /app/node_modules/ibmmq/lib/mqi.js:1184:17
    at FfiCallback.<anonymous> (/app/node_modules/ffi-napi/lib/_foreign_function.js:115:9) {
  mqcc: 2,
  mqccstr: 'MQCC_FAILED',
  mqrc: 2035,
  mqrcstr: 'MQRC_NOT_AUTHORIZED',
  version: '1.0.4',
  verb: 'OPEN'
}
""",
            ["2035 MQRC_NOT_AUTHORIZED"], ["connect:"],
        ),
        "xms_2393": (
            """Unhandled exception. IBM.XMS.XMSException: CWSMQ0006E: An exception was received during the call to the method ConnectionFactory.CreateConnection: CompCode: 2, Reason: 2393.
During execution of the specified method an exception was thrown by another component. See the linked exception for more information.
   at IBM.XMS.Client.WMQ.Factories.WmqConnectionFactory.CreateConnection()
Linked Exception : IBM.WMQ.MQException: MQRC_SSL_INITIALIZATION_ERROR
""",
            ["2393 MQRC_SSL_INITIALIZATION_ERROR"], [],
        ),
        "amqsput": (
            """Sample AMQSPUT0 start
target queue is YARD.JOBS
MQOPEN ended with reason code 2085
unable to open queue for output
Sample AMQSPUT0 end
""",
            ["2085 MQRC_UNKNOWN_OBJECT_NAME", "YARD.JOBS"], [],
        ),
        "mqjms2013": (
            """javax.jms.JMSSecurityException: MQJMS2013: invalid security authentication supplied for MQQueueManager
        at com.ibm.mq.jms.MQConnection.createQM(MQConnection.java:2050)
        at shop.Sender.main(Sender.java:31)
""",
            ["MQJMS2013", "2035"], [],
        ),
        "kafka_connect": (
            """[2026-03-09 11:05:44,310] ERROR [mq-source|task-0] MQ error: CompCode 2, Reason 2035 MQRC_NOT_AUTHORIZED (com.ibm.eventstreams.connect.mqsource.JMSReader:285)
com.ibm.mq.jms.JmsSecurityException: JMSWMQ2013: The security authentication was not valid that was supplied for queue manager 'YARD1' with connection mode 'Client' and host name 'mq.yard.example(1414)'.
""",
            ["2035 MQRC_NOT_AUTHORIZED", "YARD1"], [],
        ),
        "spring_nested": (
            """2026-03-09 11:14:02.331 ERROR 1 --- [ntContainer#0-1] o.s.j.l.DefaultMessageListenerContainer   : Could not refresh JMS Connection for destination 'YARD.JOBS' - retrying using FixedBackOff{interval=5000, currentAttempts=3, maxAttempts=unlimited}. Cause: JMSWMQ0018: Failed to connect to queue manager 'YARD1' with connection mode 'Client' and host name 'mq.yard.example(1414)'.; nested exception is com.ibm.mq.MQException: JMSCMQ0001: IBM MQ call failed with compcode '2' ('MQCC_FAILED') reason '2538' ('MQRC_HOST_NOT_AVAILABLE').
""",
            ["2538 MQRC_HOST_NOT_AVAILABLE", "mq.yard.example(1414)", "YARD1"], [],
        ),
    },
    "a log": {
        "json_log": (
            """{"ibm_messageId":"AMQ9777E","ibm_arithInsert1":0,"ibm_arithInsert2":0,"ibm_commentInsert1":"YARD.SVRCONN","ibm_commentInsert2":"192.0.2.9","ibm_commentInsert3":"CLNTUSER('root') ADDRESS('yardpc')","ibm_datetime":"2026-03-09T10:44:10.501Z","ibm_serverName":"YARD1","type":"mq_log","host":"yard-0","loglevel":"ERROR","module":"cmqxrmsa.c:1316","ibm_sequence":"1","ibm_processId":"412","ibm_threadId":"15","ibm_version":"9.4.2.0","ibm_processName":"amqrmppa","ibm_userName":"1001","ibm_installationName":"Installation1","ibm_installationDir":"/opt/mqm","message":"AMQ9777E: Channel was blocked"}
""",
            ["AMQ9777", "YARD.SVRCONN", "192.0.2.9"], [],
        ),
        "zos_202": (
            """11.02.17 STC04711  CSQX202E +MQY1 CSQXRCTL Connection or remote listener
   unavailable,  channel YARD.TO.PORT, connection
   192.0.2.77(1414) (queue manager ????),
   TRPTYPE=TCP RC=00000468 (ECONNREFUSED) reason=00000000
11.02.17 STC04711  CSQX599E +MQY1 CSQXRCTL Channel YARD.TO.PORT ended abnormally, connection 192.0.2.77(1414)
""",
            ["CSQX202", "YARD.TO.PORT", "192.0.2.77"], [],
        ),
        "docker_6109": (
            """mq-1  | 2026-03-09T10:12:24.775Z Error 71 creating queue manager: IBM MQ queue manager 'YARD1' created.
mq-1  | Directory '/mnt/mqm/data/qmgrs/YARD1' created.
mq-1  | The queue manager is associated with installation 'Installation1'.
mq-1  | AMQ6109S: An internal IBM MQ error has occurred.
mq-1  | 2026-03-09T10:12:24.775Z DEBUG: Writing termination message: /opt/mqm/bin/crtmqm: exit status 71
""",
            ["AMQ6109"], [],
        ),
        "container_uid": (
            """2026-03-09T08:00:01.945Z CPU architecture: amd64
2026-03-09T08:00:01.946Z Running as user ID 1001 with primary group 0
2026-03-09T08:00:01.990Z Using queue manager name: YARD1
2026-03-09T08:00:03.120Z Creating queue manager YARD1
2026-03-09T08:00:03.508Z Error 119 creating queue manager: AMQ7064E: Log path not valid or inaccessible.
2026-03-09T08:00:03.508Z AMQ7064E: Log path not valid or inaccessible.
""",
            ["AMQ7064", "Log path not valid"], [],
        ),
        "kubectl_pod": (
            """$ kubectl logs yard-ibm-mq-0 --previous
2026-03-09T08:02:00.101Z Starting queue manager
2026-03-09T08:02:01.884Z AMQ6245E: Error executing system call 'mkdir' on file '/mnt/mqm/data/sockets'. [ArithInsert1(13), CommentInsert1(mkdir), CommentInsert2(/mnt/mqm/data/sockets), CommentInsert3(Permission denied)]
2026-03-09T08:02:01.990Z Error 36 starting queue manager: AMQ7077E: You are not authorized to perform the requested operation.
""",
            ["AMQ6245", "AMQ7077"], [],
        ),
        "sid": (
            "AMQ8075: Authorization failed because the SID for entity 'svcweb' cannot be obtained.\n",
            ["AMQ8075", "svcweb"], [],
        ),
        "gsk_label": (
            """AMQ9633E: Bad SSL certificate for channel 'YARD.TO.PORT'.

EXPLANATION:
A certificate encountered during SSL handshaking is regarded as bad for one of
the following reasons:
(a) it was formatted incorrectly and could not be validated
ACTION:
Check which of the possible causes applies on your system.
""",
            ["AMQ9633", "YARD.TO.PORT"], [],
        ),
        "mq_fdc_head": (
            """+-----------------------------------------------------------------------------+
| IBM MQ First Failure Symptom Report                                         |
| =========================================                                   |
|                                                                             |
| Date/Time         :- Mon March 09 2026 08:40:01 UTC                         |
| Host Name         :- yard1.example                                          |
| LVLS              :- 9.3.0.17                                               |
| Product Long Name :- IBM MQ for Linux (x86-64 platform)                     |
| Probe Id          :- XC130004                                               |
| Component         :- xehExceptionHandler                                    |
| Program Name      :- amqrmppa                                               |
| Process           :- 3320                                                   |
| QueueManager      :- YARD1                                                  |
| Major Errorcode   :- xecSTOP                                                |
| Minor Errorcode   :- OK                                                     |
| Probe Type        :- HALT6109                                               |
| Probe Severity    :- 1                                                      |
| Probe Description :- AMQ6109S: An internal IBM MQ error has occurred.       |
| Arith1            :- 11 (0xb)                                               |
| Comment1          :- SIGSEGV: address not mapped(0x18)                      |
+-----------------------------------------------------------------------------+
""",
            ["XC130004", "YARD1", "SIGSEGV"], [],
        ),
    },
    "an answer of runmqsc": {
        "mqsc_not_found": (
            """[mqm@yard ~]$ echo "DIS QL(YARD.JOBS) CURDEPTH" | runmqsc YARD1
5724-H72 (C) Copyright IBM Corp. 1994, 2023.
Starting MQSC for queue manager YARD1.


     1 : DIS QL(YARD.JOBS) CURDEPTH
AMQ8147E: IBM MQ object YARD.JOBS not found.
One MQSC command read.
No commands have a syntax error.
One valid MQSC command could not be processed.
""",
            ["YARD.JOBS", "not found"], [],
        ),
        "chstatus_none": (
            "AMQ8420I: Channel Status not found.\n",
            ["AMQ8420"], [],
        ),
        "dspmq_out": (
            """QMNAME(YARD1)                                             STATUS(Running as standby)
QMNAME(PORT1)                                             STATUS(Ended preemptively)
""",
            ["YARD1", "Running as standby", "PORT1", "Ended preemptively"], [],
        ),
    },
    "what is no evidence": {
        "terraform_noise": (
            """resource "aws_mq_broker" "this" {
  broker_name = "yard"
  engine_type = "ActiveMQ"
}
""",
            [], ["AMQ", "queue manager"],
        ),
        "nothing": (
            "Hello all, my broker is slow since Tuesday. Any ideas? Thanks, K.\n",
            [], ["MQRC", "AMQ"],
        ),
    },
}  # fmt: skip
"""By kind and name: the text, the words that `explain` must say, and those that it must not."""
