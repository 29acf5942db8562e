// Command recall reports how many words and amounts of images are read, and the processor time: by plain Tesseract, by
// Tesseract after docmill's preparation, and by docmill's networks, in one run. The folder is described in package
// engine/eval. -from chooses the images and what they are compared with:
//
//	boxes  images with reference boxes (`ocrBoxes`), by collection; plain Tesseract reads the original file
//	pages  rendered pages of PDF files with text, with that text, by language
//	photos photographs of rendered pages, which package lab/pages makes, by language
//	scans  NAME.scan.jpg or NAME.scan.pdf, with the text of NAME.pdf, by language
//
// It fails if docmill's networks read fewer words or amounts than plain Tesseract.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image"
	"iter"
	"maps"
	"math/rand"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	bench "github.com/docmill/docmill/bench/ocr"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/lab/lines"
	"github.com/docmill/docmill/lab/pages"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "recall:", err)
		os.Exit(1)
	}
}

const (
	fromBoxes  = "boxes"
	fromPages  = "pages"
	fromScans  = "scans"
	fromPhotos = "photos"
	scanMark   = ".scan."
)

type measurement struct {
	from       string
	wear       string
	dpi        int
	strength   float64
	sure, lost bool
	outside    bool
	ways       []bench.Way
	library    *pdfium.Library
	found      map[string][]bench.Recall // by collection or language
	kinds      int                       // of edits that are printed
	edits      map[string]bench.Edits    // of the last way
}

