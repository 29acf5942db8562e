package store

import (
	"context"
	"fmt"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// SaveLastUsed stores the last use of keys, by public id, in one statement. It skips locked rows: another
// replica probably writes the same, and the next save is soon.
func (s *Store) SaveLastUsed(ctx context.Context, used map[string]time.Time) error {
	ids, times := make([]string, 0, len(used)), make([]time.Time, 0, len(used))
	for key, at := range used {
		id, err := parseID(contract.PrefixKey, key)
		if err != nil {
			return err
		}
		ids, times = append(ids, id), append(times, at)
	}
	_, err := s.pool.Exec(ctx, `
		WITH used AS (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at)),
		free AS (
			SELECT k.id, used.at FROM api_keys k JOIN used USING (id)
			WHERE k.last_used_at IS NULL OR k.last_used_at < used.at
			FOR NO KEY UPDATE OF k SKIP LOCKED
		)
		UPDATE api_keys k SET last_used_at = free.at FROM free WHERE k.id = free.id`, ids, times)
	if err != nil {
		return fmt.Errorf("save the last use of %d keys: %w", len(ids), err)
	}
	return nil
}
