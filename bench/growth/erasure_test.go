package growth_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/docmill/docmill/bench/measure"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

const (
	// expired is how many documents retention erases at once. SQL makes no files, but the store still gets deletions.
	expired = 100_000
	// dueWithin is the maximum time until the retention begins.
	dueWithin = 5 * time.Minute
)

// BenchmarkErasure uploads b.N documents sequentially, and b.N more while the retention erases 100,000 documents. It
// reports quantiles of both and the number of documents erased per second. It does nothing if sizesVariable is not
// set, because it needs some minutes to begin.
func BenchmarkErasure(b *testing.B) {
	storedSizes(b)
	binary := instance.NewBinary(b)
	s := open(b, binary)
	s.fill(b, 2*expired) // half of them belong to strangers
	b.Run(fmt.Sprint("expired=", expired), func(b *testing.B) {
		if b.N == 1 {
			return // the trial run of every benchmark
		}
		alone := s.uploads(b)
		s.expireStrangers(b)
		before, began := s.awaitErasing(b), time.Now()
		b.ResetTimer()
		beside := s.uploads(b)
		b.StopTimer()
		after := s.expiredLeft(b)
		require.NotEqual(b, after, 0, "all were erased before the last upload")
		b.ReportMetric(float64(before-after)/time.Since(began).Seconds(), "erased/s")
		for name, of := range map[string]float64{"p50": 0.50, "p95": 0.95} {
			b.ReportMetric(measure.Quantile(alone, of), "alone-"+name+"-ms")
			b.ReportMetric(measure.Quantile(beside, of), name+"-ms")
			b.ReportMetric(measure.Quantile(beside, of)/measure.Quantile(alone, of), name+"-times-alone")
		}
		b.ReportMetric(0, "ns/op") // the quantiles are the result
	})
	s.inst.Kill() // the rest of the erasure is irrelevant
}

// uploads returns the time of each of b.N uploads until its record exists, in milliseconds.
func (s *store) uploads(b *testing.B) (ms []float64) {
	b.Helper()
	for n := range b.N {
		account := s.members[n%len(s.members)]
		began := time.Now()
		instance.Want(b, http.StatusOK)(
			account.Upload(b.Context(), "invoice.pdf", sample.Invoice(fmt.Sprint(b.Name(), n)), "wait=60"))
		ms = append(ms, float64(time.Since(began).Microseconds())/1000)
	}
	return ms
}

func (s *store) expireStrangers(b *testing.B) {
	b.Helper()
	var members []string
	for _, account := range s.members {
		members = append(members, account.ID)
	}
	_, err := s.conn.Exec(b.Context(), `
		UPDATE gateway.documents SET expires_at = now() - interval '1 minute' WHERE account <> ALL($1)`, members)
	require.NoError(b, err)
}

// awaitErasing waits until the first expired documents are erased, and returns the number left.
func (s *store) awaitErasing(b *testing.B) (left int) {
	b.Helper()
	all := s.expiredLeft(b)
	for deadline := time.Now().Add(dueWithin); ; time.Sleep(pollPause) {
		if left = s.expiredLeft(b); left < all {
			return left
		}
		if time.Now().After(deadline) {
			b.Fatalf("none of %d expired documents was erased in %s", all, dueWithin)
		}
	}
}

func (s *store) expiredLeft(b *testing.B) int {
	b.Helper()
	return testkit.Value[int](b, s.conn, `SELECT count(*) FROM gateway.documents WHERE expires_at < now()`)
}
