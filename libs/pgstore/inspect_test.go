package pgstore_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
)

func TestInspection(t *testing.T) {
	t.Parallel()
	url := blank(t)
	m := pgstore.Migrations{Schema: "shelf", Files: files("CREATE TABLE book (id int);")}
	open := func() *pgstore.Inspection {
		i, err := pgstore.OpenInspection(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(func() { _ = i.Close(context.Background()) })
		return i
	}
	i := open()
	have, err := i.Applied(t.Context(), m)
	assert.True(t, have == 0 && err == nil, "before: version", have, err)
	require.NoError(t, pgstore.MigrateAll(t.Context(), url, []pgstore.Migrations{m}))
	want, err := m.Latest()
	if have, other := i.Applied(t.Context(), m); have != 1 || want != 1 || err != nil || other != nil {
		t.Errorf("after: version %d of %d, %v, %v", have, want, err, other)
	}
	s, err := i.Server(t.Context())
	require.NoError(t, err)
	// Both clocks are this machine's.
	if s.Now.Before(s.Asked.Add(-time.Second)) || s.Now.After(s.Answered.Add(time.Second)) || s.Version == "" || s.Standby ||
		s.Bytes <= 0 || s.Connections <= 0 || s.Maximum < s.Connections || s.TLS != nil {
		t.Errorf("%+v", s)
	}
}

func TestReadOnlyPool(t *testing.T) {
	t.Parallel()
	pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: blank(t), ReadOnly: true})
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	_, err = pool.Exec(t.Context(), "CREATE SCHEMA shelf")
	assert.True(t, err != nil && strings.Contains(err.Error(), "read-only"), "error", err)
}

// An error must not tell the password.
func TestInspectionInvalidURL(t *testing.T) {
	t.Parallel()
	_, err := pgstore.OpenInspection(t.Context(), "postgres://x:secretword@:x")
	assert.True(t, err != nil && !strings.Contains(err.Error(), "secretword"), "error", err)
}
