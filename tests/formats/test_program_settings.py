"""Connection settings of programs and resources of Kubernetes: what leads to a queue manager is a row."""

import pytest

from mqforensics import source
from mqforensics.formats import qmini
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.recognition import parts, recognise
from mqforensics.tools.explain import _rows, explain
from tests.linear import assert_in_line

LIBERTY = """<server description="orders">
  <featureManager><feature>wmqJmsClient-2.0</feature></featureManager>
  <jmsConnectionFactory jndiName="jms/ordersCF" connectionManagerRef="cm">
    <properties.wmqJms transportType="CLIENT" hostName="mq.shop.example" port="1415"
        channel="ORDERS.SVRCONN" queueManager="SHOP1" password="hunter42"/>
  </jmsConnectionFactory>
  <jmsQueue jndiName="jms/orders"><properties.wmqJms baseQueueName="ORDERS.IN"/></jmsQueue>
</server>
"""
TWO_SPECS = """<server>
  <jmsActivationSpec id="app/one"><properties.wmqJms destinationRef="jms/q" queueManager="SHOP1" hostName="h1" port="1414" channel="A.SVRCONN"/></jmsActivationSpec>
  <jmsActivationSpec id="app/two"><properties.wmqJms destinationRef="jms/q" queueManager="SHOP2" hostName="h2" port="1414" channel="B.SVRCONN"/></jmsActivationSpec>
</server>
"""
TWO_HOSTS = """<server>
  <jmsQueueConnectionFactory jndiName="jms/shopQCF">
    <properties.wmqjmsra connectionNameList="h1(1414),h2(1415)" channel="C.SVRCONN" queueManager="SHOP3" transportType="CLIENT"/>
  </jmsQueueConnectionFactory>
</server>
"""
TOMCAT = """<Context>
  <Resource name="jms/QCF" type="com.ibm.mq.jms.MQQueueConnectionFactory" HOST="mq1" PORT="1414" CHAN="A.SVRCONN" TRAN="1" QMGR="SHOP1"/>
</Context>
"""
BEAN = """<beans>
<bean id="cf" class="com.ibm.mq.jms.MQQueueConnectionFactory">
  <property name="hostName" value="mq1"/>
  <property name="port"><value>1414</value></property>
  <property name="queueManager" value="SHOP1"/>
  <property name="channel" value="A.SVRCONN"/>
</bean></beans>
"""
YAML = """spring:
  application:
    name: orders
ibm:
  mq:
    queueManager: SHOP1   # the one in Hamburg
    channel: ORDERS.SVRCONN
    connName: "mq1(1414),mq2(1414)"
    user: orders
    password: hunter42
server:
  port: 8080
"""
PROPERTIES = """# orders
server.port=8080
ibm.mq.queueManager=SHOP1
ibm.mq.channel=ORDERS.SVRCONN
ibm.mq.connName=mq.shop.example(1414)
spring.datasource.username=sa
"""
KAFKA = """connector.class=com.ibm.eventstreams.connect.mqsource.MQSourceConnector
mq.queue.manager=SHOP1
mq.connection.name.list=localhost(1414)
mq.channel.name=DEV.APP.SVRCONN
mq.queue=DEV.QUEUE.1
topic=T
"""
JMS = """jms:
  connections:
    - name: first
      queue-manager: SHOP1
      host: mq1
      port: 1414
      channel: A.SVRCONN
    - name: second
      queue-manager: SHOP2
      host: mq2
      port: 1415
      channel: B.SVRCONN
"""
JMS_ONE = """jms:
  mq:
    connectionNameList: 'mq1(1414),mq2(1414)'
    queueManager: 'SHOP1'
    channel: 'A.SVRCONN'
"""
CAMEL = """camel:
  component:
    jms:
      connection-factory:
        host-name: mq1
        port: 1414
        queue-manager: SHOP1
        channel: A.SVRCONN
        transport-type: 1
"""
ENDPOINTS = """{
  "MQ_ENDPOINTS": [
    {
      "HOST": "localhost",
      "PORT": "1414",
      "CHANNEL": "DEV.APP.SVRCONN",
      "QMGR": "SHOP1",
      "QUEUE_NAME": "DEV.QUEUE.1"
    }
  ]
}
"""
VARIABLES = """        env:
        - name: MQ_QMGR_NAME
          value: SHOP1
        - name: MQ_CHANNEL
          value: "A.SVRCONN"
        - name: MQ_HOST
          value: shop1-ibm-mq
        - name: MQ_PORT
          value: "1414"
"""
COMPOSE = """services:
  app:
    environment:
      - MQ_QMGR=SHOP1
      - MQ_CHANNEL=A.SVRCONN
      - MQ_HOST=mq1
      - MQ_PORT=1414
"""
MQSERVER = "export MQSERVER='A.SVRCONN/TCP/mq1(1414)'\n"
SETTINGS = {
    "Liberty, a factory": (LIBERTY, [("jms/ordersCF", "SHOP1", "ORDERS.SVRCONN", "mq.shop.example(1415)")]),
    "Liberty, two activation specifications": (TWO_SPECS, [("app/one", "SHOP1", "A.SVRCONN", "h1(1414)"), ("app/two", "SHOP2", "B.SVRCONN", "h2(1414)")]),
    "Liberty, a list of hosts": (TWO_HOSTS, [("jms/shopQCF", "SHOP3", "C.SVRCONN", "h1(1414),h2(1415)")]),
    "Tomcat": (TOMCAT, [("jms/QCF", "SHOP1", "A.SVRCONN", "mq1(1414)")]),
    "Spring, a bean": (BEAN, [("cf", "SHOP1", "A.SVRCONN", "mq1(1414)")]),
    "Spring, YAML": (YAML, [("ibm.mq", "SHOP1", "ORDERS.SVRCONN", "mq1(1414),mq2(1414)")]),
    "Spring, properties": (PROPERTIES, [("ibm.mq", "SHOP1", "ORDERS.SVRCONN", "mq.shop.example(1414)")]),
    "Kafka Connect": (KAFKA, [("mq", "SHOP1", "DEV.APP.SVRCONN", "localhost(1414)")]),
    "jms.yml": (JMS, [("jms.connections", "SHOP1", "A.SVRCONN", "mq1(1414)"), ("jms.connections", "SHOP2", "B.SVRCONN", "mq2(1415)")]),
    "jms.yml, one connection": (JMS_ONE, [("jms.mq", "SHOP1", "A.SVRCONN", "mq1(1414),mq2(1414)")]),
    "jms.yml, in Camel": (CAMEL, [("camel.component.jms.connection-factory", "SHOP1", "A.SVRCONN", "mq1(1414)")]),
    "JSON": (ENDPOINTS, [("MQ_ENDPOINTS", "SHOP1", "DEV.APP.SVRCONN", "localhost(1414)")]),
    "variables of a container": (VARIABLES, [("env", "SHOP1", "A.SVRCONN", "shop1-ibm-mq(1414)")]),
    "variables of docker-compose": (COMPOSE, [("services.app.environment", "SHOP1", "A.SVRCONN", "mq1(1414)")]),
    "MQSERVER": (MQSERVER, [("MQSERVER", None, "A.SVRCONN", "mq1(1414)")]),
}  # fmt: skip
KEYS = "QMNAME", "CHANNEL", "CONNAME"


