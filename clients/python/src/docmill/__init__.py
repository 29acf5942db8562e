"""Speaks to a docmill service: files in, structured data out.

from docmill import Client

with Client("http://127.0.0.1:8080", key) as docmill:
    record = docmill.extract("invoice.pdf")
    print(record.data["total"], record.fields["total"].confidence)
"""

from ._call import RetryPolicy
from .account import DocumentsUsage, DocumentType, FieldType, NewKey, Period, RequestsUsage, SavedType, Usage, Webhook
from .async_client import AsyncClient
from .batches import Batch, BatchCounts, BatchEntry, FileResult, Progress
from .client import Client
from .errors import Code, ConnectionFailedError, DocmillError, DocumentFailedError, FolderError
from .layouts import Layout, LayoutField, LayoutPage, LayoutSummary, Lesson
from .records import (
    Check,
    Download,
    Failure,
    Field,
    Filter,
    Learned,
    Memory,
    Metadata,
    Page,
    PageWord,
    PageWords,
    Record,
    Review,
)
from .sources import Source
from .webhook import WebhookDelivery, WebhookSignatureError, WebhookVerifier

__all__ = [
    "AsyncClient",
    "Batch",
    "BatchCounts",
    "BatchEntry",
    "Check",
    "Client",
    "Code",
    "ConnectionFailedError",
    "DocmillError",
    "DocumentFailedError",
    "DocumentType",
    "DocumentsUsage",
    "Download",
    "Failure",
    "Field",
    "FieldType",
    "FileResult",
    "Filter",
    "FolderError",
    "Layout",
    "LayoutField",
    "LayoutPage",
    "LayoutSummary",
    "Learned",
    "Lesson",
    "Memory",
    "Metadata",
    "NewKey",
    "Page",
    "PageWord",
    "PageWords",
    "Period",
    "Progress",
    "Record",
    "RequestsUsage",
    "RetryPolicy",
    "Review",
    "SavedType",
    "Source",
    "Usage",
    "Webhook",
    "WebhookDelivery",
    "WebhookSignatureError",
    "WebhookVerifier",
]
