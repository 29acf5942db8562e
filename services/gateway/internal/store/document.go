package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Columns of a document, in the order of model.Document's fields.
const (
	headColumns = `
		'ext_' || id::text, account, plan, status, started_at IS NOT NULL, asked_type, document_type,
		file_name, file_size, mime_type, sha256, pages, 'batch_' || batch_id::text,
		accepted_at, completed_at, confidence, data, `
	tailColumns = `, checks, processing_time_ms, failure_code, failure_message, expires_at, `
	nowColumns  = `, (SELECT absent FROM revisions WHERE document = documents.id), `
	seenColumns = `, reviewed_by, reviewed_at, ` + earlierColumns + `, memory, type_version`
	// earlierColumns name earlier documents: the one that was rerun, and the first with the same bytes or content.
	earlierColumns = `'ext_' || rerun_of::text, CASE WHEN rerun_of IS NULL THEN coalesce((
		SELECT 'ext_' || id::text FROM documents AS earlier
		WHERE account = documents.account AND sha256 = documents.sha256 AND rerun_of IS NULL
		  AND (accepted_at, id) < (documents.accepted_at, documents.id) ORDER BY accepted_at, id LIMIT 1), (
		SELECT 'ext_' || id::text FROM documents AS earlier
		WHERE account = documents.account AND content_key = documents.content_key AND rerun_of IS NULL
		  AND (accepted_at, id) < (documents.accepted_at, documents.id) ORDER BY accepted_at, id LIMIT 1)) END`

	// wholeColumns include the last correction and the last confirmation of every path.
	wholeColumns = headColumns + `fields, fields_key` + tailColumns + `(
		SELECT json_agg(json_build_object('path', path, 'action', action, 'value', value) ORDER BY id) FROM (
			SELECT DISTINCT ON (path, action IN ('confirm', 'unconfirm')) id, path, action, value FROM corrections
			WHERE document = documents.id AND action NOT IN ('review', 'reopen')
			ORDER BY path, action IN ('confirm', 'unconfirm'), id DESC
		) AS last)` + nowColumns + `basis, (
		SELECT json_build_object('checks', checks, 'confidence', confidence, 'remade', remade)
		FROM revisions WHERE document = documents.id AND NOT stale)` + seenColumns
	// requiredColumn is the part of the basis that the record needs.
	requiredColumn = `CASE WHEN field_schema IS NOT NULL THEN json_build_object('required', basis -> 'required') END`
	// untouchedColumns are those of a document without corrections, without the rest of its basis.
	untouchedColumns = headColumns + `fields, fields_key` + tailColumns +
		`NULL::json, NULL::text[], ` + requiredColumn + `, NULL::json` + seenColumns
	// briefColumns leave out fields and corrections.
	briefColumns = headColumns + `NULL::json, NULL::text` + tailColumns + `NULL::json` + nowColumns +
		requiredColumn + `, NULL::json` + seenColumns
)

// Document returns a document of the account, perhaps without the part of its basis that only corrections need;
// ok is false if there is none.
func (s *Documents) Document(ctx context.Context, accountID, documentID string) (d model.Document, ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, documentID)
	if err != nil {
		return d, false, nil
	}
	d, err = documentWithoutRecord(ctx, s.pool, id, accountID)
	if errors.Is(err, pgx.ErrNoRows) {
		return d, false, nil
	}
	if err != nil {
		return d, false, fmt.Errorf("document %s: %w", documentID, err)
	}
	return d, true, nil
}

// documentWithoutRecord reads corrections only if a revision exists: the look-up takes half as long as all the rest.
func documentWithoutRecord(ctx context.Context, q querier, id, account string) (model.Document, error) {
	rows, err := q.Query(ctx, `
		SELECT `+untouchedColumns+`, EXISTS (SELECT FROM revisions WHERE document = documents.id)
		FROM documents WHERE id = $1 AND account = $2`, id, account)
	if err != nil {
		return model.Document{}, err
	}
	d, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[struct {
		model.Document

		Revised bool
	}])
	if err == nil && d.Revised {
		return documentWithRecord(ctx, q, id, account)
	}
	return d.Document, err
}

func documentWithRecord(ctx context.Context, q querier, id, account string) (model.Document, error) {
	rows, err := q.Query(ctx, `SELECT `+wholeColumns+` FROM documents WHERE id = $1 AND account = $2`, id, account)
	if err != nil {
		return model.Document{}, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[model.Document])
}

// fileColumns are those of model.File.
const fileColumns = `'ext_' || id::text, file_name, file_size, mime_type, sha256, object_key, pages`

// File returns the file of a document of the account; ok is false if there is none.
func (s *Documents) File(ctx context.Context, accountID, documentID string) (f model.File, ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, documentID)
	if err != nil {
		return f, false, nil
	}
	f, ok, err = rowOf[model.File](ctx, s.pool, fileColumns, id, accountID)
	if err != nil {
		return f, false, fmt.Errorf("file of %s: %w", documentID, err)
	}
	return f, ok, nil
}

// Source returns the input of a document of the account; ok is false if there is none.
func (s *Documents) Source(ctx context.Context, accountID, documentID string) (m model.Source, ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, documentID)
	if err != nil {
		return m, false, nil
	}
	m, ok, err = rowOf[model.Source](ctx, s.pool, fileColumns+`, asked_type, type_version, field_schema`, id, accountID)
	if err != nil {
		return m, false, fmt.Errorf("source of %s: %w", documentID, err)
	}
	return m, ok, nil
}

// rowOf reads columns of a document of the account, in the order of T's fields; ok is false if there is none.
func rowOf[T any](ctx context.Context, q querier, columns, id, account string) (row T, ok bool, err error) {
	rows, err := q.Query(ctx, `SELECT `+columns+` FROM documents WHERE id = $1 AND account = $2`, id, account)
	if err == nil {
		row, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[T])
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return row, false, nil
	}
	return row, err == nil, err
}

// Unreferenced returns the object keys that no document refers to.
func (s *Documents) Unreferenced(ctx context.Context, keys []string) ([]string, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT key FROM unnest($1::text[]) AS key
		WHERE NOT EXISTS (SELECT FROM documents WHERE object_key = key)
		  AND NOT EXISTS (SELECT FROM documents WHERE fields_key = key)`, keys)
	if err != nil {
		return nil, fmt.Errorf("find orphans: %w", err)
	}
	orphans, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("find orphans: %w", err)
	}
	return orphans, nil
}

// AccountsOf returns the accounts of the documents that exist, by document id.
func (s *Documents) AccountsOf(ctx context.Context, documentIDs []string) (map[string]string, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT 'ext_' || id::text, account FROM documents
		WHERE id = ANY (SELECT substr(key, 5)::uuid FROM unnest($1::text[]) AS key
			WHERE key ~ '^ext_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')`, documentIDs)
	if err != nil {
		return nil, fmt.Errorf("find documents: %w", err)
	}
	accounts := map[string]string{}
	var id, account string
	_, err = pgx.ForEachRow(rows, []any{&id, &account}, func() error { accounts[id] = account; return nil })
	if err != nil {
		return nil, fmt.Errorf("find documents: %w", err)
	}
	return accounts, nil
}