def rows_of(text: str) -> list[dict]:
    data = text.encode()
    rows = [row for part in parts(data, recognise(data)) for _, row in _rows(data, part)]
    assert sum(row["length"] for row in rows) == len(data) or not rows
    return rows


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_settings_are_rows_under_the_names_of_mqsc(name, ends):
    text, expected = SETTINGS[name]
    rows = rows_of(text.replace("\n", ends))
    assert [(row["name"], *(row["attributes"].get(key) for key in KEYS)) for row in rows] == expected
    assert {(row["type"], row["error"]) for row in rows} == {("SETTINGS", None)}
    lines = text.splitlines()
    for row in rows:
        assert all(
            (row["attributes"].get(key) or "").split("(")[0] in lines[row["lines"][key] - 1]
            for key in KEYS[:2]
            if key in row["lines"]
        )


@pytest.mark.parametrize("text", [LIBERTY, YAML])
def test_a_password_is_masked(text):
    assert "hunter" not in str(rows_of(text)) + str(explain(text)) and "PASSWORD" in str(rows_of(text))
    assert "hunter" not in str(list(source.rows(qmini, FileSlice(text.encode(), "f"))))


@pytest.mark.parametrize("text", [
    "spring:\n  rabbitmq:\n    host: r1\n    port: 5672\n    username: guest\n", "broker.host=b\nbroker.channel=news\n", "queue: a\nchannel: b\nhost: c\n",
    "spring:\n  datasource:\n    url: jdbc:x\n    username: sa\nmanagement:\n  server:\n    port: 9\n", "<server><httpEndpoint host='*' httpPort='9080'/></server>\n",
    "- name: MQ_QMGR_NAME\n  value: SHOP1\n",
])  # fmt: skip
def test_settings_of_other_products_are_none(text):
    assert not rows_of(text)


