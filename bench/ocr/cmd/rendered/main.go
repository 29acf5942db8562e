// Command rendered measures how well clean pages are read, by language. It renders pages of PDF files with text, reads
// them, and compares the result with that text. The folder holds a manifest with the language of each file (see
// package engine/eval).
//
//	rendered [-ways plain,tesseract,own] [-languages eng+deu] [-dpi 200] [-skip prefix,…] [-lost] FOLDER
//
// The last column is the processor time as a multiple of the first engine's.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	bench "github.com/docmill/docmill/bench/ocr"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "rendered:", err)
		os.Exit(1)
	}
}

type measurement struct {
	ways    []bench.Way
	library *pdfium.Library
	dpi     int
	lost    bool
	found   map[string][]bench.Recall
}

func run(ctx context.Context) error {
	list := flag.String("ways", "plain,tesseract,own", "ways of reading to compare")
	languages := flag.String("languages", ocr.DefaultLanguages, "Tesseract's languages")
	skip := flag.String("skip", "", "prefixes of file names that are left out, separated by commas")
	each := flag.Int("each", 0, "documents of each language; 0 takes all")
	m := measurement{found: map[string][]bench.Recall{}}
	flag.IntVar(&m.dpi, "dpi", 200, "dots per inch that pages are drawn with")
	flag.BoolVar(&m.lost, "lost", false, "print the words that were not read by the last way")
	flag.Parse()
	if flag.NArg() != 1 {
		return errors.New("want one folder, see -help")
	}
	cases, err := withText(flag.Arg(0), strings.Split(*skip, ","), *each)
	if err != nil {
		return err
	}
	if m.ways, err = bench.OpenWays(ctx, *languages, strings.Split(*list, ",")...); err != nil {
		return err
	}
	if m.library, err = pdfium.New(ctx, pdfium.UserCacheDir()); err != nil {
		return err
	}
	defer func() { _ = m.library.Close(context.WithoutCancel(ctx)) }()
	for _, c := range cases {
		if err := m.document(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
	}
	m.print()
	return nil
}

func withText(folder string, skip []string, each int) ([]eval.Case, error) {
	all, err := eval.Load(folder)
	if err != nil {
		return nil, err
	}
	taken := map[string]int{}
	return slices.DeleteFunc(all, func(c eval.Case) bool {
		if !strings.EqualFold(filepath.Ext(c.File), ".pdf") || strings.Contains(c.File, ".scan.") ||
			slices.ContainsFunc(skip, func(p string) bool { return p != "" && strings.HasPrefix(c.File, p) }) {
			return true
		}
		taken[language(c)]++
		return each > 0 && taken[language(c)] > each
	}), nil
}

func language(c eval.Case) string { return strings.ToLower(c.Language + "??")[:2] }

func (m *measurement) document(ctx context.Context, c eval.Case) error {
	data, err := os.ReadFile(c.Path())
	if err != nil {
		return err
	}
	file, err := pdf.Open(ctx, m.library, data)
	if err != nil {
		return err
	}
	defer file.Close(context.WithoutCancel(ctx))
	if m.found[language(c)] == nil {
		m.found[language(c)] = make([]bench.Recall, len(m.ways))
	}
	for n := range file.PageCount() {
		page, err := file.Page(ctx, n)
		if err != nil {
			return err
		}
		img, err := file.Render(ctx, n, float64(m.dpi))
		if err != nil {
			return err
		}
		reference := visible(page.Lines)
		for i, w := range m.ways {
			read, took, err := w.Read(ctx, img, m.dpi)
			if err != nil {
				return err
			}
			count := &m.found[language(c)][i]
			if missing := count.Add(read, reference); m.lost && i == len(m.ways)-1 && len(missing) > 0 {
				fmt.Printf("  %s, page %d: %s\n", c.File, n+1, strings.Join(missing, " "))
			}
			count.CPU += took
		}
	}
	return nil
}

func visible(lines []document.Line) []document.Line {
	out := make([]document.Line, len(lines))
	for i, l := range lines {
		out[i].Words = slices.DeleteFunc(slices.Clone(l.Words), func(w document.Word) bool { return w.Hidden })
	}
	return out
}

func (m *measurement) print() {
	var languages []string
	for name := range m.found {
		languages = append(languages, name)
	}
	slices.Sort(languages)
	for _, name := range languages {
		counts := m.found[name]
		fmt.Printf("%s, %d pages, %d words\n", name, counts[0].Images, counts[0].Words)
		for i, w := range m.ways {
			fmt.Printf("  %-10s %s", w.Name, &counts[i])
			if base := counts[0].CPU; base > 0 {
				fmt.Printf(", %.2f times", counts[i].CPU.Seconds()/base.Seconds())
			}
			fmt.Println()
		}
	}
}
