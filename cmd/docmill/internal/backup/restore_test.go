package backup_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/cmd/docmill/internal/backup"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/version"
)

// dir is a directory that the database server's account may write to, unlike t.TempDir.
func dir(t *testing.T) string {
	t.Helper()
	path, err := os.MkdirTemp("", "docmill-restore-")
	if err == nil {
		err = os.Chmod(path, 0o777)
	}
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, os.RemoveAll(path))
	})
	return path
}

// backupOf returns a backup of a database in which the superuser has run sql.
func backupOf(t *testing.T, sql string) (folder string) {
	t.Helper()
	folder = filepath.Join(dir(t), "backup")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "objects"), 0o700))
	type object = map[string]any
	for name, content := range map[string]object{
		"manifest.json": {"takenAt": time.Now(), "bucket": "docmill"},
		"release.json":  {"release": version.Number, "oldest": version.Oldest},
		"credentials.json": {
			"nats": object{}, "postgres": "secret", "s3AccessKey": "access", "s3SecretKey": "secretsecret",
			"roles": object{"auth": "a", "gateway": "b", "notifier": "c", "quota": "d"},
		},
	} {
		b, err := json.Marshal(content)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), b, 0o600)
		}
		require.NoError(t, err)
	}
	data := filepath.Join(dir(t), "postgres")
	server, err := pgd.Start(t.Context(), pgd.Config{Dir: data, Password: "secret"})
	require.NoError(t, err)
	defer func() {
		assert.NoError(t, server.Stop(context.WithoutCancel(t.Context())))
	}()
	conn, err := pgx.Connect(t.Context(), server.AdminDSN())
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), sql)
	require.NoError(t, errors.Join(err, conn.Close(t.Context())))
	path, err := pgd.Tool(t.Context(), data, "pg_dump")
	require.NoError(t, err)
	out, err := exec.CommandContext(t.Context(), path, "--format=custom", "--dbname="+server.AdminDSN(),
		"--file="+filepath.Join(folder, "database.dump")).CombinedOutput()
	require.NoError(t, err, string(out))
	return folder
}

func restore(t *testing.T, folder string) (data string, err error) {
	t.Helper()
	data = filepath.Join(dir(t), "data")
	return data, backup.RestoreCommand{Folder: folder, DataDir: data}.Run(t.Context())
}

// A dump is a program, which pg_restore runs. It runs without the rights that reach
// beyond the database.
func TestRestoreWithoutSuperuserRights(t *testing.T) {
	t.Parallel()
	ran := filepath.Join(dir(t), "ran")
	folder := backupOf(t, `
		CREATE SCHEMA auth;
		CREATE FUNCTION auth.run() RETURNS int LANGUAGE plpgsql AS $$
			BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''cat >`+ran+`'''; RETURN 1; END $$;
		CREATE MATERIALIZED VIEW auth.accounts AS SELECT auth.run();`)
	if err := os.Remove(ran); err != nil {
		t.Fatal(err) // the dump is not the attack that this test is about
	}
	_, err := restore(t, folder)
	assert.True(t, err != nil && strings.Contains(err.Error(), "pg_execute_server_program"), err)
	_, err = os.Stat(ran)
	assert.Error(t, err, "the dump ran a program")
}

// Each schema is restored by its owner, who then owns everything in it.
func TestRestoreSchemas(t *testing.T) {
	t.Parallel()
	folder := backupOf(t, `
		CREATE SCHEMA auth;
		CREATE TABLE auth.accounts (name text);
		INSERT INTO auth.accounts VALUES ('kept');
		CREATE SCHEMA other;
		CREATE TABLE other.things (name text);`)
	data, err := restore(t, folder)
	require.NoError(t, err)
	server, err := pgd.Start(t.Context(), pgd.Config{Dir: filepath.Join(data, "postgres"), Password: "secret"})
	require.NoError(t, err)
	defer func() {
		assert.NoError(t, server.Stop(context.WithoutCancel(t.Context())))
	}()
	conn, err := pgx.Connect(t.Context(), server.AdminDSN())
	require.NoError(t, err)
	defer func() { _ = conn.Close(t.Context()) }()
	var name, owner string
	var other bool
	err = conn.QueryRow(t.Context(), `
		SELECT (SELECT name FROM auth.accounts), tableowner,
			EXISTS (SELECT FROM pg_namespace WHERE nspname = 'other')
		FROM pg_tables WHERE schemaname = 'auth' AND tablename = 'accounts'`).Scan(&name, &owner, &other)
	if err != nil || name != "kept" || owner != "docmill_auth" || other {
		t.Errorf("%q, owner %q, another schema %t, %v", name, owner, other, err)
	}
}

func TestRestoreRegularFilesOnly(t *testing.T) {
	t.Parallel()
	outside := filepath.Join(t.TempDir(), "outside")
	require.NoError(t, os.WriteFile(outside, []byte("secret"), 0o600))
	folder := backupOf(t, "")
	for name, make := range map[string]func(path string) error{
		"objects/link":   func(path string) error { return os.Symlink(outside, path) },
		"objects/folder": func(path string) error { return os.Symlink(filepath.Dir(outside), path) },
		"objects/fifo":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"extra":          func(path string) error { return syscall.Mkfifo(path, 0o600) },
	} {
		path := filepath.Join(folder, name)
		require.NoError(t, make(path))
		data, err := restore(t, folder)
		want := path + " is not a regular file"
		assert.True(t, err != nil && err.Error() == want, name, err, "want", want)
		_, err = os.Stat(data)
		assert.Error(t, err, name, "a data directory is left")
		require.NoError(t, os.Remove(path))
	}
}
