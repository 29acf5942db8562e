// Command languages measures how well scans of other languages are read. It compares each scan with the words of the
// PDF that it was made from. The folder holds a manifest (see package engine/eval) and pairs of files: NAME.pdf with
// text and NAME.scan.jpg or NAME.scan.pdf.
//
//	languages [-read eng+deu,…] [-skip prefix,…] FOLDER
//
// It prints one line for each language of the documents and each list of recognition languages; -read lists them,
// separated by commas.
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
	"time"

	bench "github.com/docmill/docmill/bench/ocr"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/engine/read"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "languages:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	lists := flag.String("read", ocr.DefaultLanguages, "lists of recognition languages, separated by commas")
	skip := flag.String("skip", "", "prefixes of file names that are left out, separated by commas")
	each := flag.Bool("each", false, "print one line for each scan, too")
	flag.Parse()
	if flag.NArg() != 1 {
		return errors.New("want one folder, see -help")
	}
	cases, err := scans(flag.Arg(0), strings.Split(*skip, ","))
	if err != nil {
		return err
	}
	for _, list := range strings.Split(*lists, ",") {
		if err := measure(ctx, flag.Arg(0), list, cases, *each); err != nil {
			return err
		}
	}
	return nil
}

const scanMark = ".scan."

// scans returns the scans with an original in the folder.
func scans(folder string, skip []string) ([]eval.Case, error) {
	all, err := eval.Load(folder)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(c eval.Case) bool {
		return !strings.Contains(c.File, scanMark) ||
			slices.ContainsFunc(skip, func(p string) bool { return p != "" && strings.HasPrefix(c.File, p) })
	})
	return all, nil
}

type tally struct {
	scans, pages          int
	words, right          int // of the originals; correctly read
	accented, rightAccent int // words with a letter beyond ASCII
	cpu, wall             time.Duration
}

func (t *tally) add(o tally) {
	t.scans, t.pages = t.scans+o.scans, t.pages+o.pages
	t.words, t.right = t.words+o.words, t.right+o.right
	t.accented, t.rightAccent = t.accented+o.accented, t.rightAccent+o.rightAccent
	t.cpu, t.wall = t.cpu+o.cpu, t.wall+o.wall
}

func (t *tally) String() string {
	share := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	return fmt.Sprintf("%3d scans  words %5d, read %5.1f %%  with accents %4d, read %5.1f %%  %.2f s of processor time "+
		"a page",
		t.scans, t.words, share(t.right, t.words), t.accented, share(t.rightAccent, t.accented),
		t.cpu.Seconds()/float64(max(t.pages, 1)))
}

func measure(ctx context.Context, folder, list string, cases []eval.Case, each bool) error {
	reader, err := read.New(ctx, read.Options{CacheDir: filepath.Join(os.TempDir(), "docmill-test-wasm"),
		OCRLanguages: list})
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close(context.WithoutCancel(ctx)) }()
	found := map[string]*tally{}
	for _, c := range cases {
		one, err := compare(ctx, reader, folder, c.File)
		if err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
		if each {
			fmt.Printf("  %-44s %s\n", c.File, one.String())
		}
		lang := strings.ToLower(c.Language + "??")[:2]
		if found[lang] == nil {
			found[lang] = &tally{}
		}
		found[lang].add(one)
	}
	for _, lang := range names(found) {
		fmt.Printf("%-32s %s  %s\n", list, lang, found[lang])
	}
	return nil
}

func names(found map[string]*tally) (out []string) {
	for lang := range found {
		out = append(out, lang)
	}
	slices.Sort(out)
	return out
}

func compare(ctx context.Context, reader *read.Reader, folder, scan string) (t tally, err error) {
	stem, _, _ := strings.Cut(scan, scanMark)
	original, err := wordsOf(ctx, reader, filepath.Join(folder, stem+".pdf"), nil)
	if err != nil {
		return t, err
	}
	t.scans = 1
	before, err := bench.CPU()
	if err != nil {
		return t, err
	}
	began := time.Now()
	got, err := wordsOf(ctx, reader, filepath.Join(folder, scan), &t.pages)
	if err != nil {
		return t, err
	}
	t.wall = time.Since(began)
	after, err := bench.CPU()
	t.cpu = after - before
	left := map[string]int{}
	for _, w := range got {
		left[w]++
	}
	for _, w := range original {
		accented := strings.ContainsFunc(w, func(r rune) bool { return r >= 0xc0 && r < 0x250 })
		t.words++
		if accented {
			t.accented++
		}
		if left[w]--; left[w] >= 0 {
			t.right++
			if accented {
				t.rightAccent++
			}
		}
	}
	return t, err
}

// wordsOf reads a file's words, without hidden ones.
func wordsOf(ctx context.Context, reader *read.Reader, path string, pages *int) (words []string, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := reader.Read(ctx, data)
	if err != nil {
		return nil, err
	}
	if pages != nil {
		*pages = len(doc.Pages)
	}
	for _, p := range doc.Pages {
		for _, l := range p.Lines {
			words = append(words, visible(l)...)
		}
	}
	return words, nil
}

func visible(l document.Line) (words []string) {
	for _, w := range l.Words {
		if !w.Hidden {
			words = append(words, w.Text)
		}
	}
	return words
}
