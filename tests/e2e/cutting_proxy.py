"""Stands between clamber and a server, and cuts the connection when told to."""

import socket
import threading


class CuttingProxy:
    """Passes connections on; each is cut after so many bytes of the server's, as listed.

    Connections beyond the list are passed on whole, or refused where `then_away`.
    """

    def __init__(self, target, cuts, then_away=False):
        self.target, self.cuts, self.then_away = target, list(cuts), then_away
        self.connections = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()

    def _serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            limit = self.cuts.pop(0) if self.cuts else None
            if limit is None and self.then_away:
                client.close()
                continue
            server = socket.create_connection(self.target)
            threading.Thread(target=self._pass, args=(client, server, None), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, client, limit), daemon=True).start()

    def lets_pass(self, data):
        """For those who cut by what is said: False ends the connection before these bytes."""
        return True

    def _pass(self, source, sink, limit):
        passed = 0
        try:
            while (data := source.recv(65536)) and self.lets_pass(data):
                if limit is not None and passed + len(data) > limit:
                    sink.sendall(data[:limit - passed])
                    break
                sink.sendall(data)
                passed += len(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()
