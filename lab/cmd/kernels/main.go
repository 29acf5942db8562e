// Command kernels writes the assembly of engine/ocr/textline/kernel.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/docmill/docmill/lab/kernels"
)

func main() {
	out := flag.String("out", "kernel_amd64.s", "file to write")
	flag.Parse()
	if err := os.WriteFile(*out, kernels.Assembly(), 0o644); err != nil { //nolint:gosec // source, for all to read
		fmt.Fprintln(os.Stderr, "kernels:", err)
		os.Exit(1)
	}
}
