package pgstore

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// InRounds runs a statement that changes at most so many rows, its last parameter, again
// until it finds fewer, and returns how many it changed in all: what has to be done with
// any number of rows, after a service was away for days as well, must not be a statement
// that runs out of its time, each time anew.
func InRounds(ctx context.Context, pool *pgxpool.Pool, most int, sql string, args ...any) (rows int64, err error) {
	args = append(args[:len(args):len(args)], most)
	for {
		tag, err := pool.Exec(ctx, sql, args...)
		rows += tag.RowsAffected()
		if err != nil || tag.RowsAffected() < int64(most) {
			return rows, err
		}
	}
}
