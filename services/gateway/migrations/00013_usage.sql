-- +goose Up

-- The key that sent a document, "key_<uuid>"; '' where a person did on the
-- dashboard, NULL for documents from before this was kept.
ALTER TABLE documents ADD COLUMN submitted_by text;

-- What a month's figures of usage are made of, read from the index alone. A document
-- comes into it once, at its end.
CREATE INDEX documents_usage ON documents (account, accepted_at)
    INCLUDE (submitted_by, document_type, failure_code, processing_time_ms, confidence, attention)
    WHERE status IN ('completed', 'failed');
