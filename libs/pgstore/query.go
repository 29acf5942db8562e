package pgstore

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ExecBatched repeats a statement, whose last parameter limits the rows that it changes, until it
// changes fewer, and returns how many it changed in total. So a large backlog cannot exceed the
// statement timeout.
func ExecBatched(ctx context.Context, pool *pgxpool.Pool, limit int, sql string, args ...any) (rows int64, err error) {
	args = append(args[:len(args):len(args)], limit)
	for {
		tag, err := pool.Exec(ctx, sql, args...)
		rows += tag.RowsAffected()
		if err != nil || tag.RowsAffected() < int64(limit) {
			return rows, err
		}
	}
}

// readJSONAsIs copies JSON columns, which the database has checked, into a json.RawMessage without decoding.
func readJSONAsIs(types *pgtype.Map) {
	types.RegisterType(&pgtype.Type{Name: "json", OID: pgtype.JSONOID, Codec: &pgtype.JSONCodec{
		Marshal: json.Marshal,
		Unmarshal: func(data []byte, v any) error {
			if raw, ok := v.(*json.RawMessage); ok {
				*raw = slices.Clone(data) // the connection uses its buffer again
				return nil
			}
			return json.Unmarshal(data, v)
		},
	}})
}
