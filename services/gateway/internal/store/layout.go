package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/contract"
)

// MaxLayoutsPerAccount is the maximum number of an account's layouts; the least recently used
// ones are removed.
const MaxLayoutsPerAccount = 10_000

// mask mixes the keys of fingerprints with the account for the index (see the table layouts). It is its own inverse.
func mask(account string, keys []int64) []int64 {
	sum := sha256.Sum256([]byte("docmill layouts\x00" + account))
	salt := int64(binary.BigEndian.Uint64(sum[:8])) //nolint:gosec // the bits alone matter
	masked := make([]int64, len(keys))
	for i, k := range keys {
		masked[i] = k ^ salt
	}
	slices.Sort(masked)
	return masked
}

// similar is a layout with how much it resembles a fingerprint.
type similar struct {
	id         string
	similarity float64
}

// batcher sends statements together: a pool or a transaction.
type batcher interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// alike finds the layouts of an account that resemble a fingerprint, the most similar first.
func alike(
	ctx context.Context, q batcher, account string, f template.Fingerprint, condition string,
) (found []similar, err error) {
	batch := &pgx.Batch{}
	// The planner takes the keys for common and their comparison for cheap, and
	// would rather go through all layouts.
	batch.Queue(`SELECT set_config('enable_seqscan', 'off', true)`)
	// The marks are the account's alone already; the index of accounts, which has all
	// of its layouts, is not to be used.
	batch.Queue(`SELECT id::text, marks FROM layouts WHERE account || '' = $1 AND marks && $2`+condition,
		account, mask(account, f.Keys))
	results := q.SendBatch(ctx, batch)
	defer func() { err = errors.Join(err, results.Close()) }()
	if _, err := results.Exec(); err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	var id string
	var marks []int64
	_, err = pgx.ForEachRow(rows, []any{&id, &marks}, func() error {
		s := f.Similarity(template.Fingerprint{Keys: mask(account, marks)})
		if s >= template.MinSimilarity {
			found = append(found, similar{id, s})
		}
		return nil
	})
	slices.SortFunc(found, func(a, b similar) int {
		return cmp.Or(cmp.Compare(b.similarity, a.similarity), cmp.Compare(a.id, b.id))
	})
	return found, err
}

// Recall finds the layouts that resemble the fingerprint of a document that is
// being worked on under the claim, of the document's account alone, the most
// similar first: JSON of memory.Layout, bounded by memory.MaxLayouts and
// memory.MaxAnswer. ok is false when the claim is no longer valid.
func (s *Learning) Recall(
	ctx context.Context, ref contract.ClaimRef, f template.Fingerprint,
) (layouts []json.RawMessage, ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, ref.DocumentID)
	if err != nil {
		return nil, false, err
	}
	var account string
	var open bool // no type or schema was asked for
	err = s.pool.QueryRow(ctx, `
		SELECT account, asked_type = 'auto' AND field_schema IS NULL FROM documents
		WHERE id = $1 AND token = $2 AND status = 'processing'`, id, ref.Token).Scan(&account, &open)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, false, nil
	}
	if err == nil {
		layouts, err = s.recall(ctx, account, f, open)
	}
	if err != nil {
		return nil, false, fmt.Errorf("layouts for %s: %w", ref.DocumentID, err)
	}
	return layouts, true, nil
}

func (s *Learning) recall(
	ctx context.Context, account string, f template.Fingerprint, withTypes bool,
) ([]json.RawMessage, error) {
	near, err := candidates(ctx, s.pool, account, f, ` AND enabled AND NOT stale`)
	if err != nil || len(near) == 0 {
		return nil, err
	}
	layouts, ids, size, unused := []json.RawMessage{}, []string{}, len("[]"), false
	for _, c := range near[:min(len(near), template.MaxTemplates)] {
		if size += len(c.Body) + len(","); size > template.MaxAnswerBytes {
			break
		}
		body := c.Body
		if withTypes && c.Type != "" {
			if body, err = withSavedType(ctx, s.pool, account, c, template.MaxAnswerBytes-size); err != nil {
				return nil, err
			}
			size += len(body) - len(c.Body)
		}
		layouts, ids, unused = append(layouts, body), append(ids, c.ID), unused || c.Unused
	}
	if !unused {
		return layouts, nil
	}
	_, err = s.relaxed.Exec(ctx, `UPDATE layouts SET used_at = clock_timestamp() WHERE id = ANY ($1::uuid[])`, ids)
	return layouts, err
}

