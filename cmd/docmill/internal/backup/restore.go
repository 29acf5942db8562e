package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/provision"
	"github.com/docmill/docmill/cmd/docmill/internal/up"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/embedded/s3d"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway"
)

// RestoreCommand is `docmill restore`. Tags are kong's.
type RestoreCommand struct {
	Folder  string `arg:"" help:"Folder written by docmill backup."`
	DataDir string `name:"data-dir" env:"DOCMILL_DATA_DIR" default:"./.docmill" help:"Data directory to create. It must be empty or missing."`
}

// Help is shown below the usage.
func (RestoreCommand) Help() string {
	return "Creates a new data directory. Start it with docmill up --data-dir. " +
		"Documents sent after the backup are lost; " +
		"keys, users and documents removed after the backup are back.\n\n" +
		"Restore only backups that you trust: a backup decides who may sign in and what the database contains."
}

// Run creates the data directory.
func (c RestoreCommand) Run(ctx context.Context) error {
	m, err := c.run(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Printf("Restored %s to the state of %s: %d objects. Start it with docmill up --data-dir %s\n", c.DataDir,
		m.TakenAt.Format(time.RFC3339), m.Objects, c.DataDir)
	return err
}

func (c RestoreCommand) run(ctx context.Context) (m manifest, err error) {
	if err := checkFiles(c.Folder); err != nil {
		return m, err
	}
	b, err := os.ReadFile(filepath.Join(c.Folder, manifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return m, exitstatus.With(exitstatus.Usage, fmt.Errorf(
			"%s is not a backup: %s is missing", c.Folder, manifestFile))
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

// stopTimeout bounds the stop of a server.
const stopTimeout = time.Minute

func (c RestoreCommand) database(ctx context.Context, creds up.Credentials) (err error) {
	dir := filepath.Join(c.DataDir, "postgres")
	server, err := pgd.Start(ctx, pgd.Config{Dir: dir, Password: creds.Postgres, Durable: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop(ctx, server.Stop)) }()
	var roles []pgstore.Role
	for _, schema := range provision.Schemas() {
		roles = append(roles, pgstore.Role{Name: pgstore.RoleName(schema), Password: creds.Roles[schema], Schema: schema})
	}
	if err := pgstore.EnsureRoles(ctx, server.AdminDSN(), roles); err != nil {
		return err
	}
	if err := pgstore.EnsureExtensions(ctx, server.AdminDSN(), gateway.Extensions()...); err != nil {
		return err
	}
	root, err := os.OpenRoot(c.Folder)
	if err != nil {
		return err
	}
	defer root.Close()
	dump, err := openRegular(root, dumpFile)
	if err != nil {
		return err
	}
	defer dump.Close()
	for _, r := range roles {
		if _, err := dump.Seek(0, io.SeekStart); err != nil {
			return err
		}
		// A dump can run code. The owner of one schema cannot run commands, read files, or change other
		// owners' data.
		err := tool(ctx, dir, "pg_restore", server.DSN(pgd.AdminDatabase, r.Name, r.Password), dump,
			"--exit-on-error", "--no-owner", "--schema="+r.Schema)
		if err != nil {
			return fmt.Errorf("schema %s: %w", r.Schema, err)
		}
	}
	return nil
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
	root, err := os.OpenRoot(filepath.Join(c.Folder, objectsDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // there was no object
	}
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(key string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		file, err := openRegular(root, key)
		if err != nil {
			return err
		}
		_, err = to.Put(ctx, key, file)
		return errors.Join(err, file.Close())
	})
}

// openRegular opens a file of the backup without following symbolic links or waiting for a FIFO's writer.
func openRegular(root *os.Root, name string) (*os.File, error) {
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular(filepath.Join(root.Name(), name))
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// checkFiles rejects a backup with files that docmill backup does not write.
func checkFiles(folder string) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Type().IsRegular() {
			return err
		}
		return notRegular(path)
	})
}

func notRegular(path string) error {
	return exitstatus.With(exitstatus.Usage, fmt.Errorf("%s is not a regular file", path))
}

func stop(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	return f(ctx)
}
