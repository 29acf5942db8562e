// Command lines makes lines of text for training text recognition: synthetic ones in the installed fonts (make fonts),
// or those of annotated receipts.
//
//	cd lab && go run ./cmd/lines -seed 1 -count 40000 -out FILE.lines [-apart]
//	cd lab && go run ./cmd/lines -receipts FOLDER [-copies 4] -out FILE.lines [-apart]
//
// -apart writes the lines that are held out from training: those in a tenth of the font families, or of about 15 % of
// the receipts, whose issuers the others do not have. Package lines describes the file format.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/docmill/docmill/lab/lines"
	"github.com/docmill/docmill/lab/lines/font"
	"github.com/docmill/docmill/lab/lines/textsample"
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
		err = makeLines(*seed, *count, *documents, *apart, write)
	}
	if err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return file.Close()
}

func makeLines(seed uint64, count, documents int, apart bool, write func(lines.Sample) error) error {
	faces, err := font.Load(font.Folders()...)
	if err != nil {
		return err
	}
	faces = faces.Apart(apart)
	fmt.Fprintln(os.Stderr, "lines:", len(faces.Faces()), "faces")
	return lines.NewMaker(faces, textsample.NewSource(seed, documents), seed).Make(count, write)
}