// candidate is a layout that a page may be of.
type candidate struct {
	ID       string
	Body     json.RawMessage
	Unused   bool // for an hour
	Likeness float64
	Type     string // saved type of enough examples; "" for none
}

// asker asks once or several times together: a pool or a transaction.
type asker interface {
	batcher
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// candidates finds the layouts that a page may have, best first: by marks among the most similar keys, or else by keys.
func candidates(
	ctx context.Context, q asker, account string, f template.Fingerprint, condition string,
) ([]candidate, error) {
	found, err := alike(ctx, q, account, f, condition)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	ids := make([]string, 0, template.MaxCandidates)
	for _, l := range found[:min(len(found), template.MaxCandidates)] {
		ids = append(ids, l.id)
	}
	rows, err := q.Query(ctx, `
		SELECT id::text, body, used_at < clock_timestamp() - interval '1 hour', 0::float8, '' FROM layouts
		WHERE id = ANY ($1::uuid[])`+condition+` ORDER BY array_position($1::uuid[], id)`, ids)
	if err != nil {
		return nil, err
	}
	near, err := pgx.CollectRows(rows, pgx.RowToStructByPos[candidate])
	if err != nil {
		return nil, err
	}
	for i := range near {
		if err = near[i].compare(f); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Compare(b.Likeness, a.Likeness) })
	return near, nil
}

// compare sets the likeness of a page to the layout, and the layout's type. The rest of the JSON is not read.
func (c *candidate) compare(f template.Fingerprint) error {
	var marked struct {
		Lessons []struct {
			Fingerprint template.Fingerprint `json:"fingerprint"`
			Type        string               `json:"type"`
		} `json:"lessons"`
	}
	if err := json.Unmarshal(c.Body, &marked); err != nil {
		return fmt.Errorf("stored layout: %w", err)
	}
	for i := range marked.Lessons {
		c.Likeness = max(c.Likeness, f.Likeness(marked.Lessons[i].Fingerprint))
	}
	if n := len(marked.Lessons); n >= template.MinSavedExamples && contract.IsSavedTypeName(marked.Lessons[0].Type) {
		c.Type = marked.Lessons[0].Type
	}
	return nil
}

// withSavedType adds the latest version of its saved type to a layout's JSON if there is one and it fits into room.
func withSavedType(
	ctx context.Context, q querier, account string, c candidate, room int,
) (json.RawMessage, error) {
	t, ok, err := typeOf(ctx, q, account, c.Type, 0)
	if err != nil || !ok {
		return c.Body, err
	}
	saved, err := json.Marshal(template.SavedType{Name: t.Name, Version: t.Version, Schema: t.Schema})
	head := append([]byte(`{"saved":`), saved...)
	if err != nil || len(head) > room {
		return c.Body, err
	}
	return slices.Concat(head, []byte(","), bytes.TrimSpace(c.Body)[1:]), nil
}

// lockLayouts serializes changes of an account's layouts until the transaction ends.
func lockLayouts(ctx context.Context, tx pgx.Tx, account string) error {
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('docmill layouts ' || $1, 0))`, account)
	return err
}

// teach puts an example where it belongs.
func teach(ctx context.Context, tx pgx.Tx, id, account string, example template.Example) error {
	if err := lockLayouts(ctx, tx, account); err != nil {
		return err
	}
	if example.Empty() {
		return unteach(ctx, tx, id)
	}
	layout, err := layoutFor(ctx, tx, account, example.Fingerprint)
	if err != nil {
		return err
	}
	body, err := json.Marshal(example)
	if err != nil {
		return err
	}
	before, err := layoutOf(ctx, tx, id)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO lessons (document, account, layout, body) VALUES ($1, $2, $3, $4)
		ON CONFLICT (document) DO UPDATE SET layout = excluded.layout, body = excluded.body`, id, account, layout, body)
	if err != nil {
		return err
	}
	if before != "" && before != layout {
		if err := fold(ctx, tx, before); err != nil {
			return err
		}
	}
	return fold(ctx, tx, layout)
}