func run(ctx context.Context) error {
	m := measurement{found: map[string][]bench.Recall{}, edits: map[string]bench.Edits{}}
	flag.StringVar(&m.from, "from", fromBoxes, "boxes, pages, scans or photos")
	flag.IntVar(&m.dpi, "dpi", 200, "dots per inch that pages are rendered with")
	flag.Float64Var(&m.strength, "strength", 1, "how much perspective, waves, blur and noise photographs have")
	flag.BoolVar(&m.sure, "sure", false, "print the tenths of the confidences of words that are right and wrong")
	flag.BoolVar(&m.lost, "lost", false, "print the words that were not read by the last way")
	flag.IntVar(&m.kinds, "edits", 0, "how many kinds of edits are printed between the last way and the reference")
	flag.BoolVar(&m.outside, "outside", false, "print the words that the last way read where the page has no text")
	flag.StringVar(&m.wear, "wear", "", "how the images are damaged before they are read, see package bench/ocr")
	collections := flag.String("collections", "", "only these collections, comma-separated")
	skip := flag.String("skip", "", "prefixes of file names that are left out, comma-separated")
	sample := flag.Int("sample", 0, "files of each collection or language; 0 takes all")
	seed := flag.Int64("seed", 1, "of the choice")
	languages := flag.String("languages", ocr.DefaultLanguages, "Tesseract's languages")
	list := flag.String("ways", "plain,tesseract,own", "ways of reading to compare")
	apart := flag.Bool("apart", false, "only receipts that the recognizer was not trained on, by their issuers")
	flag.Parse()
	if flag.NArg() != 1 || !slices.Contains([]string{fromBoxes, fromPages, fromScans, fromPhotos}, m.from) {
		return errors.New("want one folder, see -help")
	}
	cases, err := eval.Load(flag.Arg(0))
	if err != nil {
		return err
	}
	rand.New(rand.NewSource(*seed)).Shuffle(len(cases), func(i, k int) { cases[i], cases[k] = cases[k], cases[i] })
	taken := map[string]int{}
	cases = slices.DeleteFunc(cases, func(c eval.Case) bool {
		isBegin := func(prefix string) bool { return prefix != "" && strings.HasPrefix(c.File, prefix) }
		if !m.uses(c) || slices.ContainsFunc(strings.Split(*skip, ","), isBegin) ||
			*collections != "" && !slices.Contains(strings.Split(*collections, ","), c.Collection) ||
			*apart && !(&lines.Receipt{Vendor: c.Truth.Scalars["vendorName"]}).IsApart() {
			return true
		}
		taken[m.group(c)]++
		return *sample > 0 && taken[m.group(c)] > *sample
	})
	if m.ways, err = bench.OpenWays(ctx, *languages, strings.Split(*list, ",")...); err != nil {
		return err
	}
	if m.library, err = pdfium.New(ctx, pdfium.UserCacheDir()); err != nil {
		return err
	}
	defer func() { _ = m.library.Close(context.WithoutCancel(ctx)) }()
	for _, c := range cases {
		if err := m.measure(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
	}
	return m.print()
}

// uses reports whether a file is one of the images or PDFs that are read.
func (m *measurement) uses(c eval.Case) bool {
	isPDF, isScan := isPDF(c.File), strings.Contains(c.File, scanMark)
	switch m.from {
	case fromPages, fromPhotos:
		return isPDF && !isScan
	case fromScans:
		return isScan
	}
	return c.OCRBoxes != "" && !isPDF
}

func isPDF(path string) bool { return strings.EqualFold(filepath.Ext(path), ".pdf") }

// group returns the line of the result that a file counts for.
func (m *measurement) group(c eval.Case) string {
	if m.from == fromBoxes {
		return c.Collection
	}
	return strings.ToLower(c.Language + "??")[:2]
}

func (m *measurement) measure(ctx context.Context, c eval.Case) error {
	reference, ignored, err := m.reference(ctx, c)
	if err != nil {
		return err
	}
	group := m.group(c)
	if m.found[group] == nil {
		m.found[group], m.edits[group] = make([]bench.Recall, len(m.ways)), bench.Edits{}
	}
	n := 0
	for img, err := range m.images(ctx, c.Path()) {
		if err != nil || n == len(reference) {
			return err
		}
		lines := reference[n]
		if m.wear != "" {
			seed := uint64(m.found[group][0].Images) //nolint:gosec // a count
			var added []document.Line
			if img, added, err = bench.Worn(img, lines, m.wear, seed); err != nil {
				return err
			}
			lines = slices.Concat(lines, added)
		}
		for i, w := range m.ways {
			read, took, err := m.read(ctx, w, c, img)
			if err != nil {
				return err
			}
			count := &m.found[group][i]
			if m.from == fromBoxes && m.wear != bench.Table && m.wear != bench.Vertical {
				m.countOutside(count, c, read, lines, ignored, i == len(m.ways)-1)
			}
			missing := count.Add(read, lines)
			if m.lost && i == len(m.ways)-1 && len(missing) > 0 {
				fmt.Printf("  %s, page %d: %s\n", c.File, n+1, strings.Join(missing, " "))
			}
			if m.kinds > 0 && i == len(m.ways)-1 {
				m.edits[group].Add(read, lines)
			}
			count.CPU += took
		}
		n++
	}
	return nil
}

// countOutside counts the words read where a page has no text. It prints those of the last way if that is asked for.
func (m *measurement) countOutside(
	count *bench.Recall, c eval.Case, read, reference []document.Line, ignored []document.Box, isLast bool,
) {
	parts := slices.Clone(ignored)
	for _, l := range reference {
		parts = append(parts, l.Box)
	}
	for _, w := range count.AddOutside(read, parts) {
		if m.outside && isLast {
			fmt.Printf("  %s: %q %.2f at %.3f\n", c.File, w.Text, w.Confidence, w.Box)
		}
	}
}

func (m *measurement) read(ctx context.Context, w bench.Way, c eval.Case, img *image.Gray) (
	[]document.Line, time.Duration, error,
) {
	if m.from == fromBoxes && m.wear == "" {
		return w.ReadFile(ctx, c.Path(), img)
	}
	dpi := m.dpi
	if m.from == fromPhotos {
		dpi = 0 // cameras know none
	}
	return w.Read(ctx, img, dpi)
}

// reference returns the lines of each page, and the parts with text that the reference does not have. References of
// boxes cover the first page only.
func (m *measurement) reference(ctx context.Context, c eval.Case) (
	pages [][]document.Line, ignored []document.Box, err error,
) {
	if m.from == fromBoxes {
		return m.boxes(ctx, c)
	}
	path := c.Path()
	if stem, _, isScan := strings.Cut(path, scanMark); isScan {
		path = stem + ".pdf"
	}
	file, err := m.open(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close(context.WithoutCancel(ctx))
	for n := range file.PageCount() {
		page, err := file.Page(ctx, n)
		if err != nil {
			return nil, nil, err
		}
		pages = append(pages, visible(page.Lines))
	}
	return pages, nil, nil
}

// boxes returns the reference of a picture. Boxes without a text have one that is not part of it.
func (m *measurement) boxes(ctx context.Context, c eval.Case) (
	pages [][]document.Line, ignored []document.Box, err error,
) {
	path := filepath.Join(c.Folder, c.OCRBoxes)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	isJSON := filepath.Ext(path) == ".json"
	if isJSON {
		var all struct {
			Width, Height float64
			Boxes         []struct {
				Text string
				Box  [4]float64
			}
		}
		if err := json.Unmarshal(data, &all); err != nil {
			return nil, nil, err
		}
		for _, b := range all.Boxes {
			if b.Text == "" {
				ignored = append(ignored, document.Box{X0: b.Box[0] / all.Width, Y0: b.Box[1] / all.Height,
					X1: b.Box[2] / all.Width, Y1: b.Box[3] / all.Height})
			}
		}
	}
	for img, err := range m.images(ctx, c.Path()) {
		if err != nil {
			return nil, nil, err
		}
		doc, err := eval.ParseBoxes(data, isJSON, img.Rect.Size())
		if err != nil {
			return nil, nil, err
		}
		return [][]document.Line{doc.Pages[0].Lines}, ignored, nil
	}
	return nil, nil, nil
}

func (m *measurement) open(ctx context.Context, path string) (*pdf.File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return pdf.Open(ctx, m.library, data)
}

// images returns the pages of a file as pixels. The sequence ends with the first error.
func (m *measurement) images(ctx context.Context, path string) iter.Seq2[*image.Gray, error] {
	return func(yield func(*image.Gray, error) bool) {
		if !isPDF(path) {
			data, err := os.ReadFile(path)
			if err != nil {
				yield(nil, err)
				return
			}
			kind, _ := sniff.Sniff(data)
			raster.Pages(kind, data)(yield)
			return
		}
		file, err := m.open(ctx, path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close(context.WithoutCancel(ctx))
		for n := range file.PageCount() {
			img, err := file.Render(ctx, n, float64(m.dpi))
			if err == nil && m.from == fromPhotos {
				img, err = pages.Photographed(img, uint64(len(path)+n), m.strength) //nolint:gosec // not negative
			}
			if !yield(img, err) || err != nil {
				return
			}
		}
	}
}

func visible(lines []document.Line) []document.Line {
	out := make([]document.Line, len(lines))
	for i, l := range lines {
		out[i].Words = slices.DeleteFunc(slices.Clone(l.Words), func(w document.Word) bool { return w.Hidden })
	}
	return out
}

// print prints the figures. It returns an error if plain Tesseract read more than the networks.
func (m *measurement) print() error {
	worse := false
	for _, name := range slices.Sorted(maps.Keys(m.found)) {
		counts, by := m.found[name], map[string]*bench.Recall{}
		fmt.Printf("%s, %d pages, %d words\n", name, counts[0].Images, counts[0].Words)
		for i, w := range m.ways {
			by[w.Name] = &counts[i]
			fmt.Printf("  %-10s %s", w.Name, &counts[i])
			if base := counts[0].CPU; base > 0 {
				fmt.Printf(", %.2f times", counts[i].CPU.Seconds()/base.Seconds())
			}
			fmt.Println()
			if m.sure {
				of := counts[i].Sure
				fmt.Printf("    right %.3f\n    wrong %.3f\n", bench.Tenths(of.Right), bench.Tenths(of.Wrong))
			}
		}
		fmt.Print(m.edits[name].Most(m.kinds))
		base, own := by[bench.PlainName], by[string(ocr.Own)]
		worse = worse || base != nil && own != nil &&
			(own.FoundWords < base.FoundWords || own.FoundAmounts < base.FoundAmounts)
	}
	if worse {
		return errors.New("plain tesseract reads more")
	}
	return nil
}
