package delivery_test

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/services/notifier/internal/delivery"
)

const (
	loadReceivers = 100 / slower
	loadEvents    = 100 // for each
	loadTotal     = loadReceivers * loadEvents
)

// schedule makes loadTotal deliveries that fall due over a span of time, which
// begins in three seconds.
func (r *rig) schedule(url string, span time.Duration) {
	r.t.Helper()
	for i := range loadReceivers {
		r.subscribe(fmt.Sprintf("%s/%d", url, i))
	}
	body := `{"event":"extraction.completed","timestamp":"2026-01-01T00:00:00.000Z","data":{"text":"` + strings.Repeat("x", 1000) + `"}}`
	for _, sql := range []string{
		`INSERT INTO payloads (event_id, account, ref, event, body, created_at)
		 SELECT 'e' || i, 'a', 'r' || i, 'extraction.completed', convert_to('` + body + `', 'UTF8'), clock_timestamp() FROM generate_series(1, ` + strconv.Itoa(loadEvents) + `) i`,
		`INSERT INTO deliveries (id, subscription, event_id, due_at, free_at, created_at)
		 SELECT gen_random_uuid(), s.id, p.event_id, clock_timestamp() + '1 hour', clock_timestamp() + '1 hour', clock_timestamp() FROM subscriptions s, payloads p`,
		`ANALYZE`,
	} {
		if _, err := r.pool.Exec(r.t.Context(), sql); err != nil {
			r.t.Fatal(err)
		}
	}
	_, err := r.pool.Exec(r.t.Context(), `
		WITH t AS MATERIALIZED (SELECT clock_timestamp() + '3 seconds' AS t0),
		n AS (SELECT id, t0 + $1::interval * row_number() OVER () / $2 AS due FROM deliveries, t)
		UPDATE deliveries d SET due_at = due, free_at = due FROM n WHERE n.id = d.id`, span, float64(loadTotal))
	if err != nil {
		r.t.Fatal(err)
	}
}

// Ten thousand that fall due within some seconds begin on time. Nothing runs
// beside it, as it measures.
//
//nolint:paralleltest // see above
func TestTenThousandDue(t *testing.T) {
	well := newReceiver(t, time.Now, always(200))
	r := newRig(t, delivery.Config{Concurrency: concurrency, PerSubscription: perSubscription}, nil, well)
	r.schedule(well.URL, 10*time.Second)
	due := r.dueTimes()
	r.run()
	r.await("all deliveries", func() bool {
		return count[int](r, `SELECT count(*) FROM deliveries WHERE state = 'delivered'`) == loadTotal
	})
	late := r.late(due)
	if p99 := percentile(late, 99); len(late) != loadTotal || late[0] < 0 || slower == 1 && p99 > time.Second {
		t.Errorf("%d attempts, the first %s late, the 99th percentile %s", len(late), late[0], p99)
	}
	t.Logf("%d due within 10 s: least %s late, p50 %s, p99 %s, most %s", len(late), late[0], percentile(late, 50), percentile(late, 99), percentile(late, 100))
}

func (r *rig) dueTimes() map[string]time.Time {
	r.t.Helper()
	rows, err := r.pool.Query(r.t.Context(), `SELECT id::text, due_at FROM deliveries`)
	if err != nil {
		r.t.Fatal(err)
	}
	defer rows.Close()
	due := map[string]time.Time{}
	for rows.Next() {
		var id string
		var at time.Time
		if err := rows.Scan(&id, &at); err != nil {
			r.t.Fatal(err)
		}
		due[id] = at
	}
	return due
}

// late is how long after they were due attempts began, sorted.
func (r *rig) late(due map[string]time.Time) []time.Duration {
	r.t.Helper()
	rows, err := r.pool.Query(r.t.Context(), `SELECT delivery::text, started_at FROM attempts`)
	if err != nil {
		r.t.Fatal(err)
	}
	defer rows.Close()
	var all []time.Duration
	for rows.Next() {
		var id string
		var at time.Time
		if err := rows.Scan(&id, &at); err != nil {
			r.t.Fatal(err)
		}
		all = append(all, at.Sub(due[id]))
	}
	slices.Sort(all)
	return all
}

// Deliveries per second, all due at once, beside a bare loop that signs and
// posts the same bodies over kept connections and keeps no record.
func BenchmarkDeliveries(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		well := newReceiver(b, time.Now, always(200))
		r := newRig(b, delivery.Config{Concurrency: concurrency, PerSubscription: perSubscription}, nil, well)
		r.schedule(well.URL, 0)
		due := r.dueTimes()
		time.Sleep(3100 * time.Millisecond) // until they are due
		b.StartTimer()
		began := time.Now()
		stop := r.run()
		r.await("all deliveries", func() bool {
			return count[int](r, `SELECT count(*) FROM deliveries WHERE state = 'delivered'`) == loadTotal
		})
		b.ReportMetric(loadTotal/time.Since(began).Seconds(), "deliveries/s")
		b.StopTimer()
		stop()
		late := r.late(due)
		if len(late) != loadTotal {
			b.Errorf("%d attempts", len(late))
		}
		b.ReportMetric(percentile(late, 99).Seconds(), "s-late-p99")
		b.StartTimer()
	}
}

func BenchmarkBareLoop(b *testing.B) {
	well := newReceiver(b, time.Now, always(200))
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: well.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}, MaxIdleConnsPerHost: concurrency}
	defer transport.CloseIdleConnections()
	body := []byte(`{"data":"` + strings.Repeat("x", 1000) + `"}`)
	for b.Loop() {
		began := time.Now()
		var next atomic.Int64
		var wg sync.WaitGroup
		for range concurrency {
			wg.Go(func() {
				for next.Add(1) <= loadTotal {
					if err := post(b.Context(), transport, well.URL, body); err != nil {
						b.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		b.ReportMetric(loadTotal/time.Since(began).Seconds(), "deliveries/s")
	}
}

// post signs and sends.
func post(ctx context.Context, transport http.RoundTripper, url string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(string(body)))
	if err != nil {
		return err
	}
	h := hmac.New(sha256.New, []byte("whsec_secret"))
	h.Write(body)
	req.Header.Set("X-Service-Signature", hex.EncodeToString(h.Sum(nil)))
	req.Header.Set("X-Service-Delivery", rand.Text())
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}
