// Command tagging writes what tagger's network is trained on; see lab/README.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"strings"

	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth"
	"github.com/docmill/docmill/lab/tagging"
	"github.com/docmill/docmill/lab/train"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	folders := flag.String("documents", "", "folders with a manifest, by commas")
	collections := flag.String("collections", "einvoice-pdf,orderx,invoice2data,templates,templates-scan,doctypes", "")
	put := flag.String("aside", "", "beginnings of files' names that are left out")
	cache := flag.String("cache", os.TempDir(), "folder that keeps what was read")
	made := flag.Int("made", 4000, "")
	out := flag.String("out", "tagging.bin", "")
	flag.Parse()
	f, err := os.Create(*out)
	if err != nil {
		return err
	}
	w := tagging.NewWriter(f)
	if *folders != "" {
		reader, err := read.New(ctx, read.Options{})
		if err != nil {
			return err
		}
		for _, folder := range strings.Split(*folders, ",") {
			all, err := train.Load(ctx, reader, folder, *cache, strings.Split(*collections, ","))
			if err != nil {
				return err
			}
			for i := range all {
				if aside(all[i].File, *put) {
					continue
				}
				w.Add(&all[i], nil, foldOf(all[i].File, all[i].Origin), 1)
			}
		}
	}
	for i := range *made {
		addMade(w, uint64(i+1)) //nolint:gosec // not negative
	}
	return w.Close()
}

func aside(file, prefixes string) bool {
	for p := range strings.SplitSeq(prefixes, ",") {
		if p != "" && strings.HasPrefix(file, p) {
			return true
		}
	}
	return false
}

// foldOf keeps a family of templates, else a vendor, together.
func foldOf(file, origin string) int {
	name := origin
	if !strings.Contains(file, "/") {
		name, _, _ = strings.Cut(file, "_")
		name, _, _ = strings.Cut(name, "-")
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	return int(h.Sum32() % 5)
}

// addMade makes a document, in one of three cases as text recognition gives it.
func addMade(w *tagging.Writer, seed uint64) {
	s := synth.New(seed, synth.Options{})
	if s.Kind == result.TypeReceipt && seed%3 > 0 {
		return // the network has little to say of them
	}
	l := train.Labelled{Kind: s.Kind, Truth: eval.Truth{Scalars: s.Truth.Scalars}, Complete: true, Origin: s.Layout}
	var drawn synth.Fields
	if seed%3 == 0 {
		l.Document, drawn = s.RecognisedFields(seed, float64(seed/3%4)/5)
	} else {
		l.Document, drawn = s.DocumentFields()
	}
	w.Add(&l, drawn, -1, 1)
}