// unteach removes what a document taught, if anything. The account's layouts are locked.
func unteach(ctx context.Context, tx pgx.Tx, id string) error {
	layout, err := layoutOf(ctx, tx, id)
	if err != nil || layout == "" {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM lessons WHERE document = $1`, id); err != nil {
		return err
	}
	return fold(ctx, tx, layout)
}

// layoutOf is the layout that a document taught; "" for none.
func layoutOf(ctx context.Context, tx pgx.Tx, id string) (layout string, err error) {
	err = tx.QueryRow(ctx, `SELECT layout::text FROM lessons WHERE document = $1`, id).Scan(&layout)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return layout, err
}

// layoutFor is the account's layout that is most similar to a page, enabled or not, or a new one.
func layoutFor(ctx context.Context, tx pgx.Tx, account string, f template.Fingerprint) (string, error) {
	near, err := candidates(ctx, tx, account, f, "")
	if err != nil {
		return "", err
	}
	if len(near) > 0 && near[0].Likeness >= template.MinLikeness {
		return near[0].ID, nil
	}
	_, err = tx.Exec(ctx, `
		DELETE FROM layouts WHERE id IN (
			SELECT id FROM layouts WHERE account = $1 ORDER BY used_at DESC, id OFFSET $2)`, account, MaxLayoutsPerAccount-1)
	if err != nil {
		return "", err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return "", fmt.Errorf("new id: %w", err)
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO layouts (id, account, marks, vendor, lessons, version, body) VALUES ($1, $2, '{}', '', 0, 0, '{}')`,
		id.String(), account)
	return id.String(), err
}

// fold rebuilds a layout from its latest examples, or deletes it without any. The caller has locked the layouts.
func fold(ctx context.Context, tx pgx.Tx, id string) error {
	var account string
	var version int64
	err := tx.QueryRow(ctx, `SELECT account, version FROM layouts WHERE id = $1 FOR UPDATE`, id).Scan(&account, &version)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `SELECT body FROM lessons WHERE layout = $1`, id)
	if err != nil {
		return err
	}
	examples, err := pgx.CollectRows(rows, pgx.RowTo[template.Example])
	if err != nil {
		return err
	}
	layout := template.New(contract.PrefixLayout+id, version+1, examples)
	if layout.Empty() {
		_, err = tx.Exec(ctx, `DELETE FROM layouts WHERE id = $1`, id)
		return err
	}
	if len(layout.Examples) < len(examples) {
		if err := prune(ctx, tx, id, layout.Examples); err != nil {
			return err
		}
	}
	body, err := json.Marshal(layout)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE layouts SET marks = $2, vendor = $3, lessons = $4, version = $5, body = $6, stale = false,
			changed_at = clock_timestamp(), used_at = clock_timestamp() WHERE id = $1`,
		id, mask(account, layout.Fingerprint.Keys), storable(layout.Vendor()), len(layout.Examples), layout.Version, body)
	return err
}

func prune(ctx context.Context, tx pgx.Tx, id string, counting []template.Example) error {
	keep := make([]string, 0, len(counting))
	for i := range counting {
		document, err := contract.ParseID(contract.PrefixDocument, counting[i].Document)
		if err != nil {
			return err
		}
		keep = append(keep, document)
	}
	_, err := tx.Exec(ctx, `DELETE FROM lessons WHERE layout = $1 AND document <> ALL ($2::uuid[])`, id, keep)
	return err
}

// forgetLesson takes away what a document taught that is about to be erased.
func forgetLesson(ctx context.Context, tx pgx.Tx, id, account string) error {
	// An example of it that is being stored is waited for.
	_, err := tx.Exec(ctx, `SELECT FROM documents WHERE id = $1 AND account = $2 FOR UPDATE`, id, account)
	if err != nil {
		return err
	}
	var taught bool
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM lessons WHERE document = $1 AND account = $2)`, id, account).
		Scan(&taught)
	if err != nil || !taught {
		return err
	}
	if err := lockLayouts(ctx, tx, account); err != nil {
		return err
	}
	return unteach(ctx, tx, id)
}
