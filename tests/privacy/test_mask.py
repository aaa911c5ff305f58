"""The one grammar of secrets in texts: every sign, every form, no neighbour, twice as once."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqforensics.privacy.mask import STARS, masked, masked_lines, row_without_secrets, spans
from mqforensics.privacy.secrets import NAMES, STEMS, is_secret

SECRET = "Gx7geheim41"


@pytest.mark.parametrize("text", [
    "password :- {}", "keyStorePassword    :-  {}", "| Comment1 :- password :- {}", "com.ibm.mq.cfg.SSL.password :- {}",
    "|   javax.net.ssl.keyStorePassword       :-  {}", "password\t:\t{}", "password := {}", "password ==> {}",
    "pw={}", "vault_pw: {}", "dbPw={}", "pw: {}", "curl -su app:{} http://h", "curl -sSLu app:{} http://h", "curl -uapp:{} h",
    "Cookie: JSESSIONID={}; a=b", "Set-Cookie: sid={}; Path=/", "curl -H 'Cookie: a=b; c={}' http://h", "sessionid={}",
    "http://h/x;jsessionid={}?a=b", "https://h/c?sv=1&sig={}&se=1", "SharedAccessSignature sr=x&sig={}&se=1",
    "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 2\n\nlQdG{}\n=ab12\n-----END PGP PRIVATE KEY BLOCK-----",
    "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: \"me\"\nP2{}AAAA",
    "PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 2\nAAAA{}AAAA\nAAAA{}==\nPrivate-MAC: 0a1b2c3d4e5f",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blb{}\nAAAA{}==\n-----END OPENSSH PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nMIIE{}MIIE\nMIIE{}MIIE", r'{{"k":"-----BEGIN PRIVATE KEY-----\nMIIE{}\n-----END PRIVATE KEY-----"}}',
    "password=\\\n  {}", "password=   \\\r\n  {}", "password=\n{}", "ALTER QMGR INITKEY('{}')", "ALTER QMGR SSLKEYRPWD('{}')",
    "ALTER QMGR KEYRPWD({}) DESCR(x)", "SCYDATA({})", "SENDDATA('{}')", "RCVDATA('a,{}')", "MSGDATA({})", "PASSWORD('it's {}')",
    "Token={}", "ApiKey = {}", "Passphrase={}", "PrivateKey={}", "passphrase: correct horse {}", "DB_PASSWORD=two words {}",
    "xoxb-1234-{}", "ghp_{}{}{}ab", "glpat-{}abcdefgh", "hvs.{}", "{{xor}}{}==", "ENC({})", "MQCSP.Password[8]='{}'",
    "CSPPassword      : {}", "password is {}", "Password for user app = {}", "PASSWORD  {}", "passwort lautet {}",
    "setPassword(\"{}\")", "userPassword = new String(\"{}\")", "mq.password.value={}", "rabbit.passw0rd={}",
    "ＰＡＳＳＷＯＲＤ＝{}", "pass\u200bword={}", '{{"pass\\u0077ord": "{}"}}', "password: !vault |\n  $ANSIBLE_VAULT;1.1\n  {}",
    "jdbc:oracle:thin:scott/{}@//db:1521/x", "sqlplus scott/{}@db", "sshpass -p {} ssh h", "mysql -u a -p{} db",
    "docker login -u a -p {} r.example", "machine h login a password {}", "redis-cli -h x -a {}", "openssl -passin pass:{} -in k",
    'export DB_PASSWORD="a {}"', "Environment=\"DB_PASSWORD=a {}\"", "-Djavax.net.ssl.keyStorePassword={} -jar x", "keytool -storepass {} -x",
    "<wsse:Password Type=\"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText\">{}</wsse:Password>",
    "<property name='password'><value>{}</value></property>", "<key>password</key>\n<string>{}</string>", "<password>a\n{}\n</password>",
    '{{"value": "{}", "name": "MQ_PASSWORD"}}', '{{"password": {{"value": "{}"}}}}', '{{"auths":{{"r":{{"auth": "{}=="}}}}}}',
    'Authorization: Digest username="a", realm="r", response="{}"', "X-Api-Key: {}", "Ocp-Apim-Subscription-Key: {}",
    "AWS_SECRET_ACCESS_KEY={}", "SharedAccessSignature=sv=1&sig={}", "AccountKey={};EndpointSuffix=x", "MCAUSER(a) PASSWORD({})",
    "amqp://bob:a@b{}@host:5671", "contraseña: {}", "API key: {}", "secret key = {}", "pass phrase: {}", "one-time otp={}",
    "passwords: [{}, {}]", '"password": [\n  "{}"\n]', '"password":\n  "{}",', "root:$6$ab{}ab{}:1:2", "https://hooks.slack.com/services/T0/B0/{}",
    'ConvertTo-SecureString "{}" -AsPlainText', '<input type="password" name="p" value="{}">',
    'Content-Disposition: form-data; name="password"\r\n\r\n{}\r\n--x', "oc create secret generic s --from-literal=pw={}", "docker run -e MQ_APP_PASSWORD={} x", "wachtwoord={}", "${{DB_PASSWORD:-{}}}", "http://h/?access_key={}&a=b",
    "password → {}", "password ⇒ {}", "password ﹕{}", "password <- {}", "password <= {}", "password =>> {}", "Password ........ : {}",
    "Password........... {}", "| password | {} |", "password, {}", "Password/{}", "the password given was: {}", "pwd of app is \"{}\"",
    "PASSWORD_QM1={}", "MQ_PASSWORD_APP1={}", "password_2={}", "mq.password.app1={}", "password.prod={}", "password-old: {}",
    "passwordConfirm={}", "passwordForApp1={}", "passwordHash: {}", "SECRET_FOR_X={}", "api.key.prod={}", "API_KEY_PROD={}",
    "password[{}]", "char password[] = \"{}\";", "csp.CSPPasswordPtr = \"{}\";", "password := []byte(\"{}\")",
    "props.put(\"password\", \"{}\")", "f.setStringProperty(WMQConstants.PASSWORD, \"{}\");", "env.put(Context.SECURITY_CREDENTIALS, \"{}\")",
    "[\"--password\", \"{}\"]", '{{"key":"password","val":"{}"}}', '{{"k":"password","v":"{}"}}', "<name>password</name><value>{}</value>",
    "<init-param><param-name>password</param-name>\n<param-value>{}</param-value></init-param>", "<add value=\"{}\" key=\"MqPassword\"/>",
    'Set-Cookie: LtpaToken2="{}"; Path=/', "curl -b 'sid={}' http://h", "curl -E cert.pem:{} http://h", "curl --cert c.p12:{} http://h",
    "echo {} | passwd --stdin app", 'echo "app:{}" | chpasswd', "echo '{}' | sudo -S ls", "echo {} | docker login --password-stdin r",
    "htpasswd -nb app {}", "mongo -u app -p {} h", "sqlcmd -S h -U app -P {}", "runmqicred -p {}", "openssl enc -aes256 -k {} -in a",
    "db2 connect to x user app using {}", "CREATE USER app IDENTIFIED BY {}", "smbclient //h/s -U app%{}", "lftp -u app,{} h", "https -a app:{} h",
    "sk-proj-{}abcdefgh", "dckr_pat_{}abcdefgh", "pypi-AgEIcHlwaS5vcmc{}", "SG.{}.abcdefgh", "Negotiate YII{}", "https://x.example/webhooks/12345/{}",
    "mot de passe : {}", "clave={}", "parola: {}", "пароль: {}", "密码：{}", "パスワード: {}", "hasło: {}", "lösenord={}", "şifre: {}", "비밀번호: {}",
])  # fmt: skip
def test_every_form_of_a_secret_is_masked(text):
    shown = masked(text.format(SECRET, SECRET, SECRET) if "{}" in text else text)
    assert SECRET not in shown and "geheim" not in shown and STARS in shown
    assert masked(shown) == shown


@pytest.mark.parametrize("text", [
    "it sent Bearer {}", "bearer {}", "Negotiate {}AB12", "NTLM {}AB12", "mariadb -u a -p{} db", "mysqldump -p {} db", "oc login -u a -p {}", "podman login -p {} r",
    "skopeo login -p '{}'", "ncftpget -u a -p {} h", "psexec h -u a -p {}", "passwd -p {} app", "runmqicred -p {}", "runp11cred -p {}", "mongosh -u a -p {}",
    "isql -U a -P {}", "bcp t out f -P {}", "smbget -u a%{} smb://h", "smbclient //h/s -U a:{}", "http -a app:{} h", "http --auth app:{} h",
    "ALTER USER app IDENTIFIED BY \"{}\"", "echo -n {} | passwd --stdin a", "echo '{}' | podman login --password-stdin r", "htpasswd -cb f app {}",
    "amqp://bob:{}@h", "gloas-{}ab12cd", "glptt-{}ab12cd", "lin_api_{}ab12cd", "figd_{}ab12cd", "ATATT3{}ab12cd", "shpat_{}ab12cd", "sq0csp-{}ab12cd", "dop_v1_{}ab12cd", "EAAC{}ab12cd", "AGE-SECRET-KEY-1{}ab12cd", "npm_{}aaaaaaaaaaaaaaaaaaaaaaaaa",
    "rk_live_{}", "sk_live_{}", "ya29.{}", "github_pat_{}", "gho_{}", "xapp-{}", "_auth = {}AA==", "&lt;mqiptPW&gt; <mqiptPW>{}", "{{aes}}{}==",
    "$2b$10${}{}", "$y$j9T${}{}", "/webhookb2/{}", "curl --cookie sid={} h", "curl --proxy-user a:{} h", "curl --proxy-cert c:{} h", "redis-cli -p 1 -a {}",
    "openssl aes-256-cbc -in f -K {}", "Private-Hash: 0a1b2c3d4e\nPrivate-Lines: 1\nAAAA{}AA",
])  # fmt: skip
def test_a_secret_is_known_by_the_program_that_takes_it_or_by_its_beginning(text):
    shown = masked(text.format(SECRET, SECRET))
    assert "geheim" not in shown and STARS in shown and masked(shown) == shown


def test_what_looks_like_a_secret_is_one_whatever_it_is_called():
    for text in (
        "AKIAIOSFODNN7EXAMPLE",
        "ASIAIOSFODNN7EXAMPLE",
        "Basic YXBwOnBh",
        "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.c2ln",
    ):
        assert text.split()[-1] not in masked(f"a {text} b")
    key = "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JSUU="
    assert masked(f"tls.key: {key}\ntls.crt: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t") == (
        f"tls.key: {STARS}\ntls.crt: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t"
    )


@pytest.mark.parametrize("text", [
    "password=\nuser=joe", "password:\n  user: joe", "| Comment1 :- password :-\n| Comment2 :- x", "Password:\nAMQ8118E: gone",
    '"password": null, "x": "y"', '"msgdata": "", "a": 1', "SCYDATA( ) MSGDATA()", "Basic authentication", "sig=11", "SIGSEGV: sig=9",
    "npm_config_registry=https://r", "PWD=/var/mqm\nOLDPWD=/tmp", "password is wrong", "password was reset by joe",
    "the password expired", "c2VjcmV0pw==\nnext: line", "IDPWOS(x)", "-----BEGIN PRIVATE KEY-----", "checkPassword(Auth.java:12)",
    "spin: 1 stopping: mapping=2 bypass: on", "userData(x) USERDATA('y')", "AMQ9557E password AMQ9557E", "PasswordProtection=compatible",
    "at a.b.Token.java:12", "token_type=bearer", "passwordFile=/a/b", "password.policy: strict", "a.TokenFilter: joined", "TOKEN_REFUSED: it is",
    "MQOO_PASS_ALL_CONTEXT: 1", "MQRC_TOKEN_TIMESTAMP_NOT_VALID=2064", "secretName: db", "password_expires=5", "Enter password, then go",
    "a password / a user", "sk-learn-0", "encoded=4 autoclave: 5", "skipin=1",
    "msgtoken: 5", "session: 4", "the api: x", "private: yes", "account=7", "access: denied",
])  # fmt: skip
def test_what_is_no_secret_stays_as_it_is(text):
    assert masked(text) == text


@pytest.mark.parametrize("text, shown", [
    ("password=a user=b", f"password={STARS} user=b"), ('{"password":"a","user":"b"}', f'{{"password":{STARS},"user":"b"}}'),
    ("Cookie: a=b; Path=/; c=d", f"Cookie: a={STARS}; Path=/; c={STARS}"), ("sig=abcdefgh&se=1", f"sig={STARS}&se=1"),
    ("password: a, host: b", f"password: {STARS}, host: b"), ("INITKEY('a') DESCR('b')", f"INITKEY('{STARS}') DESCR('b')"),
    ("-----BEGIN PRIVATE KEY-----\nMIIEabcdMIIE\nThen it went on.", f"-----BEGIN PRIVATE KEY-----{STARS}\nThen it went on."),
    ("password=a\\\nb\nuser=c", f"password={STARS}\nuser=c"), ("setPassword(\"a\"); x", f"setPassword({STARS}); x"),
])  # fmt: skip
def test_the_neighbour_keeps_its_name_and_value(text, shown):
    assert masked(text) == shown == masked(shown)


def test_lines_that_follow_each_other_lose_each_its_part_of_a_secret():
    lines = [
        "a",
        "-----BEGIN PRIVATE KEY-----",
        "MIIEabcdMIIE",
        "MIIEefghMIIE",
        "-----END PRIVATE KEY-----",
        "password=x y",
        "b",
    ]
    shown = masked_lines(lines)
    assert len(shown) == len(lines) and [shown[at] for at in (0, 4, 6)] == ["a", lines[4], "b"]
    assert shown[2:4] == [STARS, STARS] and shown[5] == f"password={STARS}"


def test_a_quoted_hex_dump_hides_the_rows_of_a_secret():
    for codec in ("latin-1", "cp500"):
        data = f"user=joe and so on, password={SECRET}, the rest of it".encode(codec)
        rows = [f"{at:08X}:  {data[at : at + 16].hex(' ', 2).upper()}  'x'" for at in range(0, len(data), 16)]
        shown = masked("\n".join(rows))
        assert shown.split("\n")[0] == rows[0] and STARS in shown and masked(shown) == shown
        left = bytes.fromhex("".join(row.split(":")[1].split("'")[0].replace("*", "") for row in shown.split("\n")))
        assert SECRET[-6:] not in left.decode(codec)


def test_each_name_begins_with_a_stem_and_is_a_secret_as_a_key():
    for name in NAMES:
        assert is_secret(name) and is_secret(f"usr.{name.lower()}[2]"), name
        assert any(stem in name.lower() for stem in STEMS), name
    for key in (
        "userPassword",
        "MQCACH_PASSWORD",
        "MQCACH_SEC_EXIT_USER_DATA",
        "mq.password.value",
        "vault_pw",
        "LtpaToken2_35",
        "Cookie",
    ):
        assert is_secret(key)
    for key in (
        "MsgToken",
        "MQBACF_ACCOUNTING_TOKEN",
        "USERDATA",
        "PasswordProtection",
        "MAPPIN",
        "bypass",
        "CHLAUTH",
        "passwordFile",
    ):
        assert not is_secret(key)


PIECES = (
    "password", "pw", "-pw ", "token", "Authorization", "Cookie", "LDAPPWD", "secretKey", "PIN", ".value", "</password>", "<password>",
    "<entry key='password'>", "curl -u ", "a:b", "://u:", "@h", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----",
    "MIIEabcd0123", "Private-Lines: 2", "sig=", "Bearer ", "Digest ", "username=", "eyJabcdefgh.abcd", "null", "new String(",
    "setPassword(", " for user x", "value", "\\u0077", "ｐ", "\u200b", "=", ":", " :- ", "=>", "->", "(", ")", "'", '"', "''", '\\"',
    "\\", "\\\n", "\n", "\n  ", "|", "|\n  ", "{", "}", "[", "]", "<", ">", ",", ";", "&", "&amp;", "&quot;", " ", "\t", "x", "a1b2c3d4",
    STARS, "*", "user=", "host: ", "is ", "4111 1111 1111 1111", "AKIAIOSFODNN7EXAMPLE", "%3D", "!vault |\n ", "export ", "+\n", "#",
    "--pass ", "CryptoHardware", "basic ",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
@settings(max_examples=600, deadline=None)
def test_masking_twice_is_masking_once(text):
    once = masked(text)
    assert masked(once) == once
    assert all(0 <= begin < end <= len(text) for begin, end in spans(text))


@pytest.mark.parametrize("seed", range(300))
def test_what_stands_around_a_masked_value_is_what_stood_there(seed):
    dice = random.Random(seed)
    text = "".join(dice.choice(PIECES) for _ in range(dice.randrange(2, 12)))
    out, at = [], 0
    for begin, end in spans(text):
        out += [text[at:begin], STARS]
        at = end
    assert "".join([*out, text[at:]]) == masked(text)


@pytest.mark.parametrize("row", [
    "00000070:  B804 0000 4D51 5354 5220 2020 0600 0000           '....MQSTR   ....'",
    "00000070:  B804 0000 4D51 5354 5220 2020 0600 0000           '....MQSTR   ....'\n00000080:  616D 7172 6D70 7061",
])  # fmt: skip
def test_bytes_of_a_hex_dump_are_no_card_whatever_they_add_up_to(row):
    assert masked(row) == row
    assert STARS in masked(f"card 5354 5220 2020 0600\n{row}") and masked(f"card 5354 5220 2020 0600\n{row}").endswith(
        row
    )
    assert STARS in masked("00000070:  3431 3131 2031   '4111 1111 1111 1111'")


@pytest.mark.parametrize("row", [
    {"inserts": {"at": "pass\u200bword=hunter2"}}, {"inserts": ["pas\u200bsword=hunter2"]},
    {"inserts": {"at": ["pas\u00adsword=hunter2"]}},
])  # fmt: skip
def test_what_nobody_sees_in_the_name_of_a_secret_hides_it_in_no_column_with_keys(row):
    assert "hunter2" not in str(row_without_secrets(row))
