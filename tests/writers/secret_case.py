"""Evidence of 27 kinds in which secrets stand under their names, each secret another one and of a form of its own."""

import json
from base64 import b64encode
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from tests.writers.amqsbcg import dump
from tests.writers.fdc_cases import record
from tests.writers.jms import header
from tests.writers.log_cases import entry
from tests.writers.message_cases import rfh2
from tests.writers.qload import unload

FORM = "Zq{:03d}Xk41Vb"
KINDS = {
    "mqsc typed": """DEFINE CHANNEL(TO.B) CHLTYPE(SDR) PASSWORD({}) CONNAME('b(1414)')
ALTER QMGR INITKEY('{}') DESCR('ours')
ALTER QMGR SSLKEYRPWD({}) SSLCRYP('GSK_PKCS11=/p11.so;tok;{};ALL;')
ALTER QMGR KEYRPWD('it''s {}')
DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) LDAPPWD('{} +
 x') CONNAME('l(389)')
""",
    "exit data": """DEFINE CHANNEL(TO.C) CHLTYPE(SDR) SCYEXIT(e) SCYDATA({}) +
   SENDDATA('a,{}') RCVDATA('{}') MSGDATA('{}') CONNAME('c(1414)')
DEFINE SERVICE(S) STARTCMD('/x') STARTARG('--password {} -v') SERVTYPE(SERVER)
""",
    "qm.ini": "ExitPath:\n   ExitsDefaultPath=/var/mqm/exits\nLog:\n   LogPrimaryFiles=3\n   LogType=CIRCULAR\nSSL:\n   SSLCryptoHardware=GSK_PKCS11=/p11.so;tok;{};\n   SSLKeyRepositoryPassword={}\nTCP:\n   Token={}\n   ApiKey={}\n"
    "   Passphrase=two words {}\n",
    "mqclient.ini": "CHANNELS:\n   CryptoHardware=GSK_PKCS11=/p11.so;tok;{};\nSSL:\n   SSLKeyRepositoryPassword={}\n   PrivateKey={}\n",
    "client log": """2026-05-11 07:30:01,250 ERROR [gate-1] Boarding - no connection userID=app password={}
2026-05-11 07:30:01,250 INFO  pw={} vault_pw: {} dbPw={} user=joe
2026-05-11 07:30:01,250 INFO  Password for user app = {}, host=h
2026-05-11 07:30:01,250 INFO  sasl.jaas.config=PlainLoginModule username="u" password="{}";
2026-05-11 07:30:01,250 INFO  password is {} now
""",
    "stack trace": """javax.jms.JMSSecurityException: JMSWMQ2013: password={} was wrong
	at a.B.setPassword("{}")(B.java:1)
Caused by: java.lang.Exception: mq.password.value={}; userPassword = new String("{}")
""",
    "http headers": """GET /x HTTP/1.1
Authorization: Bearer {}.abcdef
Proxy-Authorization: Digest username="u", realm="r", response="{}"
Cookie: JSESSIONID={}; LtpaToken2={}
Set-Cookie: sid={}; Path=/; HttpOnly
X-Api-Key: {}
X-Auth-Token: {}
""",
    "urls": """amqp://u:{}@h:5671/v
https://h/c?sv=1&sig={}&se=2
https://h/x;jsessionid={}?a=b
ldap://h?bindpw={}
jdbc:oracle:thin:scott/{}@//db:1521/x
https://h/x?access_key={}&a=b
""",
    "json": """{{"user": "u", "password": "{}", "nested": {{"apiKey": "{}"}}, "list": {{"token": ["{}"]}}}}
{{"value": "{}", "name": "MQ_ADMIN_PASSWORD"}}
{{"auths": {{"r": {{"auth": "{}=="}}}}}}
{{\\"password\\": \\"{}\\", \\"x\\": 1}}
""",
    "xml": """<usr><password dt='string'>{}</password></usr>
<property name="password" value="{}"/><entry key="keystore.password">{}</entry>
<wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">{}</wsse:Password>
<property name="secret"><value>{}</value></property>
""",
    "environment": """HOME=/home/app
MQ_APP_PASSWORD={}
AWS_SECRET_ACCESS_KEY={}
declare -x DB_PASSWORD="a {}"
MQSAMP_TOKEN={}
OTHER=x
""",
    "kubernetes": """env:
- name: MQ_ADMIN_PASSWORD
  value: {}
stringData:
  password: {}
  tokens: x
data:
  keystore-passphrase: |
    {}
    {}
""",
    "ansible": """mq_user: app
vault_pw: {}
become_password: !vault |
  $ANSIBLE_VAULT;1.1;AES256
  {}
ansible_ssh_pass: '{}'
""",
    "shell history": """sshpass -p {} ssh h
mysql -u a -p{} db
runmqakm -keydb -create -db k.kdb -pw {} -stash
docker login -u a -p {} r.example
export KEYSTORE_PASS={}
openssl pkcs12 -in k.p12 -passin pass:{}
sqlplus scott/{}@db
redis-cli -h h -a {}
password=\\
  {}
""",
    "curl": """curl -su admin:{} https://h/ibmmq/rest/v2/admin
curl -k -u app:{} https://h/x
curl -H 'Cookie: LtpaToken2={}' -d 'user=a&password={}&x=1' https://h
""",
    "pem": "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE{}MIIE\nMIIE{}==\n-----END RSA PRIVATE KEY-----\n",
    "pgp": "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 2\n\nlQdG{}\nAAAA{}\n=ab12\n-----END PGP PRIVATE KEY BLOCK-----\n",
    "ssh2": '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "me"\nP2{}AAAA\nP2{}AAAA\n---- END SSH2 ENCRYPTED PRIVATE KEY ----\n',
    "putty": "PuTTY-User-Key-File-2: ssh-rsa\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 2\nAAAA{}AAAA\nAAAA{}==\nPrivate-MAC: 0a1b2c3d4e5f\n",
    "cloud keys": "xoxb-1234-{} ghp_{}{}ab glpat-{}abcdefgh hvs.{}\nSharedAccessKey={};EntityPath=q\nAccountKey={};x=1\n{{xor}}{}==\n",
    "jwt": "eyJhbGciOiJub25lIn0.eyJ{}.{}\n",
    "programs": """props.put("password", "{}"); f.setStringProperty(WMQConstants.PASSWORD, "{}");
csp.CSPPasswordPtr = "{}"; char password[] = "{}"; password := []byte("{}")
<init-param><param-name>password</param-name><param-value>{}</param-value></init-param>
["--password", "{}"] <add value="{}" key="MqPassword"/>
""",
    "names of whose": """PASSWORD_QM1={}
mq.password.app1={}
passwordConfirm={}
API_KEY_PROD={}
SECRET_FOR_X={}
""",
    "panels": "Password ........ : {}\n| password | {} |\nmot de passe : {}\nпароль: {}\npassword → {}\n",
    "mqcsp": "MQCSP.Password[8]='{}'\nCSPUserId        : app\nCSPPassword      : {}\nXMSC_PASSWORD :- {}\ncom.ibm.mq.cfg.SSL.password :- {}\n",
}  # fmt: skip
FAILS = (
    "2026-05-11T07:30:02.125Z ERROR Shop - com.ibm.mq.MQException: JMSCMQ0001: Call ended with compcode '2' ('MQCC_FAILED') "
    "reason '2035' ('MQRC_NOT_AUTHORIZED').\n\tat ferry.Shop.book(Shop.java:88)\n"
)  # fmt: skip
NAMES = {"mqsc typed": "typed.mqsc", "exit data": "exits.mqsc", "qm.ini": "qm.ini", "mqclient.ini": "mqclient.ini"}


