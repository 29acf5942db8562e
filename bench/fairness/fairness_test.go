// Package fairness measures how long a person waits for one document while
// others keep the service busy, with the same upload to an idle service in the
// same run as reference.
package fairness

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// samples is how many uploads are timed, alone and under load: few enough for
// one account's rate, and done before the queue runs empty.
const samples = 60

// BenchmarkBesideBatches uploads while another account has 2,000 documents in
// the queue.
func BenchmarkBesideBatches(b *testing.B) {
	beside(b, 2000, func(n int, _ []byte) (string, []byte) {
		return fmt.Sprint(n, ".pdf"), sample.Invoice(fmt.Sprint("A-", n))
	})
}

// BenchmarkBesideImages uploads text while 200 images, which take recognition,
// are in the queue.
func BenchmarkBesideImages(b *testing.B) {
	beside(b, 200, func(n int, picture []byte) (string, []byte) { return fmt.Sprint(n, ".png"), picture })
}

// beside measures uploads alone and then with a queue of so many documents of
// another account, which draw gives; picture is a page of an invoice.
//
// One run is one operation: it takes longer than any benchtime.
func beside(b *testing.B, queue int, draw func(n int, picture []byte) (name string, data []byte)) {
	binary, err := instance.Build(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	house := binary.Start(b, instance.Dir(b), "DOCMILL_LOG_LEVEL=error")
	accounts := house.NewAccounts(3)
	busy, quiet := accounts[0], accounts[1:]
	picture := page(b, busy)
	upload(b, quiet[0]) // the first one warms everything up

	alone := uploads(b, quiet[0])
	var last string
	for first := 0; first < queue; first += contract.MaxBatchFiles {
		last = send(b, busy, first, func(n int) (string, []byte) { return draw(n, picture) })
	}
	left := waiting(b, busy, last)
	b.ResetTimer()
	loaded := uploads(b, quiet[1])
	b.StopTimer()
	if waiting(b, busy, last) == 0 {
		b.Errorf("the queue ran empty: %d of its last batch waited in the beginning", left)
	}
	for _, q := range []struct {
		of   float64
		name string
	}{{0.50, "p50"}, {0.95, "p95"}} {
		before, after := quantile(alone, q.of), quantile(loaded, q.of)
		b.ReportMetric(before, "alone-"+q.name+"-ms")
		b.ReportMetric(after, q.name+"-ms")
		b.ReportMetric(after/before, q.name+"-times-alone")
	}
	b.ReportMetric(0, "ns/op") // the quantiles say more
	house.Kill()               // what is left in the queue is of no interest
}

// uploads gives the time of each of the samples, one after the other, in
// milliseconds.
func uploads(b *testing.B, a instance.Account) (ms []float64) {
	b.Helper()
	for range samples {
		ms = append(ms, upload(b, a))
	}
	return ms
}

func upload(b *testing.B, a instance.Account) (ms float64) {
	b.Helper()
	began := time.Now()
	answer, err := a.Upload(b.Context(), "invoice.pdf", sample.Invoice("B-1"), "wait=60")
	if err != nil || answer.Status != http.StatusOK {
		b.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
	return float64(time.Since(began).Microseconds()) / 1000
}

// page is an invoice as a picture of 200 dots per inch.
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

// send uploads a full batch, whose id it gives.
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
	answer, err := a.Do(b.Context(), http.MethodPost, "/api/v1/batch", &body, map[string]string{"Content-Type": w.FormDataContentType()})
	if err != nil || answer.Status != http.StatusAccepted {
		b.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
	var sent contract.Batch
	answer.Into(b, &sent)
	return sent.ID
}

// waiting is how many documents of a batch have not begun.
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

func quantile(v []float64, q float64) float64 {
	v = slices.Clone(v)
	slices.Sort(v)
	return v[min(len(v)-1, int(q*float64(len(v))))]
}
