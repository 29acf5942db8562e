// Command tagging writes the training data of the tagger's network from folders of labeled documents (see package
// eval) and from synthetic ones:
//
//	cd lab && go run ./cmd/tagging -out FILE -folds NETS -documents FOLDER[,FOLDER…] [-made N] [-cache FOLDER]
//	    [-collections a,b] [-aside a,b] [-times a=N,b=N]
//
// tagging/train.py trains networks on it; see the module's README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"

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

type settings struct {
	source     *train.Source
	out, folds string
	made       int
	times      map[string]int // repetitions of a collection's documents per epoch; 1 for others
}

func parse(args []string) (settings, error) {
	s := settings{times: map[string]int{}}
	set := flag.NewFlagSet("tagging", flag.ContinueOnError)
	s.source = train.Flags(set, "einvoice-pdf,orderx,invoice2data,templates,templates-scan")
	set.IntVar(&s.made, "made", 30000, "number of made documents")
	set.StringVar(&s.folds, "folds", "", "folder of the networks to come, where the folds of the documents are written")
	set.StringVar(&s.out, "out", "tagging.bin", "file to write")
	set.Func("times", "COLLECTION=N,…: how often documents of these are passed over, instead of once", s.setTimes)
	return s, set.Parse(args)
}

func (s *settings) setTimes(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		name, number, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(number)
		if name == "" || err != nil || n < 1 {
			return fmt.Errorf("%q is not COLLECTION=N", part)
		}
		s.times[name] = n
	}
	return nil
}

func run(ctx context.Context, args []string) error {
	s, err := parse(args)
	if err != nil {
		return err
	}
	real, parts, err := s.source.Load(ctx, nil)
	if err != nil {
		return err
	}
	if s.folds != "" {
		if err := folds.Write(s.folds, parts); err != nil {
			return err
		}
	}
	f, err := os.Create(s.out)
	if err != nil {
		return err
	}
	w := tagging.NewWriter(f)
	for i := range real {
		w.Add(&real[i], nil, real[i].Fold, max(1, s.times[real[i].Collection]))
	}
	w.AddMade(s.made)
	return errors.Join(w.Close(), f.Close())
}
