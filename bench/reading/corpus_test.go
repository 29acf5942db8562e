package reading_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/require"
)

// folderVariable names a folder of PDF files to measure in addition to the synthetic ones.
const folderVariable = "DOCMILL_BENCH_DIR"

// A4 in points.
const (
	pageWidth  = 595
	pageHeight = 842
)

type file struct {
	path string
	data []byte
}

type corpus struct {
	name  string
	files []file
}

// corpora returns long files, for which start-up is negligible, and typical files of one page.
func corpora(b *testing.B) []corpus {
	b.Helper()
	dir := b.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	all := []corpus{
		{"dense", made(b, dir, "dense", 1, func() *pdfgen.Document { return filled(64, random, densePage) })},
		{"invoices", made(b, dir, "invoices", 1, func() *pdfgen.Document { return filled(64, random, invoicePage) })},
		{"single", made(b, dir, "single", 64, func() *pdfgen.Document { return filled(1, random, invoicePage) })},
	}
	if folder := os.Getenv(folderVariable); folder != "" {
		all = append(all, corpus{"folder", found(b, folder)})
	}
	return all
}

func made(b *testing.B, dir, name string, n int, compose func() *pdfgen.Document) []file {
	b.Helper()
	files := []file{}
	for i := range n {
		f := file{filepath.Join(dir, fmt.Sprintf("%s-%d.pdf", name, i)), compose().Bytes()}
		require.NoError(b, os.WriteFile(f.path, f.data, 0o600))
		files = append(files, f)
	}
	return files
}

func found(b *testing.B, folder string) []file {
	b.Helper()
	var files []file
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.EqualFold(filepath.Ext(path), ".pdf") {
			return err
		}
		data, err := os.ReadFile(path)
		files = append(files, file{path, data})
		return err
	})
	require.NoError(b, err)
	return files
}

func filled(pages int, random *rand.Rand, fill func(*pdfgen.Page, *rand.Rand)) *pdfgen.Document {
	doc := pdfgen.New()
	doc.Info("Title", "Benchmark")
	for range pages {
		fill(doc.AddPage(pageWidth, pageHeight), random)
	}
	return doc
}

// words returns n words of an artificial language with realistic lengths.
func words(random *rand.Rand, n int) string {
	syllables := strings.Fields("an be ro ti ka le mun der ost vi el gra pon us e a in fer tal so")
	var sb strings.Builder
	for i := range n {
		if i > 0 {
			sb.WriteByte(' ')
		}
		for range 1 + random.IntN(4) {
			sb.WriteString(syllables[random.IntN(len(syllables))])
		}
	}
	return sb.String()
}

// densePage has about 3,500 characters of running text.
func densePage(p *pdfgen.Page, random *rand.Rand) {
	for row := range 64 {
		line := words(random, 14)
		p.Text(50, 50+float64(row)*11.5, 9, line[:min(len(line), 60)])
	}
}

// invoicePage has addresses, 40 cells or more, and totals: about 1,200 characters in as many objects as office files.
func invoicePage(p *pdfgen.Page, random *rand.Rand) {
	p.Bold(50, 60, 16, words(random, 3))
	for i := range 4 {
		p.Text(50, 110+float64(i)*12, 10, words(random, 3))
		p.Text(350, 110+float64(i)*12, 10, "Reference:")
		p.TextRight(545, 110+float64(i)*12, 10, fmt.Sprintf("R-%06d", random.IntN(1e6)))
	}
	p.Bold(50, 200, 14, "Invoice")
	rows := 10 + random.IntN(12)
	for i := range rows {
		y := 240 + float64(i)*18
		quantity, price := 1+random.IntN(20), float64(random.IntN(100_000))/100
		p.Text(50, y, 10, fmt.Sprint(i+1))
		p.Text(80, y, 10, words(random, 4))
		p.TextRight(360, y, 10, fmt.Sprint(quantity))
		p.TextRight(450, y, 10, fmt.Sprintf("%.2f", price))
		p.TextRight(545, y, 10, fmt.Sprintf("%.2f", price*float64(quantity)))
		p.Rule(50, y+5, 545, y+5)
	}
	for i, label := range []string{"Subtotal", "VAT 19 %", "Total"} {
		y := 260 + float64(rows+i)*18
		p.Bold(350, y, 10, label)
		p.BoldRight(545, y, 10, fmt.Sprintf("%d.%02d EUR", random.IntN(10_000), random.IntN(100)))
	}
	for i := range 3 {
		p.Text(50, 780+float64(i)*10, 7, words(random, 16))
	}
}

// blank is an empty file, for measuring the start-up time of the reference programs.
func blank(b *testing.B) file {
	b.Helper()
	doc := pdfgen.New()
	doc.AddPage(pageWidth, pageHeight)
	f := file{filepath.Join(b.TempDir(), "blank.pdf"), doc.Bytes()}
	require.True(b, bytes.HasPrefix(f.data, []byte("%PDF")), "no PDF")
	require.NoError(b, os.WriteFile(f.path, f.data, 0o600))
	return f
}
