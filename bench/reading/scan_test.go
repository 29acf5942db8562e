package reading_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// BenchmarkScanMemory sends b.N different A4 scans at 200 dpi through one worker. It reports the peak memory of its
// process (VmHWM) and its memory while it waits for the next document (VmRSS), in MiB:
//
//	go test -run '^$' -bench ScanMemory -benchtime 40x ./reading
func BenchmarkScanMemory(b *testing.B) {
	library, err := pdfium.New(b.Context(), cacheDir())
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = library.Close(b.Context()) }()
	random := rand.New(rand.NewPCG(1, 2))
	e := startEngine(b)
	defer e.Close()
	most, kept, last, processes := 0.0, 0.0, 0, 0
	b.ResetTimer()
	for range b.N {
		b.StopTimer()
		scan := scanned(b, library, filled(1, random, invoicePage).Bytes(), random)
		b.StartTimer()
		extract(b, e, scan)
		pid, rss := worker(b)
		if pid == 0 {
			continue
		}
		if pid != last {
			last, processes = pid, processes+1
		}
		most, kept = max(most, statusMiB(strconv.Itoa(pid), "VmHWM:")), max(kept, rss)
	}
	b.StopTimer()
	b.ReportMetric(most, "most-MiB")
	b.ReportMetric(kept, "kept-MiB")
	b.ReportMetric(float64(processes), "processes")
}

// scanned renders the first page of a PDF as a scan: gray, with noise, as JPEG.
func scanned(b *testing.B, library *pdfium.Library, data []byte, random *rand.Rand) []byte {
	b.Helper()
	const dpi, noise, quality = 200, 9, 80
	file, err := pdf.Open(b.Context(), library, data)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close(b.Context())
	page, err := file.Render(b.Context(), 0, dpi)
	if err != nil {
		b.Fatal(err)
	}
	gray := image.NewGray(page.Bounds())
	for y := page.Bounds().Min.Y; y < page.Bounds().Max.Y; y++ {
		for x := page.Bounds().Min.X; x < page.Bounds().Max.X; x++ {
			r, _, _, _ := page.At(x, y).RGBA()
			v := float64(r>>8)*0.85 + 15 + random.NormFloat64()*noise
			gray.Pix[gray.PixOffset(x, y)] = uint8(min(max(v, 0), 255))
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, gray, &jpeg.Options{Quality: quality}); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

// statusMiB returns a line of proc_pid_status(5) that counts kB, in MiB, or 0 for an ended process.
func statusMiB(pid, name string) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%s/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), name)
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kib, err := strconv.Atoi(fields[0])
	if err != nil {
		return 0
	}
	return float64(kib) / 1024
}
