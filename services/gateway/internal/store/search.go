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

// What people look for in a document that has ended: its file's name, and the
// values of its data and corrections, without accents and in lower case. The index
// has the same expression and condition; open documents, which are few, change too
// often to be in it and are looked up by their names alone.
const (
	searched     = `search_fold(file_name || E'\n' || search)`
	searchedName = `search_fold(file_name)`
	searchedOnly = `status IN ('completed', 'failed')`
	searchIndex  = "documents_search_folded"
	// formerIndex is what the version before searched by.
	formerIndex = "documents_search"
)

// text selects the documents in which every term stands, anywhere.
func (q *conditions) text(terms []search.Term) {
	var ended, open []string
	for _, t := range terms {
		// One condition for a term, however many spellings it has: the planner then
		// gives all terms to one scan of the index.
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

// anyOf is the regular expression of texts that stand for themselves.
func anyOf(t search.Term) string {
	var escaped []string
	for _, spelling := range t {
		escaped = append(escaped, regexp.QuoteMeta(spelling))
	}
	return strings.Join(escaped, "|")
}

// likeLiteral is text as a pattern that stands for itself.
func likeLiteral(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
}

// SearchExtensions are what the index needs: trigrams of the text, and the account
// in the same index, so that a search reads the entries of its account alone.
func SearchExtensions() []string { return []string{"pg_trgm", "btree_gin"} }

// SearchIndexed reports whether searches have their index.
func (s *System) SearchIndexed(ctx context.Context) (ok bool, err error) {
	err = s.pool.QueryRow(ctx, `
		SELECT coalesce((SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)), false)`, searchIndex).Scan(&ok)
	if err != nil {
		return false, fmt.Errorf("search index: %w", err)
	}
	return ok, nil
}

// EnsureSearchIndex makes the index of searches where it is missing, without
// holding up writers, and the extensions that it needs (CREATE on the database
// suffices for these). Where they cannot be had there is no index, and no error:
// searches read through the account's documents then. It is no migration, since
// it may become possible at any later time. The index of the version before is
// removed when this one was there already: by the next update, when no replica uses
// it any more.
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
	// Asked for again and again rather than waited for: waiting takes a snapshot,
	// for whose end the one that makes the index would wait.
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
