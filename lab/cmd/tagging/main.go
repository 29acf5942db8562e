// Command tagging writes what the tagger's network is trained on, of folders of
// labelled documents (see package eval) and of made ones:
//
//	cd lab && go run ./cmd/tagging -out FILE -documents FOLDER[,FOLDER…] [-made N] [-cache FOLDER]
//	    [-collections a,b] [-aside a,b]
//
// tagging/train.py makes networks of it; the module's README.md says more.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/lab/folds"
	"github.com/docmill/docmill/lab/tagging"
	"github.com/docmill/docmill/lab/train"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "tagging:", err)
		os.Exit(1)
	}
}

// settings are the flags.
type settings struct {
	documents, collections, aside []string
	cache, languages, out         string
	made                          int
}

func parse(args []string) (settings, error) {
	s := settings{}
	set := flag.NewFlagSet("tagging", flag.ContinueOnError)
	documents := set.String("documents", "", "folders of labelled documents, joined by commas")
	collections := set.String("collections", "einvoice-pdf,orderx,invoice2data,templates,templates-scan",
		"those of the folders that may be trained on")
	aside := set.String("aside", "", "families of templates that are put aside: never trained on")
	set.StringVar(&s.cache, "cache", filepath.Join(os.TempDir(), "docmill-train"), "folder that keeps what was read")
	set.StringVar(&s.languages, "ocr-languages", "eng+deu+fra+spa+ita+nld+por+pol",
		"languages that scans may be in, as docmill eval takes them")
	set.IntVar(&s.made, "made", 12000, "number of made documents")
	set.StringVar(&s.out, "out", "tagging.bin", "file to write")
	if err := set.Parse(args); err != nil {
		return s, err
	}
	s.documents, s.collections, s.aside = list(*documents), list(*collections), list(*aside)
	return s, nil
}

func list(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return c == ',' })
}

func run(ctx context.Context, args []string) error {
	s, err := parse(args)
	if err != nil {
		return err
	}
	f, err := os.Create(s.out)
	if err != nil {
		return err
	}
	w := tagging.NewWriter(f)
	if err := s.addReal(ctx, w); err != nil {
		_ = f.Close()
		return err
	}
	for i := range s.made {
		w.AddMade(uint64(i + 1)) //nolint:gosec // not negative
	}
	if err := w.Close(); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// addReal writes the documents of the folders.
func (s settings) addReal(ctx context.Context, w *tagging.Writer) error {
	opt := folds.Options{Collections: s.collections, Aside: s.aside}
	parts, err := folds.Make(s.documents, opt)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.cache, 0o700); err != nil {
		return err
	}
	reader, err := read.New(ctx, read.Options{CacheDir: engine.UserCacheDir(), OCRLanguages: s.languages})
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close(ctx) }()
	for _, folder := range s.documents {
		all, err := train.Load(ctx, eval.CachedReader{Reader: reader, Folder: s.cache}, folder, parts, opt.Trains)
		if err != nil {
			return err
		}
		for i := range all {
			w.Add(&all[i], nil, all[i].Fold)
		}
	}
	return nil
}
