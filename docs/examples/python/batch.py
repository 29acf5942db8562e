"""batch.py FOLDER: uploads all files of a folder and prints the result of each.
After a crash, run it again: it continues where it stopped."""

import sys

from docmill import Client, Progress


def show(progress: Progress) -> None:
    print(f"{progress.ended} of {progress.total}: {progress.file.path} {progress.file.status}", file=sys.stderr)


with Client() as docmill:
    for file in docmill.batch_folder(sys.argv[1], progress=show):
        print(file.path, file.status, file.code or file.id)