RESOURCE = """apiVersion: mq.ibm.com/v1beta1
kind: QueueManager
metadata:
  name: shop1
spec:
  license:
    accept: true
    use: NonProduction
  queueManager:
    name: SHOP1
    availability:
      type: NativeHA
    mqsc:
      - configMap:
          name: shop1-mqsc
          items:
            - shop.mqsc
  version: 9.4.0.0-r1
status:
  phase: Pending
"""
MQSC = """apiVersion: v1
kind: ConfigMap
metadata:
  name: shop1-mqsc
data:
  shop.mqsc: |
    * queues of the shop
    DEFINE QLOCAL('ORDERS.IN') +
      MAXDEPTH(100) REPLACE
    SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)
"""
STANZAS = "  qm.ini: |-\n    Channels:\n      MaxChannels=20\n    TCP:\n      KeepAlive=Yes\n"
AS_JSON = """{"apiVersion": "v1", "kind": "ConfigMap",
 "data": {
   "shop.mqsc": "DEFINE QLOCAL(ORDERS.IN) REPLACE\\nDEFINE CHANNEL(A.SVRCONN) CHLTYPE(SVRCONN) MCAUSER('app')\\n"
 }}
"""
TWO_RESOURCES = """apiVersion: v1
kind: List
items: []
---
apiVersion: mq.ibm.com/v1beta1
kind: QueueManager
metadata: # of the depot
  name: depot1
spec:
  queueManager:
    name: "DEPOT1"
    storage:
      queueManager:
        type: persistent-claim
---
kind: "QueueManager"
metadata:
  name: shop1
status:
  phase: Running
"""
QUEUE, RULE = ("QLOCAL", "ORDERS.IN", 8), ("CHLAUTH", "*", 10)
KUBERNETES = {
    "two queue managers": (TWO_RESOURCES, [("KUBERNETES", "depot1", 5), ("KUBERNETES", "shop1", 16)]),
    "a queue manager": (RESOURCE, [("KUBERNETES", "shop1", 1)]), "MQSC in a map": (MQSC, [QUEUE, RULE]),
    "MQSC and stanzas": (MQSC + STANZAS, [QUEUE, RULE, ("QMINI", "Channels", 12), ("QMINI", "TCP", 14)]),
    "both in one file": (f"{RESOURCE}---\n{MQSC}", [("KUBERNETES", "shop1", 1), ("QLOCAL", "ORDERS.IN", 29), ("CHLAUTH", "*", 31)]),
    "MQSC in a map as JSON": (AS_JSON, [("QLOCAL", "ORDERS.IN", 3), ("CHANNEL", "A.SVRCONN", 3)]),
}  # fmt: skip


@pytest.mark.parametrize("name", KUBERNETES)
def test_resources_of_kubernetes(name):
    text, expected = KUBERNETES[name]
    rows = rows_of(text)
    assert [(row["type"], row["name"], row["line"]) for row in rows] == expected
    assert not any(row["error"] for row in rows)


def test_what_is_wanted_of_a_queue_manager_and_how_it_is():
    [row] = rows_of(RESOURCE)
    assert row["queue_manager"] == "SHOP1" and row["attributes"] == {
        "license.accept": "true", "license.use": "NonProduction", "queueManager.name": "SHOP1", "version": "9.4.0.0-r1",
        "queueManager.availability.type": "NativeHA", "queueManager.mqsc.configMap.name": "shop1-mqsc", "status.phase": "Pending",
    }  # fmt: skip


ERROR = "com.ibm.mq.MQException: MQJE001: Completion Code '2', Reason '2059'.\n\tat a.b.C.d(C.java:1)\n"


@pytest.mark.parametrize(
    "text", [f"{YAML}\nand then\n\n{ERROR}", f"{ERROR}\nMy settings:\n\n{PROPERTIES}", f"{BEAN}\n{ERROR}"]
)
def test_an_error_beside_settings_is_read_too(text):
    assert {row.get("reason") or row.get("type") for row in rows_of(text)} == {2059, "SETTINGS"}


def test_the_time_grows_with_the_file():
    for piece in (
        YAML,
        LIBERTY,
        "a:\n" + " b: 1\n" * 9,
        "<a b='c'",
        "<property name='queueManager'>\n",
        "- " * 9 + "queueManager: 1\n",
    ):
        assert_in_line(qmini.sniff, *((b"queueManager\n" + piece.encode() * count) for count in (200, 800)))
