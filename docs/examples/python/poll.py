"""poll.py FILE: uploads a file without waiting, then polls for the result."""

import sys

from docmill import Client

with Client() as docmill:
    record = docmill.extract(sys.argv[1], wait=0)
    record = docmill.wait_for(record, timeout=300)  # long polls
    print(record.id, record.status)
