package store_test

import (
	"testing"
	"time"
	"fmt"

	"github.com/docmill/docmill/services/gateway/internal/registertest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestScratch(t *testing.T) {
	s, pool := registertest.Store(t, registertest.Database(t))
	_, err := pool.Exec(t.Context(), `INSERT INTO documents (id, account, plan, file_name, file_size, mime_type, sha256, object_key, asked_type, lane)
	 SELECT gen_random_uuid(), 'acct_' || CASE WHEN i <= 90000 THEN 'a' ELSE (i % 1000)::text END, 'Pro', 'f', 1, 'm', 's', i::text, 'auto', 'interactive' FROM generate_series(1, 100000) i`)
	if err != nil { t.Fatal(err) }
	w := store.Window{PerLane: 32, Share: 8, InFlight: 64, Redispatch: time.Hour}
	for _, setting := range []string{"", "SET enable_seqscan=off", "SET enable_bitmapscan=off", "SET enable_sort=off"} {
		conn, _ := pool.Acquire(t.Context())
		conn.Exec(t.Context(), setting)
		tx, _ := conn.Begin(t.Context())
		rows, err := tx.Query(t.Context(), "EXPLAIN (ANALYZE, COSTS ON) "+store.ReleaseSQL, "interactive", 32, 8, 64, time.Hour)
		if err != nil { t.Fatal(err) }
		fmt.Println("=====", setting)
		for rows.Next() { var l string; rows.Scan(&l); fmt.Println(l) }
		tx.Rollback(t.Context())
		defer conn.Release()
		}
	for round := range 1 {
		if round == 2 { pool.Exec(t.Context(), "ANALYZE documents") ; fmt.Println("analyzed")}
		start := time.Now()
		c, err := s.Release(t.Context(), w)
		fmt.Println(len(c), err, time.Since(start))
		start = time.Now()
		for _, x := range c { s.Claim(t.Context(), store.Claim{DocumentID: x.DocumentID, Token: "t", Lease: time.Hour}) }
		fmt.Println("claim each", time.Since(start)/time.Duration(len(c)))
		start = time.Now()
		c, err = s.Release(t.Context(), w)
		fmt.Println("one round after", len(c), time.Since(start))
		start = time.Now()
		c, err = s.Release(t.Context(), w)
		fmt.Println("full window", len(c), time.Since(start))
		for _, x := range c { s.Claim(t.Context(), store.Claim{DocumentID: x.DocumentID, Token: "t", Lease: time.Hour}) }
		start = time.Now()
		m, _ := s.Waiting(t.Context())
		fmt.Println("waiting", len(m), time.Since(start))
		pool.Exec(t.Context(), "DELETE FROM documents WHERE status='processing'")
		pool.Exec(t.Context(), "UPDATE documents SET redispatch_at = NULL WHERE redispatch_at is not null")
	}
}
