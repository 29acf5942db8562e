package testkit_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/internal/dirlock"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// forgetful names the variable that makes this binary leave Run out.
const forgetful = "TESTKIT_TEST_FORGETFUL"

func TestMain(m *testing.M) {
	if os.Getenv(forgetful) != "" {
		os.Exit(m.Run())
	}
	os.Exit(testkit.Run(m))
}

func migrate(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE TABLE documents (id int PRIMARY KEY)")
	return errors.Join(err, conn.Close(ctx))
}

func connect(t *testing.T, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func TestDatabases(t *testing.T) {
	t.Parallel()
	key := rand.Text() // new in every run of -count
	var migrations atomic.Int32
	counting := func(ctx context.Context, dsn string) error {
		migrations.Add(1)
		return migrate(ctx, dsn)
	}
	t.Run("copies", func(t *testing.T) {
		for i := range 4 {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				conn := connect(t, testkit.Database(t, counting, key))
				if _, err := conn.Exec(t.Context(), "INSERT INTO documents VALUES (1)"); err != nil {
					t.Error(err) // a second row of this key would mean a shared table
				}
			})
		}
	})
	assert.Equal(t, migrations.Load(), 1, "migrations")
}

func TestDropDatabaseWithConnections(t *testing.T) {
	t.Parallel()
	var dsn string
	t.Run("user", func(t *testing.T) {
		dsn = testkit.Database(t, nil, "empty")
		conn, err := pgx.Connect(t.Context(), dsn)
		require.NoError(t, err)
		require.NoError(t, conn.Ping(t.Context()))
	})
	if conn, err := pgx.Connect(t.Context(), dsn); err == nil {
		_ = conn.Close(t.Context())
		t.Error("the database outlives its test")
	}
}

func TestFailedMigration(t *testing.T) {
	t.Parallel()
	failing := func(context.Context, string) error { return errors.New("no such column") }
	for range 2 { // the second finds the remembered failure
		r := record(t, func(tb testing.TB) { testkit.Database(tb, failing, "failing") })
		assert.True(t, strings.Contains(r, "no such column") && strings.Contains(r, `"failing"`),
			"failure", r, "names neither cause nor template")
	}
}

func TestNATS(t *testing.T) {
	t.Parallel()
	s := testkit.NATS(t, natsd.User{Name: "u", Password: "p", Publish: []string{"a"}, Subscribe: []string{"a"}})
	nc, err := nats.Connect("", nats.InProcessServer(s.Provider()), nats.UserInfo("u", "p"))
	require.NoError(t, err)
	t.Cleanup(nc.Close)
	sub, err := nc.SubscribeSync("a")
	require.NoError(t, err)
	require.NoError(t, nc.Publish("a", []byte("x")))
	_, err = sub.NextMsgWithContext(t.Context())
	require.NoError(t, err)
}

func TestRemoveS3Bucket(t *testing.T) {
	t.Parallel()
	var c *minio.Client
	var bucket string
	t.Run("user", func(t *testing.T) {
		info := testkit.S3(t)
		bucket = info.Bucket
		var err error
		c, err = minio.New(info.Endpoint, &minio.Options{Creds: credentials.NewStaticV4(info.AccessKey, info.SecretKey, ""),
			Region: "us-east-1"})
		require.NoError(t, err)
		for _, key := range []string{"a", "deep/er/b"} {
			_, err := c.PutObject(t.Context(), bucket, key, strings.NewReader("x"), 1, minio.PutObjectOptions{})
			require.NoError(t, err)
		}
		_, err = (minio.Core{Client: c}).NewMultipartUpload(t.Context(), bucket, "open", minio.PutObjectOptions{})
		require.NoError(t, err)
		other := testkit.S3(t)
		assert.True(t, other.Bucket != bucket && other.Endpoint == info.Endpoint, "second bucket", other, "beside", info)
	})
	exists, err := c.BucketExists(t.Context(), bucket)
	assert.True(t, err == nil && !exists, "bucket exists", exists, err)
}

func TestExternalServer(t *testing.T) {
	t.Parallel()
	dsn := testkit.Database(t, nil, "empty") // any superuser's URL of a server
	stale := "docmill_test_1000000000_stale"
	_, err := connect(t, dsn).Exec(t.Context(), "CREATE DATABASE "+stale)
	require.NoError(t, err)
	if out, err := rerun(t, "TestDatabases", testkit.DatabaseURL+"="+dsn,
		forgetful+"="); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	left, err := connect(t, dsn).Query(t.Context(), "SELECT FROM pg_database WHERE datname = $1", stale)
	require.NoError(t, err)
	assert.False(t, left.Next(), "a database of a killed test binary is left")
	left.Close()

	out, err := rerun(t, "TestDatabases",
		testkit.DatabaseURL+"=postgres://nobody@127.0.0.1:1/none", forgetful+"=")
	assert.True(t, err != nil && strings.Contains(out, testkit.DatabaseURL), "an unreachable server", err, out)
}

// A test binary without Run leaves files but no processes, and the next binary removes the files.
func TestForgottenRun(t *testing.T) {
	t.Parallel()
	temp := t.TempDir()
	out, err := rerun(t, "TestDropDatabaseWithConnections", "TMPDIR="+temp, forgetful+"=1", testkit.DatabaseURL+"=")
	require.NoError(t, err, out)
	left := leftovers(t, temp)
	require.Equal(t, len(left), 1, "left behind", left)
	log := filepath.Join(left[0], "postgres", "postgres.log")
	testkit.Await(t, "the database is shut down", func() bool {
		content, err := os.ReadFile(log)
		return err == nil && strings.Contains(string(content), "database system is shut down")
	})

	// The next binary that makes a directory sweeps first.
	sweep := func() {
		out, err := rerun(t, "TestRemoveS3", "TMPDIR="+temp, forgetful+"=")
		require.NoError(t, err, out)
	}
	sweep()
	assert.Equal(t, len(leftovers(t, temp)), 1, "a sweep removed a directory that may just have been made")
	old := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(left[0], old, old))
	held, err := dirlock.Acquire(left[0])
	require.NoError(t, err)
	sweep()
	assert.Equal(t, len(leftovers(t, temp)), 1, "a sweep removed the directory of a running binary")
	require.NoError(t, held.Close())
	sweep()
	assert.Empty(t, leftovers(t, temp), "left after the sweep")
}

func TestRunCleanup(t *testing.T) {
	t.Parallel()
	temp := t.TempDir()
	out, err := rerun(t, "TestDropDatabase|TestRemoveS3", "TMPDIR="+temp, forgetful+"=", testkit.DatabaseURL+"=")
	require.NoError(t, err, out)
	assert.Empty(t, leftovers(t, temp), "left behind")
}

// rerun runs tests of this binary in a separate process.
func rerun(t *testing.T, tests string, env ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^("+tests+")")
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(dir, "docmill-testkit-*"))
	require.NoError(t, err)
	return left
}

// recorder is a test that notes its fatal message.
type recorder struct {
	testing.TB
	message string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatalf(format string, args ...any) {
	r.message = fmt.Sprintf(format, args...)
	panic(r)
}

func record(t *testing.T, f func(testing.TB)) string {
	t.Helper()
	r := &recorder{TB: t}
	func() {
		defer func() {
			if v := recover(); v != nil && v != any(r) {
				panic(v)
			}
		}()
		f(r)
	}()
	return r.message
}
