package recovery_test

import (
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/ledger"
	"github.com/docmill/docmill/tests/sample"
)

// A database older than the object store, and an empty NATS, converge: documents accepted before the dump
// exist and end, ended ones are unchanged, those erased after the dump stay erased, and later ones leave no
// objects.
func TestOlderDatabaseNewerStoreEmptyNATS(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	f := fleet{}
	f.start(c, "auth", "quota", "notifier", "gateway", "extractor")
	me := f.account(c)
	book := ledger.New()
	kept, erased := upload(t, me, book, "kept", "wait=60"), upload(t, me, ledger.New(), "erased", "wait=60")
	f["extractor"].Kill()
	waiting := []string{
		upload(t, me, book, "waits", "respond-async"), accept(t, me, book, "long.pdf", sample.Long(20), "respond-async"),
	}
	dump := filepath.Join(t.TempDir(), "docmill.dump")
	postgres(t, "pg_dump", c.DatabaseURL(), "--format=custom", "--file="+dump)

	// Work after the dump.
	f.start(c, "extractor")
	for _, id := range waiting { // ends, and is reported
		await(t, me, id)
	}
	after := upload(t, me, ledger.New(), "after", "wait=60")
	page := ask(t, me, "/api/v1/documents/"+after+"/pages/1.png")
	require.Equal(t, page.Status, http.StatusOK, "picture", string(page.Body))
	gone, err := me.Do(t.Context(), http.MethodDelete, "/api/v1/documents/"+erased, nil, nil)
	require.True(t, err == nil && gone.Status == http.StatusNoContent, gone.Status, string(gone.Body), err)
	f.stop()

	restoreInto(t, c, dump)
	c.EmptyNATS()
	f.start(c, "auth", "quota", "notifier", "gateway", "extractor")
	me.URL = f["gateway"].URL
	for _, id := range append(waiting, kept) {
		await(t, me, id)
		assert.Equal(t, ask(t, me, "/api/v1/documents/"+id+"/file").Status, http.StatusOK, "the file of", id)
	}
	assert.Equal(t, ask(t, me, "/api/v1/documents/"+after).Status, http.StatusNotFound, "what came after the dump")
	testkit.Await(t, "what was erased is erased again", func() bool {
		return ask(t, me, "/api/v1/documents/"+erased).Status == http.StatusNotFound
	})
	auditWithErasures(t, c, book)
	sweepOrphans(t, c, f)
	me.URL = f["gateway"].URL
	for _, id := range append(waiting, kept) {
		assert.Equal(t, ask(t, me, "/api/v1/documents/"+id+"/file").Status, http.StatusOK,
			"the file of", id, "after the sweep")
	}
	f.stop()
}

// postgres runs one of PostgreSQL's programs on a database.
func postgres(t *testing.T, name, database string, args ...string) {
	t.Helper()
	path, err := pgd.Tool(t.Context(), t.TempDir(), name)
	require.NoError(t, err)
	out, err := exec.CommandContext(t.Context(), path, append(args, "--dbname="+forTools(t, database))...).CombinedOutput()
	require.NoError(t, err, name, string(out))
}

// forTools returns a database's URL without parameters unknown to libpq.
func forTools(t *testing.T, database string) string {
	t.Helper()
	u, err := url.Parse(database)
	require.NoError(t, err)
	query := u.Query()
	for _, name := range []string{"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"} {
		query.Del(name)
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// restoreInto restores the database as described in docs/operate/backup.md, and makes the cluster use it.
func restoreInto(t *testing.T, c *instance.Cluster, dump string) {
	t.Helper()
	database := testkit.Database(t, nil, "blank")
	testkit.Exec(t, instance.Database(t, database), documented(t, "```sql", "CREATE ROLE"))
	postgres(t, "pg_restore", database, "--exit-on-error", dump)
	c.UseDatabase(database)
}

// documented returns the block of docs/operate/backup.md that begins with fence and contains the words.
func documented(t *testing.T, fence, words string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/operate/backup.md")
	require.NoError(t, err)
	for rest := string(text); ; {
		_, after, found := strings.Cut(rest, fence+"\n")
		block, left, closed := strings.Cut(after, "```")
		require.True(t, found && closed, "docs/operate/backup.md has no block of", fence, "with", words)
		if strings.Contains(block, words) {
			return block
		}
		rest = left
	}
}

// auditWithErasures is the ledger's audit if the charge of an erased document stays.
func auditWithErasures(t *testing.T, c *instance.Cluster, book *ledger.Ledger) {
	t.Helper()
	testkit.Exec(t, instance.Database(t, c.DatabaseURL()), `
		WITH gone AS (DELETE FROM quota.charges WHERE NOT EXISTS (
			SELECT FROM gateway.documents WHERE id = document) RETURNING 1)
		UPDATE quota.months SET used = used - (SELECT count(*) FROM gone)`)
	book.Audit(t, c)
}

// sweepOrphans has a gateway remove from the store the documents that the database does not have.
func sweepOrphans(t *testing.T, c *instance.Cluster, f fleet) {
	t.Helper()
	conn := instance.Database(t, c.DatabaseURL())
	kinds := map[string]bool{}
	for _, key := range orphans(t, c, conn) {
		kind, _, _ := strings.Cut(key, "/")
		kinds[kind] = true
	}
	assert.True(t, kinds["docs"] && kinds["pages"], "before the sweep there are orphans of", kinds, "only")
	f["gateway"].Stop()
	testkit.Exec(t, conn, `UPDATE gateway.chores SET done_at = '-infinity'`)
	// Objects count as orphans from the age at which no upload can still be in progress.
	f["gateway"] = c.Start("gateway", "DOCMILL_GATEWAY_JANITOR_EVERY=2s", "DOCMILL_GATEWAY_JANITOR_MINIMUM_AGE=4s",
		"DOCMILL_WORK_LEASE=1s", "DOCMILL_WORK_DEADLINE=1s")
	testkit.Await(t, "the orphans are swept", func() bool { return len(orphans(t, c, conn)) == 0 })
	f["gateway"].Stop()
	f.start(c, "gateway")
}

// orphans are the objects of documents that the database does not know.
func orphans(t *testing.T, c *instance.Cluster, conn *pgx.Conn) (found []string) {
	t.Helper()
	rows, err := conn.Query(t.Context(), `
		SELECT object_key FROM gateway.documents UNION ALL SELECT 'ext_' || id::text FROM gateway.documents`)
	require.NoError(t, err)
	known, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	err = bucket(t, c.Bucket()).List(t.Context(), "", func(o blob.Object) error {
		parts := strings.Split(o.Key, "/")
		if parts[0] != "erased" && !slices.Contains(known, o.Key) && !slices.Contains(known, parts[1]) {
			found = append(found, o.Key)
		}
		return nil
	})
	require.NoError(t, err)
	return found
}

func bucket(t *testing.T, info testkit.S3Info) *blob.Store {
	t.Helper()
	s, err := blob.New(blob.Config{
		Endpoint: info.Endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey, Bucket: info.Bucket,
	})
	require.NoError(t, err)
	return s
}
