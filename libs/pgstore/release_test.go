package pgstore_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/version"
)

// The release after this one may have migrated the schema: both run side by side in
// an upgrade. One for which this is too old is refused, by what reads the schema and
// by what migrates it, and what it has written down stays.
func TestSchemaOfANewerRelease(t *testing.T) {
	t.Parallel()
	url := blank(t)
	m := pgstore.Migrations{Schema: "shelf", Files: files("CREATE TABLE book (id int);")}
	if err := pgstore.Migrate(t.Context(), url, m); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: url, Schema: "shelf"})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for oldest, refused := range map[string]bool{version.Number: false, "99.0.0": true} {
		if _, err := conn.Exec(t.Context(), `UPDATE shelf.schema_release SET release = '{99,1,0}',
			oldest = string_to_array($1, '.')::int[]`, oldest); err != nil {
			t.Fatal(err)
		}
		for what, err := range map[string]error{
			"check": pgstore.CheckSchema(t.Context(), pool, m), "migrate": pgstore.Migrate(t.Context(), url, m),
		} {
			if errors.Is(err, pgstore.ErrNewerSchema) != refused {
				t.Errorf("%s, oldest %s: %v", what, oldest, err)
			}
			if refused && !strings.Contains(err.Error(), "use an executable of 99.0.0 or newer") {
				t.Errorf("%s says not what to do: %v", what, err)
			}
		}
		var release string
		if err := conn.QueryRow(t.Context(), `SELECT release::text FROM shelf.schema_release`).Scan(
			&release); err != nil || release != "{99,1,0}" {
			t.Errorf("release %s, %v", release, err)
		}
	}
}

// A schema from before releases were written down is taken, and gets one.
func TestSchemaWithoutARelease(t *testing.T) {
	t.Parallel()
	url := blank(t)
	m := pgstore.Migrations{Schema: "shelf", Files: files("CREATE TABLE book (id int);")}
	if err := pgstore.Migrate(t.Context(), url, m); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `DROP TABLE shelf.schema_release`); err != nil {
		t.Fatal(err)
	}
	pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: url, Schema: "shelf"})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := errors.Join(pgstore.CheckSchema(t.Context(), pool, m), pgstore.Migrate(t.Context(), url, m)); err != nil {
		t.Error(err)
	}
	var n int
	if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM shelf.schema_release`).Scan(&n); err != nil || n != 1 {
		t.Errorf("%d rows, %v", n, err)
	}
}
