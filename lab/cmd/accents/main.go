// Command accents computes the statistics by which the engine chooses a letter's accent if the print is unclear. They
// come from words of Debian's spelling dictionaries and an office program's help, and from the project's word lists.
//
//	cd lab && go run ./cmd/accents [-packages FOLDER] -out ../engine/ocr/textline/accent/priors.bin
//
// -packages is the folder where hunspell-* and libreoffice-help-* of spelling.Sources, and libreoffice-help-en-us,
// were unpacked, if they are not installed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
	"github.com/docmill/docmill/lab/spelling"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "accents:", err)
		os.Exit(1)
	}
}

func run() error {
	var roots spelling.Roots
	flag.StringVar(&roots.Packages, "packages", "/", "where the packages are")
	flag.StringVar(&roots.Project, "project", "..", "the project's folder")
	out := flag.String("out", "", "file that is written")
	flag.Parse()
	if *out == "" {
		return errors.New("want -out, see -help")
	}
	languages, err := spelling.Make(roots)
	if err != nil {
		return err
	}
	for _, l := range languages {
		nodes := 0
		for _, t := range l.Trees {
			nodes += len(t.Nodes)
		}
		fmt.Fprintln(os.Stderr, "accents:", l.Code, nodes, "nodes,", len(accent.Append(nil, []accent.Language{l})), "bytes")
	}
	return os.WriteFile(*out, accent.Append(nil, languages), 0o644) //nolint:gosec // a file of the project
}
