"""webhook.py: receives deliveries on 127.0.0.1:$PORT, behind a proxy that speaks https."""

import hashlib
import hmac
import os
from http.server import BaseHTTPRequestHandler, HTTPServer


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        signature = hmac.new(os.environ["DOCMILL_WEBHOOK_SECRET"].encode(), body, hashlib.sha256).hexdigest()
        genuine = hmac.compare_digest(signature, self.headers.get("X-Service-Signature", ""))
        self.send_response(204 if genuine else 401)
        self.end_headers()
        if genuine:
            print(self.headers["X-Service-Event"], self.headers["X-Service-Delivery"], flush=True)


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
