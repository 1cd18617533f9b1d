"""A relay in front of a server that cuts connections in the middle of what they carry."""

import socket
import threading


class FlakyNetwork:
    """Forwards to `target`; each connection is cut after a number of bytes drawn from `dice`, in
    either direction, whatever stands there."""

    def __init__(self, target, dice, least=1200, most=6000):
        self.target, self.dice, self.span = target, dice, (least, most)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.create_connection(self.target)
            budget = [self.dice.randint(*self.span)]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._forward, args=(source, sink, budget),
                                 daemon=True).start()

    def _forward(self, source, sink, budget):
        """Passes on what the budget allows, the last piece in part, and then closes both ends."""
        try:
            while budget[0] > 0:
                data = source.recv(4096)
                if not data:
                    break
                sink.sendall(data[:max(0, budget[0])])
                budget[0] -= len(data)
            else:
                self.cuts += 1
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def close(self):
        self.listener.close()
