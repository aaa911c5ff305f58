"""The process that Sail runs in, `python -m mqforensics.sail_server SOCKET`: see `sail`."""

import contextlib
import ctypes
import fcntl
import os
import signal
import socket
import struct
import sys
import threading
from pathlib import Path

from mqforensics.sail import OPEN, PRIVATE

USER_NAMESPACE, NETWORK_NAMESPACE = 0x10000000, 0x40000000
"""Of Linux's unshare(2)."""
INTERFACE_FLAGS, UP_AND_RUNNING = 0x8914, 0x41
"""SIOCSIFFLAGS of netdevice(7), with IFF_UP and IFF_RUNNING."""
PIECE = 1 << 18


def own_network() -> bool:
    """Give this process, which has one thread, a network that no other process is in; False where it may not."""
    user, group = os.getuid(), os.getgid()
    unshare = getattr(ctypes.CDLL(None, use_errno=True), "unshare", None)
    if unshare is None or unshare(USER_NAMESPACE | NETWORK_NAMESPACE) != 0:
        return False
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
        with socket.socket() as any_:
            fcntl.ioctl(any_, INTERFACE_FLAGS, struct.pack("16sh14x", b"lo", UP_AND_RUNNING))
    except OSError:
        sys.exit("this system lets nobody use a network of his own")  # half in it, it would reach nothing
    return True


def serve(path: str) -> None:
    """Be the server until standard input ends; `path` is that of the socket."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    told = PRIVATE if own_network() else OPEN
    from pysail.spark import SparkConnectServer  # pyright: ignore[reportMissingImports] the extra `quick`

    server = SparkConnectServer("127.0.0.1", 0)
    server.start(background=True)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        os.chmod(path, 0o600)
        listening.listen()
        print(told, flush=True)  # whoever asks now is heard in a moment
        _load()
        threading.Thread(target=_accept, args=(listening, server.listening_address), daemon=True).start()
        sys.stdin.read()
    os._exit(0)  # without waiting for what it is working at


def _load() -> None:
    # What the functions of questions need, before several of them come at once; the caller loads it meanwhile, too.
    with contextlib.suppress(Exception):
        import pandas  # noqa: F401

        from mqforensics import questions

        questions.load()


def _accept(listening: socket.socket, address: tuple[str, int]) -> None:
    while True:
        near, _ = listening.accept()
        far = socket.create_connection(address)
        far.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for ends in ((near, far), (far, near)):
            threading.Thread(target=_pass_on, args=ends, daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while piece := source.recv(PIECE):
            target.sendall(piece)
        target.shutdown(socket.SHUT_WR)


if __name__ == "__main__":
    serve(sys.argv[1])
