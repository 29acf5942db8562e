// Package backup copies the data of a running `docmill up` to a folder, and restores a data directory from
// it.
package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/up"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/pgd"
)

// The parts of a backup besides the data directory's files with its passwords and its release.
const (
	dumpFile     = "database.dump" // of pg_dump, custom format
	objectsDir   = "objects"       // a file for each object, by its key
	manifestFile = "manifest.json"
)

// manifest is written last: a folder without one is not a complete backup.
type manifest struct {
	TakenAt time.Time `json:"takenAt"` // the state of the database
	Bucket  string    `json:"bucket"`
	Objects int64     `json:"objects"`
	Bytes   int64     `json:"bytes"` // of the objects
	// OwnSecret is false if the installation's secret came from the settings: then the backup does not
	// contain it.
	OwnSecret bool `json:"ownSecret"`
}

// Command is `docmill backup`. Tags are kong's.
type Command struct {
	Folder  string `arg:"" help:"Folder to write; created if missing, must be empty."`
	DataDir string `name:"data-dir" env:"DOCMILL_DATA_DIR" default:"./.docmill" help:"Data directory of the running docmill."`
}

// Help is shown below the usage.
func (Command) Help() string {
	return "It reads a docmill up that runs, without holding it up. The folder holds every document, and the passwords " +
		"of the data directory: keep it as you keep these. NATS is not in it: what it carries is made again from the " +
		"database.\n\n" +
		"Separate services, and docmill up with an outside database or object store: see docs/operate/backup.md."
}

// Run writes the backup.
func (c Command) Run(ctx context.Context) error {
	m, err := c.run(ctx)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s holds the state of %s: the database and %d objects, %d MiB.\n", c.Folder,
		m.TakenAt.Format(time.RFC3339), m.Objects, m.Bytes>>20)
	if !m.OwnSecret {
		text += "DOCMILL_SECRET_KEY is a setting here and not in the backup: without it no API key and no password works.\n"
	}
	_, err = io.WriteString(os.Stdout, text)
	return err
}

func (c Command) run(ctx context.Context) (m manifest, err error) {
	source, err := c.source()
	if err != nil {
		return m, err
	}
	if err := emptyFolder(c.Folder); err != nil {
		return m, err
	}
	m = manifest{TakenAt: time.Now().UTC(), Bucket: source.endpoints.S3Bucket, OwnSecret: source.creds.SecretKey != ""}
	for _, step := range []func() error{
		// The database comes first: the objects that it refers to exist before and after.
		func() error { return c.dump(ctx, source) },
		func() (err error) { m.Objects, m.Bytes, err = c.objects(ctx, source); return err },
		func() error { return up.CopyIdentity(c.DataDir, c.Folder) },
		func() error { return writeManifest(c.Folder, m) },
	} {
		if err := step(); err != nil {
			return m, errors.Join(err, os.RemoveAll(c.Folder))
		}
	}
	return m, nil
}

type source struct {
	endpoints up.Endpoints
	creds     up.Credentials
}

func (c Command) source() (s source, err error) {
	s.endpoints, err = up.LoadEndpoints(c.DataDir)
	if errors.Is(err, fs.ErrNotExist) {
		return s, exitstatus.With(exitstatus.Unreachable, fmt.Errorf(
			"no docmill has run in %s; name its data directory with --data-dir", c.DataDir))
	}
	if err != nil {
		return s, err
	}
	if s.endpoints.Database == "" || s.endpoints.S3 == "" {
		return s, exitstatus.With(exitstatus.Usage, fmt.Errorf("the docmill of %s keeps its documents in an outside "+
			"database or object store, which docmill backup does not copy: see docs/operate/backup.md", c.DataDir))
	}
	s.creds, err = up.LoadCredentials(c.DataDir)
	return s, err
}

// dump runs pg_dump, which writes a consistent snapshot.
func (c Command) dump(ctx context.Context, s source) error {
	err := tool(ctx, filepath.Join(c.DataDir, "postgres"), "pg_dump", s.endpoints.DatabaseURL(s.creds.Postgres),
		nil, "--format=custom", "--file="+filepath.Join(c.Folder, dumpFile))
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return exitstatus.With(exitstatus.Unreachable, fmt.Errorf("the database cannot be read; is docmill running? "+
			"Where it is stopped, copy the whole data directory instead (%w)", err))
	}
	if err != nil {
		return err
	}
	return os.Chmod(filepath.Join(c.Folder, dumpFile), 0o600)
}

// tool runs a PostgreSQL program. The password is not an argument, because other users can see arguments.
func tool(ctx context.Context, dir, name, databaseURL string, in *os.File, args ...string) error {
	path, err := pgd.Tool(ctx, dir, name)
	if err != nil {
		return err
	}
	u, err := url.Parse(databaseURL)
	if err != nil {
		return errors.New("the database has no URL") // the parser's error quotes the password
	}
	password, _ := u.User.Password()
	u.User = url.User(u.User.Username())
	cmd := exec.CommandContext(ctx, path, append(args, "--dbname="+u.String())...)
	cmd.Env = append(os.Environ(), "PGPASSWORD="+password)
	if in != nil {
		cmd.Stdin = in
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(string(out)))
	}
	return nil
}

// objects writes each object to a file. It skips objects erased meanwhile.
func (c Command) objects(ctx context.Context, s source) (objects, bytes int64, err error) {
	from, err := blob.New(blob.Config{
		Endpoint: s.endpoints.S3, AccessKey: s.creds.S3AccessKey, SecretKey: s.creds.S3SecretKey,
		Bucket: s.endpoints.S3Bucket,
	})
	if err != nil {
		return 0, 0, err
	}
	err = from.List(ctx, "", func(o blob.Object) error {
		n, err := save(ctx, from, o.Key, filepath.Join(c.Folder, objectsDir))
		if errors.Is(err, blob.ErrNotFound) {
			return nil
		}
		objects, bytes = objects+1, bytes+n
		return err
	})
	return objects, bytes, err
}

func save(ctx context.Context, from *blob.Store, key, dir string) (n int64, err error) {
	if !filepath.IsLocal(key) {
		return 0, fmt.Errorf("object %q has no name that a file can have", key)
	}
	object, _, err := from.Get(ctx, key)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	path := filepath.Join(dir, key)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return 0, err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(file, object)
	return n, errors.Join(err, file.Sync(), file.Close())
}

// emptyFolder creates path if it is missing, and rejects a non-empty one.
func emptyFolder(path string) error {
	entries, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return os.MkdirAll(path, 0o700)
	case err != nil:
		return err
	case len(entries) > 0:
		return exitstatus.With(exitstatus.Usage, fmt.Errorf("%s is not empty", path))
	}
	return os.Chmod(path, 0o700) //nolint:gosec // a folder
}

func writeManifest(dir string, m manifest) error {
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, manifestFile), append(b, '\n'), 0o600)
}
