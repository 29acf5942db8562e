// Command recall reports how many words of labelled images are read, beside plain
// Tesseract on the original files. The folder is described in package
// engine/eval; images with reference boxes (`ocrBoxes`) take part.
//
//	recall [-collections a,b] [-sample n] [-seed s] FOLDER
//
// It fails where docmill reads fewer words or amounts than plain Tesseract.
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

	bench "github.com/docmill/docmill/bench/ocr"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/sniff"
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
	languages := flag.String("languages", ocr.DefaultLanguages, "OCR languages")
	flag.Parse()
	if flag.NArg() != 1 {
		return errors.New("want one folder, see -help")
	}
	cases, err := choose(flag.Arg(0), *collections, *sample, *seed)
	if err != nil {
		return err
	}
	recognizer, err := ocr.New(ctx, ocr.Options{Languages: *languages})
	if err != nil {
		return err
	}
	m := measurement{folder: flag.Arg(0), recognizer: recognizer, languages: *languages}
	worse := false
	for _, name := range names(cases) {
		plain, own := &bench.Recall{}, &bench.Recall{}
		for _, c := range cases {
			if c.Collection == name {
				if err := m.measure(ctx, c, plain, own); err != nil {
					return fmt.Errorf("%s: %w", c.File, err)
				}
			}
		}
		fmt.Printf("%s, %d images\n  plain tesseract  %s\n  docmill          %s\n", name, own.Images, plain, own)
		fmt.Printf("  %.2f times the work; runs of tesseract: %d; a second pass in %d images, a look which side is up in "+
			"%d\n",
			own.CPU.Seconds()/plain.CPU.Seconds(), own.Passes, own.SecondPasses, own.Looking)
		worse = worse || own.FoundWords < plain.FoundWords || own.FoundAmounts < plain.FoundAmounts
	}
	if worse {
		return errors.New("plain tesseract reads more")
	}
	return nil
}

// choose returns the labelled images that take part.
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
	folder, languages string
	recognizer        *ocr.Recognizer
}

func (m *measurement) measure(ctx context.Context, c eval.Case, plain, own *bench.Recall) error {
	reference, err := eval.LoadBoxes(filepath.Join(m.folder, c.OCRBoxes))
	if err != nil {
		return err
	}
	path := filepath.Join(m.folder, c.File)
	read, took, err := bench.Plain(ctx, path, nil, "-l", m.languages)
	if err != nil {
		return err
	}
	plain.Add(read, reference.Pages[0].Lines)
	plain.CPU += took

	before, err := bench.CPU()
	if err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	kind, _ := sniff.Sniff(data)
	for img, err := range raster.Pages(kind, data) {
		if err != nil {
			return err
		}
		reading, err := m.recognizer.Recognize(ctx, img, 0, "")
		if err != nil {
			return err
		}
		own.Add(reading.Lines, reference.Pages[0].Lines)
		own.Count(reading.Passes, reading.Looks)
		break // references are of the first page
	}
	after, err := bench.CPU()
	own.CPU += after - before
	return err
}
