// Command ngram counts the letter sequences by which the engine chooses between readings of unclear words. They come
// from Debian's word lists and an office program's help, and from the lists of words of the project.
//
//	cd lab && go run ./cmd/ngram [-packages FOLDER] -out ../engine/ocr/textline/ngram/counts.bin
//
// -packages is the folder where the packages of word lists and libreoffice-help-* were unpacked, if they are not
// installed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/docmill/docmill/engine/ocr/textline/ngram"
	"github.com/docmill/docmill/lab/spelling"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "ngram:", err)
		os.Exit(1)
	}
}

func run() error {
	var roots spelling.Roots
	var options spelling.SequenceOptions
	flag.StringVar(&roots.Packages, "packages", "/", "where the packages are")
	flag.StringVar(&roots.Project, "project", "..", "the project's folder")
	flag.Float64Var(&options.Words, "words", 4e6, "the sum of all counts of words")
	flag.Float64Var(&options.MinCount, "min-count", 2, "of a sequence")
	flag.Float64Var(&options.MinGain, "min-gain", 4, "of a sequence, in nats")
	out := flag.String("out", "", "file that is written")
	flag.Parse()
	if *out == "" {
		return errors.New("want -out, see -help")
	}
	nodes, err := spelling.CountSequences(roots, options)
	if err != nil {
		return err
	}
	data, err := ngram.Append(nil, nodes)
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "ngram:", len(nodes), "sequences,", len(data), "bytes")
	return os.WriteFile(*out, data, 0o644) //nolint:gosec // a file of the project
}
