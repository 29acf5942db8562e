"""Tests against a running service: DOCMILL_URL, DOCMILL_API_KEY of an account without documents, and
DOCMILL_SAMPLES, a folder of invoices (R-1.pdf, R-2.pdf …)."""
