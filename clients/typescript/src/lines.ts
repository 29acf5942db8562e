// Text that arrives piece by piece.

/** The lines of UTF-8 text that are not empty. The stream is cancelled when the caller leaves early. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
      rest = done ? "" : lines.pop() ?? "";
      for (const line of lines) if (line.trim()) yield line;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {}); // it may have broken, which was told
  }
}
