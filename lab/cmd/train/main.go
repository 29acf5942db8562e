// Command train makes the engine's embedded models from folders of labeled documents (see package eval) and from
// synthetic ones:
//
//	cd lab && go run ./cmd/train -documents FOLDER[,FOLDER…] [-folds FOLDER] [-made N] [-cache FOLDER]
//	    [-collections a,b] [-aside a,b] [-engine FOLDER]
//
// It writes the released models under -engine, into the packages that embed them. With -folds it also writes a set of
// models per fold, trained without it, for docmill eval. It prints its figures. The same documents give the same
// files; see the module's README.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/lab/folds"
	"github.com/docmill/docmill/lab/train"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

type settings struct {
	source                  *train.Source
	engine, folds, networks string
	made                    int
}

func parse(args []string) (settings, error) {
	s := settings{}
	set := flag.NewFlagSet("train", flag.ContinueOnError)
	s.source = train.Flags(set, "sroie,sroie-train,einvoice-pdf,orderx,invoice2data,templates,templates-scan")
	set.StringVar(&s.folds, "folds", "", "folder for a set of models without each fold; none are made without it")
	set.StringVar(&s.networks, "networks", "", "folder of taggers by fold, as tagging/train.py writes them")
	set.IntVar(&s.made, "made", 4000, "number of made documents")
	set.StringVar(&s.engine, "engine", "../engine", "folder of the engine, where the released models are written")
	return s, set.Parse(args)
}

func run(ctx context.Context, args []string) error {
	start := time.Now()
	s, err := parse(args)
	if err != nil {
		return err
	}
	networks, known, err := s.readNetworks()
	if err != nil {
		return err
	}
	real, parts, err := s.source.Load(ctx, known)
	if err != nil {
		return err
	}
	fmt.Printf("%d readings of documents, %d made, after %s\n", len(real), s.made, since(start))
	models, err := train.Fit(append(real, train.Made(firstMade, s.made)...),
		train.Options{Folds: s.folds != "", Networks: networks, Log: os.Stdout})
	if err != nil {
		return err
	}
	if err := write(s.engine, models.All); err != nil {
		return err
	}
	if s.folds != "" {
		if err := writeFolds(s.folds, parts, models); err != nil {
			return err
		}
	}
	fmt.Printf("done after %s\n", since(start))
	return nil
}

// firstMade is the seed of the first synthetic document. Smaller seeds are for the taggers.
const firstMade = 1_000_001

// readNetworks reads the tagger trained on all documents, fold-0.bin, those trained without a fold, and the folds of
// their training.
func (s settings) readNetworks() ([]*tagger.Network, *eval.Folds, error) {
	if s.networks == "" {
		return nil, nil, nil
	}
	known, err := eval.LoadFolds(s.networks)
	if err != nil {
		return nil, nil, err
	}
	var out []*tagger.Network
	for fold := range folds.Count + 1 {
		data, err := os.ReadFile(filepath.Join(s.networks, fmt.Sprintf("fold-%d.bin", fold)))
		if err != nil {
			return nil, nil, err
		}
		n, err := tagger.Parse(data)
		if err != nil {
			return nil, nil, fmt.Errorf("fold %d: %w", fold, err)
		}
		out = append(out, n)
	}
	return out, known, nil
}

func since(start time.Time) time.Duration { return time.Since(start).Round(time.Second) }

func writeFolds(folder string, parts *eval.Folds, models *train.Trained) error {
	for fold := 1; fold < len(models.Without); fold++ {
		if err := write(filepath.Join(folder, eval.FoldFolder(fold)), models.Without[fold]); err != nil {
			return err
		}
	}
	return folds.Write(folder, parts)
}

func write(folder string, m extract.Models) error {
	files, err := m.Files()
	if err != nil {
		return err
	}
	for path, data := range files {
		path = filepath.Join(folder, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return err
		}
	}
	return nil
}
