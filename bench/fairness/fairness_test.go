// Package fairness measures how long a person waits for one document while
// others keep the service busy, with the same upload to an idle service in the
// same run as reference.
package fairness

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"mime/multipart"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/pdfgen"
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

// BenchmarkBesideScans uploads text while another account's scanned PDFs of three
// pages are in the queue, which look like text at the door: as many of them one
// by one as the account's rate allows, the rest in batches.
func BenchmarkBesideScans(b *testing.B) {
	for _, workers := range []int{2, 1} {
		for _, queue := range []int{12, 500} {
			b.Run(fmt.Sprintf("workers=%d/scans=%d", workers, queue), func(b *testing.B) {
				l := startLoad(b, fmt.Sprint("DOCMILL_EXTRACTOR_WORKERS=", workers))
				scan := scanned(b, l.picture, 3)
				l.measure(b, func() (left func() int) {
					each := min(queue, 50)
					for first := each; first < queue; first += contract.MaxBatchFiles {
						send(b, l.busy, first, func(n int) (string, []byte) { return fmt.Sprint(n, ".pdf"), scan })
					}
					ids := sendEach(b, l.busy, each, scan)
					return func() int { return unfinished(b, l.busy, ids) }
				})
			})
		}
	}
}

// BenchmarkScanAlone uploads scans of one page to an idle service.
func BenchmarkScanAlone(b *testing.B) {
	for _, workers := range []int{2, 1} {
		b.Run(fmt.Sprint("workers=", workers), func(b *testing.B) {
			l := startLoad(b, fmt.Sprint("DOCMILL_EXTRACTOR_WORKERS=", workers))
			scan := scanned(b, l.picture, 1)
			uploadFile(b, l.quiet[0], "scan.pdf", scan)
			var ms []float64
			for range 15 {
				ms = append(ms, uploadFile(b, l.quiet[0], "scan.pdf", scan))
			}
			b.ReportMetric(quantile(ms, 0.50), "p50-ms")
			b.ReportMetric(quantile(ms, 0.95), "p95-ms")
			b.ReportMetric(0, "ns/op")
			l.house.Kill()
		})
	}
}

// beside measures uploads alone and then with a queue of so many documents of
// another account, which draw gives; picture is a page of an invoice.
//
// One run is one operation: it takes longer than any benchtime.
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

// load is an instance with an account that keeps it busy and two that are
// measured, alone and beside it.
type load struct {
	house   *instance.Instance
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
	house := binary.Start(b, instance.Dir(b), append([]string{"DOCMILL_LOG_LEVEL=error"}, env...)...)
	accounts := house.NewAccounts(3)
	l := &load{house: house, busy: accounts[0], quiet: accounts[1:]}
	l.picture = page(b, l.busy)
	upload(b, l.quiet[0]) // the first one warms everything up
	return l
}

// measure times uploads alone and beside the work that fill queues; left is how
// much of it has not ended.
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
		before, after := quantile(alone, q.of), quantile(loaded, q.of)
		b.ReportMetric(before, "alone-"+q.name+"-ms")
		b.ReportMetric(after, q.name+"-ms")
		b.ReportMetric(after/before, q.name+"-times-alone")
	}
	b.ReportMetric(float64(len(loaded)), "samples")
	b.ReportMetric(0, "ns/op") // the quantiles say more
	l.house.Kill()             // what is left in the queue is of no interest
}

// longest bounds the uploads of one measurement: where each takes a minute, a few
// say it all.
const longest = time.Minute

// uploads gives the time of each of the samples, one after the other, in
// milliseconds, as long as something is left to be beside when they begin.
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

// uploadFile is the time until a document has ended, in milliseconds.
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

// isOpen reports whether the document of a record has not ended.
func isOpen(b *testing.B, answer instance.Answer) bool {
	b.Helper()
	var record contract.Record
	answer.Into(b, &record)
	return !record.Status.Ended()
}

// scanned is a PDF of so many pages that are nothing but the picture.
func scanned(b *testing.B, picture []byte, pages int) []byte {
	b.Helper()
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		b.Fatal(err)
	}
	gray := image.NewGray(img.Bounds())
	draw.Draw(gray, gray.Rect, img, img.Bounds().Min, draw.Src)
	doc := pdfgen.New()
	for range pages {
		doc.AddPage(595, 842).JPEG(0, 0, 595, 842, gray)
	}
	return doc.Bytes()
}

// sendEach uploads a file so often, each time for itself, and gives the ids.
func sendEach(b *testing.B, a instance.Account, n int, data []byte) []string {
	b.Helper()
	ids := make([]string, n)
	var senders sync.WaitGroup
	next := make(chan int)
	for range 4 {
		senders.Go(func() {
			for i := range next {
				answer, err := a.Upload(b.Context(), fmt.Sprint(i, ".pdf"), data, "respond-async")
				var record contract.Record
				if err != nil || answer.Status != http.StatusAccepted {
					b.Errorf("%d %s, %v", answer.Status, answer.Body, err)
					continue
				}
				answer.Into(b, &record)
				ids[i] = record.ID
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	senders.Wait()
	if b.Failed() {
		b.FailNow()
	}
	return ids
}

// unfinished is 1 until the last document has ended.
func unfinished(b *testing.B, a instance.Account, ids []string) int {
	b.Helper()
	answer, err := get(b, a, ids[len(ids)-1])
	if err != nil || answer.Status != http.StatusOK {
		b.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
	if isOpen(b, answer) {
		return 1
	}
	return 0
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
