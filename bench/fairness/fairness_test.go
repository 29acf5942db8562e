// Package fairness measures how long a user waits for one document while others keep the service busy. The reference
// is the same upload to an idle service in the same run.
package fairness

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"testing"
	"time"

	"github.com/docmill/docmill/bench/quantile"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// samples is the number of timed uploads, alone and under load. They stay below the rate limit of one account and end
// before the queue is empty.
const samples = 60

// BenchmarkBesideBatches uploads while another account has 2,000 documents in the queue.
func BenchmarkBesideBatches(b *testing.B) {
	beside(b, 2000, func(n int, _ []byte) (string, []byte) {
		return fmt.Sprint(n, ".pdf"), sample.Invoice(fmt.Sprint("A-", n))
	})
}

// BenchmarkBesideImages uploads text while 200 images that need text recognition are in the queue.
func BenchmarkBesideImages(b *testing.B) {
	beside(b, 200, func(n int, picture []byte) (string, []byte) { return fmt.Sprint(n, ".png"), picture })
}

// beside measures uploads alone and then with a queue of another account's documents, which draw returns. picture is a
// page of an invoice.
//
// One run is one operation, because it takes longer than any benchtime.
func beside(b *testing.B, queue int, draw func(n int, picture []byte) (name string, data []byte)) {
	l := startLoad(b)
	l.measure(b, func() (left func() int) {
		var last string
		for first := 0; first < queue; first += contract.MaxBatchFiles {
			last = send(b, l.busy, first, func(n int) (string, []byte) { return draw(n, l.picture) })
		}
		return func() int { return waiting(b, l.busy, last) }
	})
}

// load is an instance with an account that keeps it busy, and two accounts that are measured.
type load struct {
	inst    *instance.Instance
	busy    instance.Account
	quiet   []instance.Account
	picture []byte // a page of an invoice
}

func startLoad(b *testing.B, env ...string) *load {
	b.Helper()
	binary, err := instance.Build(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	inst := binary.Start(b, instance.Dir(b), append([]string{"DOCMILL_LOG_LEVEL=error"}, env...)...)
	accounts := inst.NewAccounts(3)
	l := &load{inst: inst, busy: accounts[0], quiet: accounts[1:]}
	l.picture = page(b, l.busy)
	upload(b, l.quiet[0]) // warm-up
	return l
}

// measure times uploads alone and during the work that fill queues. left returns the number of unfinished documents.
func (l *load) measure(b *testing.B, fill func() (left func() int)) {
	alone := uploads(b, l.quiet[0], func() int { return 1 })
	left := fill()
	b.ResetTimer()
	loaded := uploads(b, l.quiet[1], left)
	b.StopTimer()
	if len(loaded) == 0 {
		b.Fatal("the queue ran empty before an upload was answered")
	}
	for _, q := range []struct {
		of   float64
		name string
	}{{0.50, "p50"}, {0.95, "p95"}} {
		before, after := quantile.Of(alone, q.of), quantile.Of(loaded, q.of)
		b.ReportMetric(before, "alone-"+q.name+"-ms")
		b.ReportMetric(after, q.name+"-ms")
		b.ReportMetric(after/before, q.name+"-times-alone")
	}
	b.ReportMetric(float64(len(loaded)), "samples")
	b.ReportMetric(0, "ns/op") // the quantiles are the result
	l.inst.Kill()              // the rest of the queue is irrelevant
}

// longest limits the time of one measurement. If each upload takes a minute, a few are enough.
const longest = time.Minute

// uploads returns the time of each sample in milliseconds, one after the other, as long as documents are left in the
// queue.
func uploads(b *testing.B, a instance.Account, left func() int) (ms []float64) {
	b.Helper()
	for began := time.Now(); len(ms) < samples && time.Since(began) < longest && left() > 0; {
		ms = append(ms, upload(b, a))
	}
	return ms
}

func upload(b *testing.B, a instance.Account) (ms float64) {
	b.Helper()
	return uploadFile(b, a, "invoice.pdf", sample.Invoice("B-1"))
}

// uploadFile returns the time until a document has ended, in milliseconds.
func uploadFile(b *testing.B, a instance.Account, name string, data []byte) (ms float64) {
	b.Helper()
	began := time.Now()
	answer, err := a.Upload(b.Context(), name, data, "wait=60")
	for err == nil && answer.Status == http.StatusAccepted {
		var record contract.Record
		answer.Into(b, &record)
		time.Sleep(100 * time.Millisecond)
		if answer, err = get(b, a, record.ID); err == nil && !isOpen(b, answer) {
			break
		}
		answer.Status = http.StatusAccepted
	}
	if err != nil || answer.Status != http.StatusOK {
		b.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
	return float64(time.Since(began).Microseconds()) / 1000
}

func get(b *testing.B, a instance.Account, id string) (instance.Answer, error) {
	return a.Do(b.Context(), http.MethodGet, "/api/v1/documents/"+id, nil, nil)
}

func isOpen(b *testing.B, answer instance.Answer) bool {
	b.Helper()
	var record contract.Record
	answer.Into(b, &record)
	return !record.Status.Ended()
}

func page(b *testing.B, a instance.Account) []byte {
	b.Helper()
	answer, err := a.Upload(b.Context(), "invoice.pdf", sample.Invoice("A-1"), "wait=60")
	if err != nil || answer.Status != http.StatusOK {
		b.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
	var record contract.Record
	answer.Into(b, &record)
	answer, err = a.Do(b.Context(), http.MethodGet, "/api/v1/documents/"+record.ID+"/pages/1.png?width=1654", nil, nil)
	if err != nil || answer.Status != http.StatusOK {
		b.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
	return answer.Body
}

func send(b *testing.B, a instance.Account, first int, draw func(n int) (name string, data []byte)) (id string) {
	b.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for n := range contract.MaxBatchFiles {
		name, data := draw(first + n)
		part, err := w.CreateFormFile("files", name)
		if err == nil {
			_, err = part.Write(data)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	answer, err := a.Do(b.Context(), http.MethodPost, "/api/v1/batch", &body,
		map[string]string{"Content-Type": w.FormDataContentType()})
	if err != nil || answer.Status != http.StatusAccepted {
		b.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
	var sent contract.Batch
	answer.Into(b, &sent)
	return sent.ID
}

// waiting returns the number of documents of a batch that have not begun.
func waiting(b *testing.B, a instance.Account, id string) int {
	b.Helper()
	answer, err := a.Do(b.Context(), http.MethodGet, "/api/v1/batch/"+id, nil, nil)
	if err != nil || answer.Status != http.StatusOK {
		b.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
	var now contract.Batch
	answer.Into(b, &now)
	return now.Counts.Queued
}
