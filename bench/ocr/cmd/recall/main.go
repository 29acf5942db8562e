// Command recall reports how many words and amounts of labeled images are read and the processor time: by plain
// Tesseract on the original files, by Tesseract after docmill's preparation, and by docmill's networks, in one run.
// The folder is described in package engine/eval. The command uses images with reference boxes (`ocrBoxes`).
//
//	recall [-collections a,b] [-sample n] [-seed s] [-ways plain,tesseract,own] [-apart] [-sure] FOLDER
//
// It fails if docmill's networks read fewer words or amounts than plain Tesseract.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
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
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/lab/lines"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "recall:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	collections := flag.String("collections", "", "only these collections, comma-separated")
	sample := flag.Int("sample", 0, "images of each collection; 0 takes all")
	seed := flag.Int64("seed", 1, "of the choice")
	languages := flag.String("languages", ocr.DefaultLanguages, "Tesseract's languages")
	list := flag.String("ways", "plain,tesseract,own", "ways of reading to compare")
	apart := flag.Bool("apart", false, "only receipts that the recognizer was not trained on, by their issuers")
	sure := flag.Bool("sure", false, "print the tenths of the confidences of words that are right and wrong")
	flag.Parse()
	if flag.NArg() != 1 {
		return errors.New("want one folder, see -help")
	}
	cases, err := choose(flag.Arg(0), *collections, *sample, *seed)
	if err != nil {
		return err
	}
	if *apart {
		cases = slices.DeleteFunc(cases, func(c eval.Case) bool {
			return !(&lines.Receipt{Vendor: c.Truth.Scalars["vendorName"]}).IsApart()
		})
	}
	m := measurement{folder: flag.Arg(0), sure: *sure}
	if m.ways, err = bench.OpenWays(ctx, *languages, strings.Split(*list, ",")...); err != nil {
		return err
	}
	worse := false
	for _, name := range names(cases) {
		counts := make([]bench.Recall, len(m.ways))
		for _, c := range cases {
			if c.Collection == name {
				if err := m.measure(ctx, c, counts); err != nil {
					return fmt.Errorf("%s: %w", c.File, err)
				}
			}
		}
		worse = m.print(name, counts) || worse
	}
	if worse {
		return errors.New("plain tesseract reads more")
	}
	return nil
}

func choose(folder, collections string, sample int, seed int64) ([]eval.Case, error) {
	all, err := eval.Load(folder)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(c eval.Case) bool {
		return c.OCRBoxes == "" || collections != "" && !slices.Contains(strings.Split(collections, ","), c.Collection) ||
			strings.EqualFold(filepath.Ext(c.File), ".pdf")
	})
	rand.New(rand.NewSource(seed)).Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	taken := map[string]int{}
	return slices.DeleteFunc(all, func(c eval.Case) bool {
		taken[c.Collection]++
		return sample > 0 && taken[c.Collection] > sample
	}), nil
}

func names(cases []eval.Case) []string {
	var out []string
	for _, c := range cases {
		out = append(out, c.Collection)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

type measurement struct {
	folder string
	ways   []bench.Way
	sure   bool
}

// print prints a collection's figures. worse reports whether plain Tesseract read more than the networks.
func (m *measurement) print(collection string, counts []bench.Recall) (worse bool) {
	by := map[string]*bench.Recall{}
	fmt.Printf("%s, %d images\n", collection, counts[0].Images)
	for i, w := range m.ways {
		by[w.Name] = &counts[i]
		fmt.Printf("  %-10s %s", w.Name, &counts[i])
		if base := by[bench.PlainName]; base != nil && base.CPU > 0 {
			fmt.Printf(", %.2f times", counts[i].CPU.Seconds()/base.CPU.Seconds())
		}
		fmt.Println()
		if m.sure {
			of := counts[i].Sure
			fmt.Printf("    right %.3f\n    wrong %.3f\n", bench.Tenths(of.Right), bench.Tenths(of.Wrong))
		}
	}
	base, own := by[bench.PlainName], by[string(ocr.Own)]
	return base != nil && own != nil && (own.FoundWords < base.FoundWords || own.FoundAmounts < base.FoundAmounts)
}

func (m *measurement) measure(ctx context.Context, c eval.Case, counts []bench.Recall) error {
	reference, err := eval.LoadBoxes(filepath.Join(m.folder, c.OCRBoxes))
	if err != nil {
		return err
	}
	for i, w := range m.ways {
		lines, took, err := m.read(ctx, w, filepath.Join(m.folder, c.File), &counts[i])
		if err != nil {
			return err
		}
		counts[i].Add(lines, reference.Pages[0].Lines)
		counts[i].CPU += took
	}
	return nil
}

// read reads an image with one engine, including decoding.
func (m *measurement) read(ctx context.Context, w bench.Way, path string, counts *bench.Recall) (
	lines []document.Line, took time.Duration, err error,
) {
	if w.Recognizer == nil {
		return w.Plain(ctx, path)
	}
	before, err := bench.CPU()
	if err != nil {
		return nil, 0, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, 0, err
	}
	kind, _ := sniff.Sniff(data)
	for img, err := range raster.Pages(kind, data) {
		if err != nil {
			return nil, 0, err
		}
		reading, err := w.Recognizer.Recognize(ctx, img, 0, "")
		if err != nil {
			return nil, 0, err
		}
		lines = reading.Lines
		counts.Count(reading.Passes, reading.Looks)
		break // references cover the first page only
	}
	after, err := bench.CPU()
	return lines, after - before, err
}
