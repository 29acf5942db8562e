package fairness

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"net/http"
	"sync"
	"testing"

	"github.com/docmill/docmill/bench/quantile"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/tests/instance"
)

// BenchmarkBesideScans uploads text while another account's scanned PDFs of three pages are in the queue, which look
// like text at upload. It sends as many one by one as the account's rate allows, and the rest in batches.
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
			b.ReportMetric(quantile.Of(ms, 0.50), "p50-ms")
			b.ReportMetric(quantile.Of(ms, 0.95), "p95-ms")
			b.ReportMetric(0, "ns/op")
			l.inst.Kill()
		})
	}
}

// scanned returns a PDF whose pages consist of the picture.
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

// sendEach uploads a file several times individually and returns the ids.
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

// unfinished returns 1 until the last document has ended.
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
