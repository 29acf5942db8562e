"""The two things that every call needs: the key, and files as a form."""

import json
import os
import urllib.request
import uuid


def call(method, path, body=None, **headers):
    """Gives the answer, still open; urllib.error.HTTPError for 4xx and 5xx."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    headers["X-API-Key"] = os.environ["DOCMILL_API_KEY"]
    request = urllib.request.Request(os.environ["DOCMILL_URL"] + path, body, headers, method=method)
    return urllib.request.urlopen(request)


def upload(path, field, files, **headers):
    """Sends files, which are given by their paths, and gives the JSON answer."""
    boundary, body = uuid.uuid4().hex, b""
    for file in files:
        name = os.path.basename(file).replace('"', "%22")
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode()
        with open(file, "rb") as f:
            body += f.read() + b"\r\n"
    body += f"--{boundary}--\r\n".encode()
    headers["Content_Type"] = f"multipart/form-data; boundary={boundary}"
    with call("POST", path, body, **headers) as answer:
        return json.load(answer)
