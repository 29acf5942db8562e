package pgstore_test

import (
	"encoding/json"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
)

func TestReadJSON(t *testing.T) {
	t.Parallel()
	pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: blank(t), Schema: "shelf"})
	require.NoError(t, err)
	defer pool.Close()
	type row struct {
		Raw, Null, None json.RawMessage
		Decoded         struct{ A []int }
		Bytes           []byte
	}
	// The second row is read into the same buffers of the connection.
	rows, err := pool.Query(t.Context(), `SELECT raw::json, 'null'::json, NULL::json, '{"a": [1, 2]}'::json, raw::json
		FROM unnest($1::text[]) AS raw`, []string{`{"a" : "<b>"}`, `[ 1,2 , 3, 4 ]`})
	require.NoError(t, err)
	got, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
	require.NoError(t, err)
	require.Equal(t, len(got), 2, "rows")
	for i, want := range []string{`{"a" : "<b>"}`, `[ 1,2 , 3, 4 ]`} {
		r := got[i]
		if string(r.Raw) != want || string(r.Bytes) != want || string(r.Null) != "null" || r.None != nil || len(r.Decoded.A) != 2 {
			t.Errorf("row %+v, want %s", r, want)
		}
	}
}
