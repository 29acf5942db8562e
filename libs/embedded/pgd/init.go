package pgd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// unfinished is the suffix of the data directory during initdb.
const unfinished = ".init-*"

// ensureData creates a missing cluster in another directory and renames it when it is complete.
func ensureData(ctx context.Context, cfg Config, bin binaries, id identity, dataDir string) error {
	if _, err := os.Lstat(dataDir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := removeUnfinished(dataDir); err != nil {
		return err
	}
	// The name is new each time: an initdb that is being killed removes its directory by name.
	work, err := os.MkdirTemp(cfg.Dir, dataDirName+unfinished)
	if err != nil {
		return fmt.Errorf("create the postgres cluster: %w", err)
	}
	if err := initialize(ctx, cfg, bin, id, work); err != nil {
		return errors.Join(fmt.Errorf("create the postgres cluster: %w", err), os.RemoveAll(work))
	}
	if err := os.Rename(filepath.Join(work, dataDirName), dataDir); err != nil {
		return fmt.Errorf("create the postgres cluster: %w", err)
	}
	if cfg.Durable {
		if err := syncDir(cfg.Dir); err != nil {
			return err
		}
	}
	return os.RemoveAll(work)
}

func removeUnfinished(dataDir string) error {
	stale, err := filepath.Glob(dataDir + unfinished)
	for _, dir := range stale {
		err = errors.Join(err, removeAll(dir))
	}
	if err != nil {
		return fmt.Errorf("remove an unfinished cluster: %w", err)
	}
	return nil
}

// removeAll removes a directory to which an initdb may still write that is being stopped with its killed parent.
func removeAll(dir string) error {
	const (
		maxTries = 250
		pause    = 20 * time.Millisecond
	)
	err := os.RemoveAll(dir)
	for n := 0; n < maxTries && errors.Is(err, syscall.ENOTEMPTY); n++ {
		time.Sleep(pause)
		err = os.RemoveAll(dir)
	}
	return err
}

func initialize(ctx context.Context, cfg Config, bin binaries, id identity, work string) error {
	passwordFile := filepath.Join(work, "password")
	if err := os.WriteFile(passwordFile, []byte(cfg.Password+"\n"), 0o600); err != nil {
		return err
	}
	if err := id.own(work); err != nil {
		return err
	}
	args := []string{
		"--pgdata", filepath.Join(work, dataDirName),
		"--username", Superuser,
		"--pwfile", passwordFile,
		"--auth", "scram-sha-256",
		"--encoding", "UTF8",
		"--locale", "C.UTF-8",
		"--data-checksums",
		"--no-instructions",
	}
	if !cfg.Durable {
		args = append(args, "--no-sync")
	}
	cmd := exec.CommandContext(ctx, bin.initdb, args...)
	cmd.SysProcAttr = id.attr()
	cmd.Dir = work
	cmd.Env = environment()
	out, err := runLocked(cmd)
	if err != nil {
		return fmt.Errorf("%s: %w: %s", bin.initdb, err, strings.TrimSpace(string(out)))
	}
	return nil
}

// environment returns the servers' environment without the user's PG* variables, with messages in English.
func environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "TZ=UTC"}
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("sync to disk: %w", err)
	}
	if err := errors.Join(d.Sync(), d.Close()); err != nil {
		return fmt.Errorf("sync to disk: %w", err)
	}
	return nil
}
