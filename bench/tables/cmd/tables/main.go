// Command tables reports how well docmill finds the tables of generated files. It prints for each design precision,
// recall and F1 of the neighbors of cells.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/docmill/docmill/bench/tables"
	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/result"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	documentType := flag.String("type", "generic", "document type of the requests")
	seeds := flag.Uint64("seeds", 20, "files of each design")
	only := flag.String("design", "", "the only design")
	folder := flag.String("write", "", "folder for the files")
	misses := flag.Bool("misses", false, "print the relations that are wrong or missing")
	flag.Parse()
	e, err := engine.New(ctx, engine.Options{CacheDir: engine.UserCacheDir()})
	if err != nil {
		return err
	}
	defer func() { _ = e.Close(ctx) }()
	sums, names := map[bool]*tables.Score{false: {}, true: {}}, map[bool]string{false: "all", true: "all held"}
	start := time.Now()
	for _, d := range tables.Designs() {
		if *only != "" && *only != d.Name {
			continue
		}
		score := tables.Score{}
		for seed := range *seeds {
			s := tables.Draw(d, seed)
			if *folder != "" {
				name := filepath.Join(*folder, fmt.Sprintf("%s-%d.pdf", d.Name, seed))
				if err := os.WriteFile(name, s.PDF, 0o600); err != nil {
					return err
				}
			}
			res, err := e.Extract(ctx, extract.Request{Data: s.PDF, DocumentType: result.DocumentType(*documentType)})
			if err != nil {
				return err
			}
			for _, miss := range score.Compare(found(res), s.Tables) {
				if *misses {
					fmt.Printf("%s-%d %s\n", d.Name, seed, miss)
				}
			}
		}
		sums[d.Held].Right += score.Right
		sums[d.Held].Found += score.Found
		sums[d.Held].True += score.True
		show(d.Name, score)
	}
	for _, held := range []bool{false, true} {
		show(names[held], *sums[held])
	}
	fmt.Printf("%.1f s\n", time.Since(start).Seconds())
	return nil
}

func found(res *result.Result) (all [][]tables.Cell) {
	list, _ := res.Data["tables"].([]map[string]any)
	for _, t := range list {
		all = append(all, tables.CellsOf(t))
	}
	return all
}

func show(name string, s tables.Score) {
	p, r, f := s.F1()
	fmt.Printf("%-14s precision %.3f  recall %.3f  F1 %.3f  (%d right, %d found, %d true)\n", name, p, r, f, s.Right,
		s.Found, s.True)
}
