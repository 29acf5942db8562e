package pgd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// Tool returns the path of a PostgreSQL client program, such as pg_dump, in the version that created the
// cluster in dir or would create it: older versions refuse newer servers.
func Tool(ctx context.Context, dir, name string) (string, error) {
	server, err := findBinaries(ctx, filepath.Join(dir, dataDirName))
	if err != nil {
		return "", err
	}
	// If the server was found through a link, its programs are elsewhere.
	for _, candidate := range append([]string{filepath.Dir(server.postgres)}, candidateDirs()...) {
		path := filepath.Join(candidate, name)
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			continue
		}
		if b, ok := inspect(ctx, candidate); ok && b.major == server.major {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s of PostgreSQL %d is not installed: install the package postgresql-client-%d", name,
		server.major, server.major)
}
