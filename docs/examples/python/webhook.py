"""webhook.py: receives deliveries on 127.0.0.1:$PORT, behind a proxy that speaks https."""

import hmac
import os
from wsgiref.simple_server import make_server


def receive(environ, start_response):
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH", 0)))
    want = hmac.new(os.environ["DOCMILL_WEBHOOK_SECRET"].encode(), body, "sha256").hexdigest()
    genuine = hmac.compare_digest(want.encode(), environ.get("HTTP_X_SERVICE_SIGNATURE", "").encode())
    start_response("204 No Content" if genuine else "401 Unauthorized", [])
    return []


make_server("127.0.0.1", int(os.environ["PORT"]), receive).serve_forever()
