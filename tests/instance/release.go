package instance

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// FormerCommit stands for release 0.3.0, which has no tag.
const FormerCommit = "b0eef6550c2c9fad79a87a77bc6d9e1df5ba12bc"

// ErrNoHistory is returned if a shallow clone, or a tree without version control, does not contain the
// previous release.
var ErrNoHistory = errors.New("the release before this one is neither in this clone nor to be fetched; " +
	"a clone with its history has it (git fetch --unshallow)")

// Former builds the executables of the previous release from the working tree's history, and returns them
// with the database roles of s. They are built once and kept in the user's cache.
func (s Services) Former() (Services, error) {
	root, err := moduleRoot()
	if err != nil {
		return Services{}, err
	}
	commit, err := former(root)
	if err != nil {
		return Services{}, err
	}
	dir, err := buildCommit(root, commit)
	return Services{dir: dir, roles: maps.Clone(s.roles)}, err
}

// With returns the same cluster with other executables.
func (c *Cluster) With(s Services) *Cluster {
	other := *c
	other.services = s
	return &other
}

// former returns the last release tag's commit before HEAD, or FormerCommit, which it fetches if missing.
func former(root string) (commit string, err error) {
	name := FormerCommit
	if tag, err := git(root, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*", "HEAD^"); err == nil {
		name = tag
	}
	if commit, err := git(root, "rev-parse", "--verify", "--quiet", name+"^{commit}"); err == nil {
		return commit, nil
	}
	if _, err := git(root, "fetch", "--quiet", "--depth=1", "origin", FormerCommit); err != nil {
		return "", fmt.Errorf("%w: commit %s: %w", ErrNoHistory, FormerCommit, err)
	}
	return FormerCommit, nil
}

func git(root string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-C", root}, args...)...)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("git %s: %w %s", args[0], err, strings.TrimSpace(complaint.String()))
	}
	return strings.TrimSpace(string(out)), err
}

// buildCommit builds all executables of a commit into a folder of the user's cache.
func buildCommit(root, commit string) (dir string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(cache, "docmill", "releases", commit)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	unlock, err := lockFile(filepath.Join(dir, "lock"))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	complete := filepath.Join(dir, "complete")
	if _, err := os.Stat(complete); err == nil {
		return dir, nil
	}
	source, err := os.MkdirTemp(dir, "source-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(source)) }()
	if err := checkOut(root, commit, source); err != nil {
		return "", err
	}
	build := exec.Command("go", append([]string{"build", "-o", dir + "/"}, serviceFolders()...)...)
	build.Dir = source
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false -trimpath")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build commit %s: %w\n%s", commit, err, out)
	}
	return dir, os.WriteFile(complete, nil, 0o600)
}

func checkOut(root, commit, dir string) error {
	archive := exec.Command("git", "-C", root, "archive", commit)
	unpack := exec.Command("tar", "-x", "-C", dir)
	var err error
	if unpack.Stdin, err = archive.StdoutPipe(); err != nil {
		return err
	}
	if err := unpack.Start(); err != nil {
		return err
	}
	return errors.Join(archive.Run(), unpack.Wait())
}

func lockFile(path string) (unlock func() error, err error) {
	lock, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock.Close, nil
}
