"""A service that gives the answers it was told."""

from __future__ import annotations

import json
from typing import Any, cast

import httpx

from docmill import AsyncClient, Client, RetryPolicy

AT_ONCE = RetryPolicy(first=0, most=0)
Answer = httpx.Response | Exception


def refusal(status: int, code: str, **headers: str) -> httpx.Response:
    """As the service refuses."""
    headers = {"X-Request-Id": "req-1", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return httpx.Response(status, json={"error": f"It is {code}.", "code": code}, headers=headers)


def record(**changes: Any) -> dict[str, Any]:
    """A completed record."""
    return {
        "id": "ext_1",
        "status": "completed",
        "documentType": "invoice",
        "confidence": 0.97,
        "missing": [],
        "review": None,
        "data": {"invoiceNumber": "R-1", "total": "119.00", "lineItems": [{"amount": "60.00"}, {"amount": "40.00"}]},
        "fields": {
            "total": {"value": "119.00", "raw": "119,00", "confidence": 0.99, "page": 1, "box": [0, 0, 1, 1],
                      "source": "text", "checks": ["sum"]},
        },
        "checks": [{"name": "sum", "passed": True, "detail": "100.00 + 19.00 = 119.00"}],
        "metadata": {"fileName": "a.pdf", "fileSize": 3, "mimeType": "application/pdf", "pages": 1, "sha256": "0"},
        "processingTimeMs": 3,
        "batchId": None,
        "createdAt": "2026-10-02T08:00:00.000Z",
        "completedAt": "2026-10-02T08:00:00.041Z",
        "expiresAt": None,
        "failure": None,
        "addedLater": 1,
        **changes,
    }  # fmt: skip


class Fake:
    """Answers in order; the last answer stays."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []
        self.bodies: list[bytes] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        self.bodies.append(request.read())
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        # An answer is read once; the same may be given again.
        return httpx.Response(answer.status_code, content=answer.content, headers=dict(answer.headers))

    def client(self, retries: RetryPolicy = AT_ONCE) -> Client:
        """A client of this service."""
        http = httpx.Client(transport=httpx.MockTransport(self))
        return Client("http://docmill.test/below/", "dm_live_0", retries=retries, http_client=http)

    async def _asynchronous(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        return self(request)

    def async_client(self, retries: RetryPolicy = AT_ONCE) -> AsyncClient:
        """The same for AsyncClient."""
        http = httpx.AsyncClient(transport=httpx.MockTransport(cast(Any, self._asynchronous)))
        return AsyncClient("http://docmill.test/below/", "dm_live_0", retries=retries, http_client=http)

    def body(self, index: int = -1) -> Any:
        """The JSON of a request."""
        return json.loads(self.bodies[index])
