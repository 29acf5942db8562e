// Command shapes compares the layout features of synthetic and real documents (see package shape): the 10th, 50th and
// 90th percentile of each figure, and the number of documents that have it.
//
//	cd lab && go run ./cmd/shapes -documents FOLDER [-made N] [-skip prefix,…]
//
// The folder has a manifest (see package eval). The command reads its PDFs with text.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/shape"
	"github.com/docmill/docmill/lab/synth"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "shapes:", err)
		os.Exit(1)
	}
}

type figures map[string][]float64

func (f figures) add(of map[string]float64) {
	for name, v := range of {
		f[name] = append(f[name], v)
	}
}

func run(ctx context.Context) error {
	folder := flag.String("documents", "", "folder of labelled documents")
	made := flag.Int("made", 1000, "number of made invoices")
	skip := flag.String("skip", "", "beginnings of names of files that are left out")
	flag.Parse()
	real, err := measured(ctx, *folder, strings.Split(*skip, ","))
	if err != nil {
		return err
	}
	wild, listed := figures{}, figures{}
	for seed := range uint64(max(0, *made)) { //nolint:gosec // not negative
		for design, f := range map[synth.Design]figures{synth.DesignRandom: wild, synth.DesignFixed: listed} {
			s := synth.New(seed, synth.Options{DocumentType: result.TypeInvoice, Design: design})
			f.add(shape.Of(s.Document(), s.Truth.Scalars, len(s.Truth.LineItems)))
		}
	}
	print(real, wild, listed)
	return nil
}

func measured(ctx context.Context, folder string, skip []string) (figures, error) {
	out := figures{}
	if folder == "" {
		return out, nil
	}
	cases, err := eval.Load(folder)
	if err != nil {
		return nil, fmt.Errorf("documents: %w", err)
	}
	cache := filepath.Join(os.TempDir(), "docmill-shapes")
	reader, err := read.New(ctx, read.Options{CacheDir: cache, OCRLanguages: "eng"})
	if err != nil {
		return nil, fmt.Errorf("reader: %w", err)
	}
	defer func() { _ = reader.Close(ctx) }()
	for i := range cases {
		c := &cases[i]
		left := slices.ContainsFunc(skip, func(s string) bool { return s != "" && strings.HasPrefix(c.File, s) })
		if left || c.EngineType() != result.TypeInvoice || strings.Contains(c.File, ".scan.") ||
			filepath.Ext(c.File) != ".pdf" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, c.File))
		if err != nil {
			return nil, fmt.Errorf("documents: %w", err)
		}
		doc, err := reader.Read(ctx, data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.File, err)
		}
		out.add(shape.Of(doc, c.Truth.Scalars, len(c.Truth.LineItems)))
	}
	return out, nil
}

func print(real, wild, listed figures) {
	names := map[string]bool{}
	for _, f := range []figures{real, wild, listed} {
		for name := range f {
			names[name] = true
		}
	}
	sorted := make([]string, 0, len(names))
	for name := range names {
		sorted = append(sorted, name)
	}
	slices.Sort(sorted)
	fmt.Printf("%-34s %-28s %-28s %-28s\n", "", "real", "wild", "listed")
	for _, name := range sorted {
		fmt.Printf("%-34s %-28s %-28s %-28s\n", name, spread(real[name]), spread(wild[name]), spread(listed[name]))
	}
}

// spread prints percentiles 10, 50 and 90, the mean, and the number of values.
func spread(values []float64) string {
	if len(values) == 0 {
		return "-"
	}
	v := slices.Sorted(slices.Values(values))
	at := func(part float64) float64 { return v[int(part*float64(len(v)-1))] }
	mean := 0.0
	for _, x := range v {
		mean += x / float64(len(v))
	}
	return fmt.Sprintf("%.2f %.2f %.2f m%.2f n%d", at(0.1), at(0.5), at(0.9), mean, len(v))
}
