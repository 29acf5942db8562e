// Command tagging writes what tagger's network is trained on; see lab/README.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"strings"

	"github.com/docmill/docmill/engine/read"
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
	collections := flag.String("collections", "einvoice-pdf,orderx,invoice2data,templates", "")
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
				w.Add(&all[i], foldOf(all[i].File, all[i].Origin), 1)
			}
		}
	}
	for _, l := range train.Made(1, *made) {
		w.Add(&l, -1, 1)
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
