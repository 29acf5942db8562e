// Command lines makes the lines of text that the recogniser learns from: made ones
// in the fonts that the machine has (make fonts), or those of annotated receipts.
//
//	cd lab && go run ./cmd/lines -seed 1 -count 40000 -out FILE.lines [-apart]
//	cd lab && go run ./cmd/lines -receipts FOLDER [-copies 4] -out FILE.lines [-apart]
//
// With -apart come the lines that training must not see: those in a tenth of the
// families of fonts, or of some 15 of a hundred receipts, whose issuers the others
// do not have. Files are written as package lines says.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/docmill/docmill/lab/lines"
	"github.com/docmill/docmill/lab/lines/typeface"
	"github.com/docmill/docmill/lab/lines/wording"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
		os.Exit(1)
	}
}

func run() error {
	seed := flag.Uint64("seed", 1, "what made lines follow from")
	count := flag.Int("count", 1000, "number of made lines")
	out := flag.String("out", "", "file that is written")
	apart := flag.Bool("apart", false, "lines kept apart from training")
	receipts := flag.String("receipts", "", "folder of annotated receipts, in place of made lines")
	copies := flag.Int("copies", 1, "how often each line of a receipt is cut out")
	documents := flag.Int("documents", 3000, "made documents whose words are used")
	flag.Parse()
	file, err := os.Create(*out)
	if err != nil {
		return err
	}
	defer file.Close()
	w, err := lines.NewWriter(file)
	if err != nil {
		return err
	}
	write := func(s lines.Sample) error { return w.Write(s) }
	if *receipts != "" {
		err = lines.FromReceipts(*receipts, lines.ReceiptOptions{Apart: *apart, Copies: *copies, Seed: *seed}, write)
	} else {
		err = made(*seed, *count, *documents, *apart, write)
	}
	if err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return file.Close()
}

// made makes lines in the machine's fonts.
func made(seed uint64, count, documents int, apart bool, write func(lines.Sample) error) error {
	faces, err := typeface.Load(typeface.Folders()...)
	if err != nil {
		return err
	}
	faces = faces.Apart(apart)
	fmt.Fprintln(os.Stderr, "lines:", len(faces.Faces()), "faces")
	return lines.NewMaker(faces, wording.NewSource(seed, documents), seed).Make(count, write)
}
