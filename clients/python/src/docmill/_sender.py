"""Carries flows out, one effect after the other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

import httpx

from ._call import Call, Effect, Flow, Send, Service, as_connection_error, build
from ._target import Target, open_target

T = TypeVar("T")


class Sender:
    """Sends requests to a service over one pool of connections."""

    def __init__(self, service: Service, http: httpx.Client) -> None:
        self.service = service
        self.http = http

    def run(self, flow: Flow[T]) -> T:
        """The result of a flow."""
        try:
            effect = next(flow)
            while True:
                try:
                    outcome = self._carry_out(effect)
                except Exception as error:
                    effect = flow.throw(error)
                else:
                    effect = flow.send(outcome)
        except StopIteration as end:
            result: T = end.value
            return result

    @contextmanager
    def open(self, flow: Flow[httpx.Response]) -> Iterator[httpx.Response]:
        """An answer whose body is read within the with statement; a connection that breaks is an error of it."""
        answer = self.run(flow)
        try:
            yield answer
        except httpx.TransportError as error:
            raise as_connection_error(error) from error
        finally:
            answer.close()

    def save(self, flow: Flow[httpx.Response], to: Target) -> None:
        """Writes the body of an answer while it arrives."""
        with self.open(flow) as answer, open_target(to) as writer:
            for block in answer.iter_bytes():
                writer.write(block)

    def _carry_out(self, effect: Effect) -> Any:
        if isinstance(effect, Send):
            return self._send(effect.call)
        time.sleep(effect.seconds)
        return None

    def _send(self, call: Call) -> httpx.Response:
        opened = ExitStack()
        try:
            request = build(call, self.http, self.service, opened)
            answer = self.http.send(request, stream=call.stream, follow_redirects=False)
            if not answer.is_success:
                answer.read()
                answer.close()
            return answer
        except httpx.TransportError as error:
            raise as_connection_error(error) from error
        finally:
            opened.close()
