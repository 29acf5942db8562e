"""webhook.py: receives deliveries on 127.0.0.1:$PORT, behind a proxy with TLS."""

import os
from wsgiref.simple_server import make_server

from docmill import WebhookDelivery, WebhookVerifier


def receive(delivery: WebhookDelivery) -> None:  # may come more than once: delivery.id
    print(delivery.event, delivery.id)


application = WebhookVerifier(os.environ["DOCMILL_WEBHOOK_SECRET"]).wsgi(receive)
make_server("127.0.0.1", int(os.environ["PORT"]), application).serve_forever()
