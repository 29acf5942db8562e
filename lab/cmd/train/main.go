// Command train makes the models that the engine embeds, from a folder of
// labelled documents (see package eval) and from made ones:
//
//	cd lab && go run ./cmd/train [-made N] [-cache FOLDER] [-collections a,b] -documents FOLDER
//
// It writes the models into the packages that embed them (see outputs), under
// -engine, and prints its figures. The same
// documents give the same files; the module's README.md says more.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/lab/train"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	documents := flag.String("documents", "", "folder of labelled documents")
	collections := flag.String("collections", "sroie,einvoice-pdf,orderx,invoice2data",
		"those of the folder that may be trained on")
	cache := flag.String("cache", filepath.Join(os.TempDir(), "docmill-train"), "folder that keeps what was read")
	made := flag.Int("made", 4000, "number of made documents")
	engine := flag.String("engine", "../engine", "folder of the engine, where the models are written")
	flag.Parse()
	if err := os.MkdirAll(*cache, 0o700); err != nil {
		return err
	}
	reader, err := read.New(ctx, read.Options{CacheDir: *cache, OCRLanguages: "eng"})
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close(ctx) }()
	var real []train.Labelled
	if *documents != "" {
		if real, err = train.Load(ctx, reader, *documents, *cache, strings.Split(*collections, ",")); err != nil {
			return err
		}
	}
	models, err := train.Fit(append(real, train.Made(1, *made)...), os.Stdout)
	if err != nil {
		return err
	}
	return write(*engine, models)
}

// curves is where the calibration curves stand, which have a form of their own.
const curves = "calibrate/tables.json"

// outputs are the models by the files that embed them, below the engine's folder.
func outputs(m *train.Models) map[string]any {
	return map[string]any{
		"classify/kinds.json":        m.Kinds,
		"fields/link/links.json":     m.Extractor.Links,
		"fields/receipt/header.json": m.Extractor.Head,
		"fields/party/parties.json":  m.Extractor.Parties,
		"calibrate/trees.json":       m.Trees,
	}
}

func write(engine string, m *train.Models) error {
	for path, v := range outputs(m) {
		data, err := json.Marshal(v)
		if err != nil {
			return err
		}
		// A tree a line, so that changes can be seen.
		text := strings.ReplaceAll(string(data), `{"f":`, "\n{\"f\":") + "\n"
		if err := os.WriteFile(filepath.Join(engine, path), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return calibrate.Write(filepath.Join(engine, curves), m.Tables)
}
