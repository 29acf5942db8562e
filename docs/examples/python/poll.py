"""poll.py FILE: sends a file without waiting, then asks until it has ended."""

import sys

from docmill import Client

with Client() as docmill:
    record = docmill.extract(sys.argv[1], wait=0)
    record = docmill.wait_for(record, timeout=300)  # long polls: answered at the end
    print(record.id, record.status)
