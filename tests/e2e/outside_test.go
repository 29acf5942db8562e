package e2e_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// External PostgreSQL, NATS and S3 with one user each.
func TestExternalDependencies(t *testing.T) {
	nats, err := natsd.Start(t.Context(), natsd.Config{
		StoreDir: t.TempDir(), Listen: "127.0.0.1:0", MaxPayload: contract.MaxPayload, Log: slog.New(slog.DiscardHandler),
		MaxStore: contract.StorageBytes(), // without it a part of the free disk, which may be too little
		Users: []natsd.User{{Name: "docmill", Password: "nats pw", Publish: []string{">"}, Subscribe: []string{">"},
			AllowResponses: true}},
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = nats.Shutdown(context.Background()) })
	natsURL, err := url.Parse(nats.ClientURL())
	require.NoError(t, err)
	natsURL.User = url.UserPassword("docmill", "nats pw")
	for name, databaseURL := range map[string]string{
		"database user that may make roles": testkit.Database(t, func(context.Context, string) error {
			return nil
		}, "blank"),
		"database user that may make no roles": plainUser(t),
	} {
		t.Run(name, func(t *testing.T) {
			s3 := testkit.S3(t)
			dir := instance.Dir(t)
			inst := binary.Start(t, dir, "DOCMILL_DATABASE_URL="+databaseURL, "DOCMILL_NATS_URL="+natsURL.String(),
				"DOCMILL_S3_ENDPOINT="+s3.Endpoint, "DOCMILL_S3_ACCESS_KEY="+s3.AccessKey, "DOCMILL_S3_SECRET_KEY="+s3.SecretKey,
				"DOCMILL_S3_BUCKET="+s3.Bucket)
			answer, err := inst.First().Upload(t.Context(), "a.pdf", sample.Invoice("R-1001"), "wait=60")
			if err != nil || answer.Status != http.StatusOK || !strings.Contains(string(answer.Body), `"completed"`) {
				t.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
			}
			for _, embedded := range []string{"nats", "s3", "postgres"} {
				_, err := os.Stat(filepath.Join(dir, embedded))
				assert.Error(t, err, "the embedded", embedded, "was started")
			}
			inst.Stop()
		})
	}
}

// plainUser returns a database whose owner has no other rights.
func plainUser(t *testing.T) string {
	t.Helper()
	admin := testkit.Database(t, func(context.Context, string) error { return nil }, "blank")
	u, err := url.Parse(admin)
	require.NoError(t, err)
	name := pgx.Identifier{strings.TrimPrefix(u.Path, "/")}.Sanitize()
	conn := instance.Database(t, admin)
	run := func(ctx context.Context, sql string) {
		_, err := conn.Exec(ctx, sql)
		assert.NoError(t, err)
	}
	run(t.Context(), `CREATE ROLE plain LOGIN PASSWORD 'plain'; GRANT CREATE ON DATABASE `+name+` TO plain`)
	t.Cleanup(func() { run(context.Background(), `DROP OWNED BY plain CASCADE; DROP ROLE plain`) })
	u.User = url.UserPassword("plain", "plain")
	return u.String()
}
