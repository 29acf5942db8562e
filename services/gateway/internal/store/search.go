package store

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/records/search"
)

// Searches look at the file name and, of ended documents, the values of data and corrections, in lower case without
// accents, as the index does. Open documents, which are few and change often, are searched by name only.
const (
	searched     = `search_fold(file_name || E'\n' || search)`
	searchedName = `search_fold(file_name)`
	searchedOnly = `status IN ('completed', 'failed')`
	searchIndex  = "documents_search_folded"
	// formerIndex is what the version before searched by.
	formerIndex = "documents_search"
)

// text selects the documents that contain every term.
func (q *conditions) text(terms []search.Term) {
	var ended, open []string
	for _, t := range terms {
		// One condition per term, whatever the number of spellings, lets the planner use one scan
		// of the index.
		operator, pattern := " LIKE ", "%"+likeLiteral(t[0])+"%"
		if len(t) > 1 {
			operator, pattern = " ~ ", anyOf(t)
		}
		condition := operator + q.place(pattern)
		ended, open = append(ended, searched+condition), append(open, searchedName+condition)
	}
	q.parts = append(q.parts, fmt.Sprintf("((%s AND %s) OR (status IN ('queued', 'processing') AND %s))",
		searchedOnly, strings.Join(ended, " AND "), strings.Join(open, " AND ")))
}

// anyOf returns a regular expression that matches any of the literal texts.
func anyOf(t search.Term) string {
	var escaped []string
	for _, spelling := range t {
		escaped = append(escaped, regexp.QuoteMeta(spelling))
	}
	return strings.Join(escaped, "|")
}

func likeLiteral(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
}

// SearchExtensions are the extensions that the index needs: trigrams, and the account in the same
// index, so that a search reads only its account's entries.
func SearchExtensions() []string { return []string{"pg_trgm", "btree_gin"} }

// SearchIndexed reports whether the search index exists and is valid.
func (s *System) SearchIndexed(ctx context.Context) (ok bool, err error) {
	err = s.pool.QueryRow(ctx, `
		SELECT coalesce((SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)), false)`, searchIndex).Scan(&ok)
	if err != nil {
		return false, fmt.Errorf("search index: %w", err)
	}
	return ok, nil
}

// EnsureSearchIndex creates the search index if it is missing, without blocking writers, and the
// extensions that it needs (CREATE on the database suffices). If an extension is not available
// there is no index and no error: searches then read the account's documents. This is no
// migration because extensions may become available later. The index of the previous release is
// dropped once this one exists at the start, when no replica uses the old one.
func EnsureSearchIndex(ctx context.Context, url, schema string) (err error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return errors.New("search index: the database URL is not valid") // the parser's error quotes it
	}
	cfg.RuntimeParams["search_path"] = schema
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return fmt.Errorf("search index: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	lock := fnv.New64a()
	_, _ = lock.Write([]byte("docmill search index " + schema))
	// Polling instead of waiting: a waiting statement holds a snapshot, and the creator of the
	// index would wait for its end.
	for {
		var locked bool
		if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, int64(lock.Sum64()>>1)).Scan(&locked); err != nil {
			return fmt.Errorf("search index: %w", err)
		}
		if locked {
			break
		}
		if _, err := conn.Exec(ctx, `SELECT pg_sleep(0.1)`); err != nil {
			return fmt.Errorf("search index: %w", err)
		}
	}
	if err := makeSearchIndex(ctx, conn); err != nil {
		return fmt.Errorf("search index: %w", err)
	}
	return nil
}

func makeSearchIndex(ctx context.Context, conn *pgx.Conn) error {
	var there, valid bool
	err := conn.QueryRow(ctx, `
		SELECT to_regclass($1) IS NOT NULL,
		       coalesce((SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)), false)`,
		searchIndex).Scan(&there, &valid)
	if err != nil {
		return err
	}
	if valid {
		_, err := conn.Exec(ctx, `DROP INDEX CONCURRENTLY IF EXISTS `+formerIndex)
		return err
	}
	var schemas []string
	for _, name := range SearchExtensions() {
		schema, err := pgstore.EnsureExtension(ctx, conn, name)
		if err != nil || schema == "" {
			return err
		}
		schemas = append(schemas, pgx.Identifier{schema}.Sanitize())
	}
	if there { // the making of it was broken off
		if _, err := conn.Exec(ctx, `DROP INDEX `+searchIndex); err != nil {
			return err
		}
	}
	_, err = conn.Exec(ctx, fmt.Sprintf(`
		CREATE INDEX CONCURRENTLY %s ON documents USING gin (account %s.text_ops, %s %s.gin_trgm_ops) WHERE %s`,
		searchIndex, schemas[1], searched, schemas[0], searchedOnly))
	return err
}
