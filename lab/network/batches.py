"""Makes batches ready while others are learned from."""
import queue
import threading


def ahead(make, count):
    """What make() returns, again and again without end; a thread of its own is up to count ahead."""
    ready = queue.Queue(count)

    def fill():
        while True:
            ready.put(make())

    threading.Thread(target=fill, daemon=True).start()
    while True:
        yield ready.get()