class Secrets:
    """Makes secrets, each once, and knows of which kind each is."""

    def __init__(self):
        self._numbers, self.of = count(1), {}

    def fill(self, kind: str, text: str) -> str:
        """A text with a new secret in each of its places."""
        return text.format(*self._made(kind, text.count("{}")))

    def _made(self, kind: str, number: int) -> Iterator[str]:
        for _ in range(number):
            made = FORM.format(next(self._numbers))
            self.of[made] = kind
            yield made


def texts(secrets: Secrets) -> dict[str, str]:
    """A text of each kind, by its kind."""
    return {kind: secrets.fill(kind, text) for kind, text in KINDS.items()}


def files(secrets: Secrets) -> dict[str, bytes]:
    """Every file of the case by its name: what each kind is found in, in its own file and in what an application prints."""
    made = texts(secrets)
    out = {NAMES.get(kind, f"{kind.replace(' ', '_')}.txt"): text.encode() for kind, text in made.items()}
    told = texts(secrets)
    for kind in KINDS.keys() - NAMES.keys():
        out[f"{kind.replace(' ', '_')}.log"] = (FAILS + told[kind] + FAILS).encode()
    fill = secrets.fill
    out["AMQ611.0.FDC"] = record({
        "Date/Time": "Mon May 11 2026 07:30:20 GMT", "Host Name": "h1", "Probe Id": "HL010004", "Component": "hlgExtendLog",
        "Program Name": "amqzlaa0", "Process": "00000611", "QueueManager": "QM1", "Major Errorcode": "hrcE_MQLO_FULL",
        "Comment1": fill("fdc", "password :- {}"), "Comment2": fill("fdc", "token={}"), "Arguments": fill("fdc", "-x PWD={}"),
        "Comment3": fill("fdc", "keyStorePassword    :-  {}"),
    }).encode()  # fmt: skip
    out["jms.trc"] = (header("UTC", command=fill("jms trace", "Shop -user u -password={}")) + fill(
        "jms trace", "|   javax.net.ssl.keyStorePassword       :-  {}\n|   com.ibm.mq.password :- {}\n|   MQSSLKEYR_TOKEN    :- {}\n",
    )).encode()  # fmt: skip
    out["AMQERR01.LOG"] = entry(
        "11/05/26 07:30:21", "Process(611.9) User(mqm) Program(amqrmppa)",
        ["Host(h1) Installation(Installation1)", "VRMF(9.3.0.20) QMgr(QM1)", "Time(2026-05-11T07:30:21.044Z)",
         fill("error log", "CommentInsert1(password={})")],
        fill("error log", "AMQ9999E: Channel 'A.B' to host 'h(1414)' ended, password={}"),
        [fill("error log", "It was called with --password={} by somebody.")], ["Look."], "amqrmrca.c : 1297",
    ).encode()  # fmt: skip
    out["shown.txt"] = fill("mqsc shown", (
        "5724-H72 (C) Copyright IBM Corp. 1994, 2024.\nStarting MQSC for queue manager QM1.\n\n\n       : DISPLAY CHANNEL(A) ALL\n"
        "AMQ8414I: Display Channel details.\n   CHANNEL(A)                  CHLTYPE(SDR)\n   PASSWORD({})   SCYDATA({})\n"
        "   SENDDATA({})   RCVDATA({})\n   MSGDATA({})   DESCR(password={})\n       : DISPLAY AUTHINFO(L) ALL\n"
        "AMQ8566I: Display authentication information details.\n   AUTHINFO(L)   AUTHTYPE(IDPWLDAP)\n   LDAPPWD({})   CONNAME(l(389))\n"
    )).encode()  # fmt: skip
    out["dlq.rules"] = fill(
        "rules", "* user=a;password={}\nINPUTQ(DLQ) RETRYINT(30)\nDESTQ(A) ACTION(RETRY) RETRY(5)\n"
    ).encode()
    bodies = [text.encode() for text in texts(secrets).values()]
    ebcdic = [
        text.encode("cp500", "replace")
        for kind, text in texts(secrets).items()
        if kind in ("json", "xml", "client log", "environment")
    ]
    usr = fill("rfh2", "<usr><password dt='string'>{}</password><a><accessToken>{}</accessToken></a></usr>")
    letters = [{"data": body, "Format": "MQSTR", "Encoding": 546, "CodedCharSetId": 1208} for body in bodies]
    letters += [{"data": body, "Format": "MQSTR", "Encoding": 785, "CodedCharSetId": 500} for body in ebcdic]
    letters.append({"Format": "MQHRF2", "data": rfh2(usr, "hello"), "Encoding": 546, "CodedCharSetId": 1208})
    out["browsed.txt"], out["unloaded.dmp"] = dump(letters, "DLQ").encode(), unload(letters, "DLQ", manager="QM1")
    key = b64encode(
        b"-----BEGIN PRIVATE KEY-----\n" + fill("kubernetes", "{}").encode() + b"\n-----END PRIVATE KEY-----"
    ).decode()
    out["secret.yaml.txt"] = f"kind: Secret\ndata:\n  tls.key: {key}\n".encode()
    out["notes_of_app.json.log"] = (
        FAILS + json.dumps({"password": fill("json", "{}"), "user": "u"}) + "\n" + FAILS
    ).encode()
    return out


def write(folder: Path) -> Secrets:
    """The case in `folder`; gives its secrets."""
    folder.mkdir()
    secrets = Secrets()
    for name, data in files(secrets).items():
        (folder / name).write_bytes(data)
    return secrets
