// Package migrations contains the SQL of the gateway's schema.
package migrations

import (
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

//go:embed *.sql
var files embed.FS

// Files are the numbered migrations, in goose's format.
func Files() fs.FS { return files }

// Latest returns the number of the last migration, which a schema must have for this program.
func Latest() (int64, error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return 0, fmt.Errorf("migrations: %w", err)
	}
	var latest int64
	for _, e := range entries {
		number, _, _ := strings.Cut(e.Name(), "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("migration %s has no number: %w", e.Name(), err)
		}
		latest = max(latest, n)
	}
	return latest, nil
}
