// Command curve measures what corrected documents teach about the values of a caller's schema:
//
//	cd lab && go run ./cmd/curve [-taught 0,1,3,10] [-part a|b] [-blank] [-misses FILE] FOLDER
//
// FOLDER/manifest.jsonl names a file, its JSON Schema, its true values and its layout (cluster) in each line. Each
// document is read after other documents of its layout were corrected, with the templates of all layouts at hand. A
// document whose true values are all null only tests that nothing is invented.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/read"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "curve:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	set := flag.NewFlagSet("curve", flag.ContinueOnError)
	taught := set.String("taught", "0,1,3,10", "numbers of corrected documents")
	collections := set.String("collections", "", "collections to measure; empty for all")
	sources := set.String("sources", "text,form", "sources of the documents")
	part := set.String("part", "", "a or b: every other document of each layout")
	blank := set.Bool("blank", false, "also read each document without its values")
	misses := set.String("misses", "", "file for the values that are not right, one JSON object per line")
	if err := set.Parse(args); err != nil {
		return err
	}
	if set.NArg() != 1 {
		return fmt.Errorf("name one folder")
	}
	models, err := extract.EmbeddedModels()
	if err != nil {
		return err
	}
	reader, err := read.New(ctx, read.Options{CacheDir: engine.UserCacheDir()})
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close(ctx) }()
	b := bench{models: models, reader: reader, folder: set.Arg(0), clusters: map[string][]*sample{}, rows: map[key]*row{},
		blank: *blank}
	if err := b.load(ctx, list(*collections), list(*sources), *part); err != nil {
		return err
	}
	if *misses != "" {
		f, err := os.Create(*misses)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		b.misses = json.NewEncoder(f)
	}
	for _, n := range list(*taught) {
		k, err := strconv.Atoi(n)
		if err != nil {
			return err
		}
		b.measure(ctx, k)
	}
	b.print()
	return nil
}

func list(names string) []string {
	return strings.FieldsFunc(names, func(r rune) bool { return r == ',' })
}
