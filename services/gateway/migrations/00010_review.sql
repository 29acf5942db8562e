-- +goose Up

-- The log of what people say of a document's values holds more than corrections
-- now; see package records/correct for what each action does.
ALTER TABLE corrections ADD COLUMN action text NOT NULL DEFAULT 'correct'
    CHECK (action IN ('correct', 'replace', 'revert', 'confirm', 'unconfirm', 'review', 'reopen'));

-- The data as the engine found it, so that corrections can be undone; NULL for
-- documents that were corrected before it was kept.
ALTER TABLE revisions ADD COLUMN data json;

ALTER TABLE documents
    -- Who looked at the document as a whole, and when; NULL while nobody has.
    ADD COLUMN reviewed_by text,
    ADD COLUMN reviewed_at timestamptz,
    -- Of a reviewed document: the values that were found or are right, and how
    -- many of them the engine had wrong.
    ADD COLUMN values_seen  int,
    ADD COLUMN values_wrong int,
    -- Of a completed document: key fields that are not known, checks that failed.
    ADD COLUMN missing       text[] COLLATE "C",
    ADD COLUMN failed_checks text[] COLLATE "C",
    -- Both in a few bits: 1 for missing, 2 for failed checks.
    ADD COLUMN attention smallint GENERATED ALWAYS AS (
        CASE WHEN missing <> '{}' THEN 1 ELSE 0 END + CASE WHEN failed_checks <> '{}' THEN 2 ELSE 0 END) STORED,
    -- Hash of vendor, number and total, to find the same invoice in other bytes;
    -- NULL where one of them is not known.
    ADD COLUMN content_key bytea,
    -- The document whose bytes were read once more for this one.
    ADD COLUMN rerun_of uuid REFERENCES documents ON DELETE SET NULL,
    ADD CHECK ((reviewed_by IS NULL) = (reviewed_at IS NULL));

-- NUL characters, which json may hold and its operators refuse, are left out.
UPDATE documents SET
    failed_checks = coalesce((
        SELECT array_agg(c ->> 'name') FROM json_array_elements(clean.checks) AS c WHERE (c -> 'passed')::text = 'false'), '{}'),
    missing = ARRAY(
        SELECT name FROM unnest(CASE
            WHEN document_type IN ('invoice', 'credit_note') THEN
                ARRAY['invoiceNumber', 'issueDate', 'vendorName', 'total']
            WHEN document_type = 'receipt' THEN ARRAY['vendorName', 'date', 'total']
            WHEN document_type = 'purchase_order' THEN
                ARRAY['purchaseOrderNumber', 'issueDate'] || CASE
                    WHEN clean.data -> 'vendorName' IS NULL AND clean.data -> 'customerName' IS NULL
                    THEN ARRAY['vendorName', 'customerName'] ELSE '{}' END
            WHEN document_type = 'bank_statement' THEN
                CASE WHEN clean.data -> 'iban' IS NULL AND clean.data -> 'accountNumber' IS NULL
                    THEN ARRAY['iban', 'accountNumber'] ELSE '{}' END || ARRAY['periodStart', 'periodEnd', 'closingBalance']
            ELSE '{}' END) AS name
        WHERE clean.data -> name IS NULL
          AND name <> ALL (coalesce((SELECT absent FROM revisions WHERE document = documents.id), '{}')))
FROM (
    SELECT id, regexp_replace(data::text, '(?<!\\)((?:\\\\)*)\\u0000', '\1', 'g')::json AS data,
        regexp_replace(checks::text, '(?<!\\)((?:\\\\)*)\\u0000', '\1', 'g')::json AS checks
    FROM documents WHERE status = 'completed'
) AS clean
WHERE clean.id = documents.id;

-- What is still to be looked at, with what decides whether it needs to be: the
-- queue of reviews is read from the index alone.
CREATE INDEX documents_unreviewed ON documents (account, accepted_at DESC, id DESC) INCLUDE (confidence, attention)
    WHERE status = 'completed' AND reviewed_at IS NULL;
-- What was looked at; few documents lack a key field.
CREATE INDEX documents_reviewed ON documents (account, accepted_at DESC, id DESC) WHERE reviewed_at IS NOT NULL;
CREATE INDEX documents_missing ON documents (account, accepted_at DESC, id DESC) WHERE missing <> '{}';

-- The earliest document that another is the same as. One that was read again on
-- request is nobody's duplicate.
CREATE INDEX documents_same_bytes ON documents (account, sha256, accepted_at, id) WHERE rerun_of IS NULL;
CREATE INDEX documents_same_content ON documents (account, content_key, accepted_at, id)
    WHERE content_key IS NOT NULL AND rerun_of IS NULL;
CREATE INDEX documents_rerun_of ON documents (rerun_of) WHERE rerun_of IS NOT NULL;
