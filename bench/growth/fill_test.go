package growth_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

const (
	// strangers are accounts with the half of all records that is not in the measured accounts.
	strangers = 1000
	// perFill is the maximum number of records per statement.
	perFill = 50_000
	// window is the age of the oldest records. Events exist only for the last seven days.
	window = "60 days"
)

// source has one row for each record to store: every second one belongs to a measured account ($1), the others are
// spread over strangers. Ids begin with the time as in the product. $2 is the number of stored records, $3 the number
// after this statement.
const source = `
	CREATE TEMPORARY TABLE source ON COMMIT DROP AS
	SELECT n, at, account,
	       (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(digest, 1, 3) || '8' ||
	        substr(digest, 4, 15))::uuid AS id,
	       digest || md5(digest) AS sha256, decode(md5('content' || n), 'hex') || decode(digest, 'hex') AS content,
	       words[1 + n % 16] || ' ' || words[1 + n / 16 % 16] || ' ' || words[1 + n / 256 % 16] AS vendor,
	       (array['invoice', 'invoice', 'invoice', 'receipt', 'purchase_order'])[1 + n % 5] AS type,
	       random() AS chance
	FROM (
		SELECT n, now() - interval '` + window + `' * random() - interval '1 minute' AS at, md5('record ' || n) AS digest,
		       CASE n % 2 WHEN 0 THEN ($1::text[])[1 + n / 2 % cardinality($1)]
		       ELSE 'acct_' || md5('stranger ' || n / 2 % $4)::uuid END AS account,
		       string_to_array('Holzwerk Lindner Nordlicht Hafen Garten Licht Stein Berg Wasser Feld Brunner Keller ' ||
		                       'Sommer Winter Adler Falke', ' ') AS words
		FROM generate_series($2::int + 1, $3::int) AS n
	) AS numbered`

// stored are a document's rows in each table. Texts are short, so that a million takes less than 4 GB.
var stored = []string{`
	INSERT INTO gateway.documents (id, account, plan, file_name, file_size, mime_type, sha256, object_key, asked_type,
		lane, status, accepted_at, available_at, attempt, worker, started_at, claimed_at, completed_at, document_type,
		confidence, data, fields, checks, pages, processing_time_ms, failure_code, failure_message, search, basis,
		missing, failed_checks, content_key, submitted_by)
	SELECT id, account, 'Enterprise', 'invoice-' || n || '.pdf', 20000 + n % 5000, 'application/pdf', sha256,
		'docs/' || id, 'auto', 'batch', CASE WHEN failed THEN 'failed' ELSE 'completed' END, at, at, 1,
		'worker', at, at, at + interval '1 second', type, CASE WHEN failed THEN 0 ELSE 0.5 + chance / 2 END,
		json_build_object('invoiceNumber', 'R-' || n, 'issueDate', at::date, 'currency', 'EUR', 'vendorName', vendor,
			'total', n % 10000 || '.00'),
		json_build_object('invoiceNumber', json_build_object('value', 'R-' || n, 'confidence', 0.99, 'page', 1)),
		'[{"name":"sum","passed":true,"detail":"100.00 + 19.00 = 119.00"}]', 1, 20 + n % 40,
		CASE WHEN failed THEN 'NO_TEXT_FOUND' END, CASE WHEN failed THEN 'No text was found.' END,
		lower('R-' || n || ' ' || at::date || ' EUR ' || vendor || ' ' || n % 10000 || '.00'), '{}',
		CASE WHEN chance < 0.05 THEN ARRAY['issueDate'] ELSE '{}' END, '{}', content,
		'key_' || md5(account)::uuid
	FROM (SELECT *, chance > 0.99 AS failed FROM source) AS source`, `
	INSERT INTO quota.charges (document, account, month, charged_at)
	SELECT id, account, date_trunc('month', at)::date, at FROM source`, `
	INSERT INTO quota.months AS m (account, month, used)
	SELECT account, date_trunc('month', at)::date, count(*) FROM source GROUP BY 1, 2
	ON CONFLICT (account, month) DO UPDATE SET used = m.used + excluded.used`, `
	INSERT INTO gateway.outbox (ref, subject, msg_id, payload, created_at, published_at, tries, due_at)
	SELECT 'ext_' || id, 'docmill.event.extraction.completed.' || account || '.ext_' || id,
		'extraction.completed:ext_' || id, convert_to(repeat(md5(id::text), 16), 'UTF8'), at, at, 1, at
	FROM source WHERE at > now() - interval '7 days'`, `
	INSERT INTO gateway.corrections (document, path, value, corrected_by, corrected_at)
	SELECT id, 'issueDate', '2026-10-01', 'user_' || md5(account)::uuid, at FROM source WHERE n % 50 = 0`, `
	INSERT INTO gateway.revisions (document, absent, checks, confidence, remade)
	SELECT id, '{}', '[]', 0.9, '{}' FROM source WHERE n % 50 = 0`,
}

// after runs after all rows are inserted: it updates statistics and vacuums the rows, as the database does eventually.
var after = []string{
	`VACUUM (ANALYZE) gateway.documents`, `VACUUM (ANALYZE) gateway.outbox`, `VACUUM (ANALYZE) gateway.corrections`,
	`VACUUM (ANALYZE) gateway.revisions`, `VACUUM (ANALYZE) quota.charges`, `VACUUM (ANALYZE) quota.months`, `CHECKPOINT`,
}

func fill(t testing.TB, inst *instance.Instance, accounts []string, from, total int) {
	t.Helper()
	conn := instance.Database(t, inst.DatabaseURL())
	again := indexes(t, conn)
	run(t, conn, `SET synchronous_commit = off`, `SET maintenance_work_mem = '256MB'`, `SET work_mem = '64MB'`)
	for name := range again {
		run(t, conn, `DROP INDEX gateway.`+name)
	}
	for from < total {
		to := min(from+perFill, total)
		require.NoError(t, pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error {
			return write(t.Context(), tx, accounts, from, to)
		}))
		from = to
	}
	run(t, conn, slices.Collect(maps.Values(again))...)
	run(t, conn, after...)
}

// indexes returns the gateway's indexes without constraints as CREATE statements. Inserts without them take a tenth.
func indexes(t testing.TB, conn *pgx.Conn) map[string]string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `
		SELECT indexname, indexdef FROM pg_indexes
		WHERE schemaname = 'gateway' AND tablename IN ('documents', 'outbox', 'corrections')
		  AND indexname NOT IN (SELECT conname FROM pg_constraint)`)
	require.NoError(t, err)
	all := map[string]string{}
	var name, sql string
	_, err = pgx.ForEachRow(rows, []any{&name, &sql}, func() error { all[name] = sql; return nil })
	require.NoError(t, err)
	return all
}

func write(ctx context.Context, tx pgx.Tx, accounts []string, from, to int) error {
	if _, err := tx.Exec(ctx, source, accounts, from, to, strangers); err != nil {
		return fmt.Errorf("records %d to %d: %w", from, to, err)
	}
	for _, statement := range stored {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return fmt.Errorf("records %d to %d: %w", from, to, err)
		}
	}
	return nil
}

func run(t testing.TB, conn *pgx.Conn, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		_, err := conn.Exec(t.Context(), statement)
		require.NoError(t, err, statement)
	}
}
