package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/provision"
	"github.com/docmill/docmill/cmd/docmill/internal/up"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/embedded/s3d"
	"github.com/docmill/docmill/libs/pgstore"
)

// RestoreCommand is `docmill restore`. Tags are kong's.
type RestoreCommand struct {
	Folder  string `arg:"" help:"Folder that docmill backup has written."`
	DataDir string `name:"data-dir" env:"DOCMILL_DATA_DIR" default:"./.docmill" help:"Data directory to make; refused where it holds anything."`
}

// Help is shown below the usage.
func (RestoreCommand) Help() string {
	return "It makes a new data directory; docmill up --data-dir then goes on from the state of the backup. What was " +
		"sent later is gone, and what was revoked, removed or erased later is there again."
}

// Run makes the data directory.
func (c RestoreCommand) Run(ctx context.Context) error {
	m, err := c.run(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Printf("%s has the state of %s: %d objects. Start it with docmill up --data-dir %s\n", c.DataDir,
		m.TakenAt.Format(time.RFC3339), m.Objects, c.DataDir)
	return err
}

func (c RestoreCommand) run(ctx context.Context) (m manifest, err error) {
	b, err := os.ReadFile(filepath.Join(c.Folder, manifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return m, exitstatus.With(exitstatus.Usage, fmt.Errorf(
			"%s holds no backup of docmill backup: %s is missing", c.Folder, manifestFile))
	}
	if err == nil {
		err = json.Unmarshal(b, &m)
	}
	if err != nil {
		return m, fmt.Errorf("%s: %w", filepath.Join(c.Folder, manifestFile), err)
	}
	release, err := up.LoadRelease(c.Folder)
	if err == nil {
		err = release.Check("backup " + c.Folder)
	}
	if err != nil {
		return m, err
	}
	if err := emptyFolder(c.DataDir); err != nil {
		return m, err
	}
	// What fails leaves no half of a data directory.
	if err := c.fill(ctx, m); err != nil {
		return m, errors.Join(err, os.RemoveAll(c.DataDir))
	}
	return m, nil
}

func (c RestoreCommand) fill(ctx context.Context, m manifest) error {
	if err := up.CopyIdentity(c.Folder, c.DataDir); err != nil {
		return err
	}
	creds, err := up.LoadCredentials(c.DataDir)
	if err != nil {
		return err
	}
	if err := c.database(ctx, creds); err != nil {
		return err
	}
	return c.objects(ctx, creds, m.Bucket)
}

// stopTimeout bounds the end of a server.
const stopTimeout = time.Minute

func (c RestoreCommand) database(ctx context.Context, creds up.Credentials) (err error) {
	dir := filepath.Join(c.DataDir, "postgres")
	server, err := pgd.Start(ctx, pgd.Config{Dir: dir, Password: creds.Postgres, Durable: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop(ctx, server.Stop)) }()
	var roles []string
	for _, schema := range provision.Schemas() {
		roles = append(roles, pgstore.RoleName(schema))
	}
	if err := pgstore.MakeRoles(ctx, server.AdminDSN(), roles...); err != nil {
		return err
	}
	return tool(ctx, dir, "pg_restore", server.AdminDSN(), "--exit-on-error", filepath.Join(c.Folder, dumpFile))
}

func (c RestoreCommand) objects(ctx context.Context, creds up.Credentials, bucket string) (err error) {
	server, err := s3d.Start(ctx, s3d.Config{
		Dir: filepath.Join(c.DataDir, "s3"), AccessKey: creds.S3AccessKey, SecretKey: creds.S3SecretKey,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop(ctx, server.Shutdown)) }()
	to, err := blob.New(blob.Config{
		Endpoint: server.Endpoint(), AccessKey: creds.S3AccessKey, SecretKey: creds.S3SecretKey, Bucket: bucket,
		Transport: server.Transport(),
	})
	if err != nil {
		return err
	}
	if err := to.EnsureBucket(ctx); err != nil {
		return err
	}
	root := filepath.Join(c.Folder, objectsDir)
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		key, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		_, err = to.Put(ctx, filepath.ToSlash(key), file)
		return errors.Join(err, file.Close())
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil // there was no object
	}
	return err
}

func stop(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	return f(ctx)
}
