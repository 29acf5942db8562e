package pgd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// Tool is the path of one of PostgreSQL's client programs, such as pg_dump, of the
// version that made the cluster in dir or, where there is none yet, that would make
// it: one of an older version refuses to read a newer server.
func Tool(ctx context.Context, dir, name string) (string, error) {
	server, err := findBinaries(ctx, filepath.Join(dir, dataDirName))
	if err != nil {
		return "", err
	}
	// Where the server was found through a link, its programs lie elsewhere.
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
