package pgd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// minMajor is the oldest PostgreSQL supported by docmill's SQL.
const minMajor = 15

// ErrNotInstalled reports that no usable PostgreSQL server was found.
var ErrNotInstalled = errors.New("no PostgreSQL server found")

type binaries struct {
	initdb, postgres string
	major            int
}

// findBinaries returns the installation of the cluster or, for a new one, that on PATH or the newest in usual places.
func findBinaries(ctx context.Context, dataDir string) (binaries, error) {
	made, err := clusterMajor(dataDir)
	if err != nil {
		return binaries{}, err
	}
	var found []string
	for _, dir := range candidateDirs() {
		b, ok := inspect(ctx, dir)
		if !ok {
			continue
		}
		if made == 0 && b.major >= minMajor || made == b.major {
			return b, nil
		}
		found = append(found, fmt.Sprintf("%d in %s", b.major, dir))
	}
	return binaries{}, notInstalled(made, found)
}

func notInstalled(made int, found []string) error {
	have := "none is installed"
	if len(found) > 0 {
		have = "found only " + strings.Join(found, ", ")
	}
	if made != 0 {
		return fmt.Errorf("%w: the data was made by PostgreSQL %d, but %s; install the package postgresql-%d or move the "+
			"data with pg_dump",
			ErrNotInstalled, made, have, made)
	}
	return fmt.Errorf("%w: version %d or newer is needed, but %s; install the package postgresql (Debian, Ubuntu) or "+
		"postgresql-server, or put the server's bin directory on PATH",
		ErrNotInstalled, minMajor, have)
}

// clusterMajor is the major version that created dataDir, or 0 if it does not exist.
func clusterMajor(dataDir string) (int, error) {
	content, err := os.ReadFile(filepath.Join(dataDir, "PG_VERSION"))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read the cluster's version: %w", err)
	}
	major, err := strconv.Atoi(strings.TrimSpace(string(content)))
	if err != nil {
		return 0, fmt.Errorf("read the cluster's version: %w", err)
	}
	return major, nil
}

// candidateDirs are the directories on PATH, then Debian's and the RPMs', newest version first.
func candidateDirs() []string {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin"} {
		versions, err := filepath.Glob(pattern)
		if err != nil {
			continue // only a malformed pattern fails
		}
		slices.SortFunc(versions, func(a, b string) int { return versionIn(b) - versionIn(a) })
		dirs = append(dirs, versions...)
	}
	return dirs
}

func versionIn(s string) int {
	n, err := strconv.Atoi(regexp.MustCompile(`\d+`).FindString(s))
	if err != nil {
		return 0
	}
	return n
}

// inspect returns the installation in dir, if any, from "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)".
func inspect(ctx context.Context, dir string) (binaries, bool) {
	b := binaries{initdb: filepath.Join(dir, "initdb"), postgres: filepath.Join(dir, "postgres")}
	for _, path := range []string{b.initdb, b.postgres} {
		if info, err := os.Stat(path); err != nil || !filepath.IsAbs(path) || info.IsDir() || info.Mode()&0o111 == 0 {
			return binaries{}, false
		}
	}
	out, err := exec.CommandContext(ctx, b.postgres, "--version").Output()
	if err != nil {
		return binaries{}, false
	}
	b.major = versionIn(string(out))
	return b, b.major > 0
}
