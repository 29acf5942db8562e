"""Carries flows out, one effect after the other, beside other tasks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Any, TypeVar

import httpx

from ._call import Call, Effect, Flow, Send, Service, as_connection_error, build
from ._target import Target, open_target

T = TypeVar("T")


class AsyncSender:
    """Sends requests to a service over one pool of connections."""

    def __init__(self, service: Service, http: httpx.AsyncClient) -> None:
        self.service = service
        self.http = http

    async def run(self, flow: Flow[T]) -> T:
        """The result of a flow."""
        try:
            effect = next(flow)
            while True:
                try:
                    outcome = await self._carry_out(effect)
                except Exception as error:
                    effect = flow.throw(error)
                else:
                    effect = flow.send(outcome)
        except StopIteration as end:
            result: T = end.value
            return result

    @asynccontextmanager
    async def open(self, flow: Flow[httpx.Response]) -> AsyncIterator[httpx.Response]:
        """An answer whose body is read within the with statement; a connection that breaks is an error of it."""
        answer = await self.run(flow)
        try:
            yield answer
        except httpx.TransportError as error:
            raise as_connection_error(error) from error
        finally:
            await answer.aclose()

    async def save(self, flow: Flow[httpx.Response], to: Target) -> None:
        """Writes the body of an answer while it arrives."""
        async with self.open(flow) as answer:
            with open_target(to) as writer:
                async for block in answer.aiter_bytes():
                    writer.write(block)

    async def _carry_out(self, effect: Effect) -> Any:
        if isinstance(effect, Send):
            return await self._send(effect.call)
        await asyncio.sleep(effect.seconds)
        return None

    async def _send(self, call: Call) -> httpx.Response:
        opened = ExitStack()
        try:
            request = build(call, self.http, self.service, opened)
            answer = await self.http.send(request, stream=call.stream, follow_redirects=False)
            if not answer.is_success:
                await answer.aread()
                await answer.aclose()
            return answer
        except httpx.TransportError as error:
            raise as_connection_error(error) from error
        finally:
            opened.close()
