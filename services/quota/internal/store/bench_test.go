package store_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/services/quota/internal/store"
)

// benchConns is the number of concurrent admissions.
const benchConns = 16

// BenchmarkAdmit measures admissions beside BenchmarkSelect, a plain read of the same database: the
// difference is the price of exactness. Windows have 60 requests at first. Requests of many accounts are
// admitted; those of one account wait for each other, and from the 121st on they are refused, which costs
// the same write.
func BenchmarkAdmit(b *testing.B) {
	pool := open(b, database(b), benchConns)
	s := store.New(pool)
	for _, bm := range []struct {
		name            string
		accounts, limit int
	}{
		{"many accounts", 2000, 1 << 20},
		{"one account", 1, 120},
	} {
		b.Run(bm.name, func(b *testing.B) {
			exec(b, pool, `TRUNCATE rate_windows`)
			exec(b, pool, `
				INSERT INTO rate_windows (account, admitted, allowed, decided_at)
				SELECT 'acct_' || n, ARRAY(SELECT clock_timestamp() - interval '60 s' + i * interval '1 s'
					FROM generate_series(1, 60) i), true, now()
				FROM generate_series(1, $1::int) n`, bm.accounts)
			b.SetParallelism(benchConns)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if _, err := s.Admit(b.Context(), fmt.Sprintf("acct_%d", 1+rand.IntN(bm.accounts)), bm.limit); err != nil {
						b.Error(err)
						return
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
		})
	}
}

func BenchmarkSelect(b *testing.B) {
	pool := open(b, database(b), benchConns)
	exec(b, pool, `INSERT INTO months SELECT 'acct_' || n, date_trunc('month', now()), n FROM generate_series(1, 1000) n`)
	b.SetParallelism(benchConns)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			var used int
			err := pool.QueryRow(b.Context(), `SELECT used FROM months WHERE account = $1`,
				fmt.Sprintf("acct_%d", 1+rand.IntN(1000))).Scan(&used)
			if err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
}
