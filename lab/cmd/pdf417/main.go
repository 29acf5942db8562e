// Command pdf417 writes the symbols of PDF417 codes that the engine reads: 16 bits for each symbol, without its first
// module, by cluster and codeword.
//
//	cd lab && go run ./cmd/pdf417 ../engine/read/barcode/pdf417/symbols.bin
package main

import (
	"encoding/binary"
	"fmt"
	"os"

	"github.com/docmill/docmill/lab/pdf417"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: pdf417 FILE")
		os.Exit(1)
	}
	var file []byte
	for _, cluster := range pdf417.Symbols() {
		for _, symbol := range cluster {
			file = binary.BigEndian.AppendUint16(file, uint16(symbol))
		}
	}
	if err := os.WriteFile(os.Args[1], file, 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "pdf417:", err)
		os.Exit(1)
	}
}
