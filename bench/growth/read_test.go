package growth_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

// get retries until the account's rate limit permits the request.
func get(b *testing.B, account instance.Account, path string) instance.Answer {
	b.Helper()
	for {
		answer, err := account.Do(b.Context(), http.MethodGet, path, http.NoBody, nil)
		require.NoError(b, err)
		switch answer.Status {
		case http.StatusOK:
			return answer
		case http.StatusTooManyRequests:
			time.Sleep(pollPause)
		default:
			b.Fatalf("%s: %d %s", path, answer.Status, answer.Body)
		}
	}
}

type record struct {
	account instance.Account
	path    string
}

// records returns random records of each account: the next ones after random points in time.
func (s *store) records(b *testing.B) (all []record) {
	b.Helper()
	for _, account := range s.members {
		rows, err := s.conn.Query(b.Context(), `
			SELECT 'ext_' || (SELECT id FROM gateway.documents WHERE account = $1 AND accepted_at > at
				ORDER BY accepted_at LIMIT 1)
			FROM (SELECT now() - interval '`+window+`' * random() - interval '1 hour' AS at
				FROM generate_series(1, $2)) AS times`, account.ID, reads)
		require.NoError(b, err)
		ids, err := pgx.CollectRows(rows, pgx.RowTo[*string])
		require.NoError(b, err)
		for _, id := range ids {
			if id != nil { // nothing was stored after that time
				all = append(all, record{account, "/api/v1/documents/" + *id})
			}
		}
	}
	return all
}

func (s *store) read(b *testing.B, records []record) {
	b.Helper()
	for _, r := range records {
		get(b, r.account, r.path)
	}
}

// list requests first pages, some of them filtered.
func (s *store) list(b *testing.B) {
	b.Helper()
	paths := []string{"/api/v1/documents?limit=20", "/api/v1/documents?limit=20&status=completed",
		"/api/v1/documents?limit=20&document_type=receipt", "/api/v1/results?limit=20"}
	for _, account := range s.members {
		for i := range reads {
			get(b, account, paths[i%len(paths)])
		}
	}
}
