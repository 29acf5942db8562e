// Command indexing writes the index of the word files. Run `go generate ./lexicon` after changing them.
package main

import (
	"fmt"
	"os"

	"github.com/docmill/docmill/engine/text/lexicon"
)

func main() {
	if err := write(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: indexing FILE")
	}
	index, err := lexicon.BuildIndex()
	if err != nil {
		return err
	}
	return os.WriteFile(args[0], index, 0o644) //nolint:gosec // part of the program
}
