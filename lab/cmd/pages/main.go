// Command pages makes pages for training the line finder: synthetic ones in the installed fonts (make fonts), and
// annotated receipts.
//
//	cd lab && go run ./cmd/pages -made 500 -seed 3 -out FOLDER
//	cd lab && go run ./cmd/pages -receipts FOLDER -out FOLDER
//
// Each page is a numbered PNG and JSON file; see package pages.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"sync"

	"github.com/docmill/docmill/lab/lines"
	"github.com/docmill/docmill/lab/lines/font"
	"github.com/docmill/docmill/lab/lines/textsample"
	"github.com/docmill/docmill/lab/pages"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

func run() error {
	made := flag.Int("made", 0, "number of made pages")
	seed := flag.Uint64("seed", 1, "what made pages follow from")
	receipts := flag.String("receipts", "", "folder of annotated receipts")
	out := flag.String("out", "", "folder that pages are written to")
	documents := flag.Int("documents", 1000, "made documents whose words are used")
	flag.Parse()
	if err := os.MkdirAll(*out, 0o755); err != nil { //nolint:gosec // no secrets
		return err
	}
	number := 0
	if *receipts != "" {
		err := lines.ReadReceipts(*receipts, func(r *lines.Receipt) error {
			number++
			return pages.OfReceipt(r).Write(*out, strconv.Itoa(number))
		})
		if err != nil {
			return err
		}
	}
	if *made == 0 {
		return nil
	}
	faces, err := font.Load(font.Folders()...)
	if err != nil {
		return err
	}
	m := pages.NewMaker(faces, textsample.NewSource(*seed, *documents), *seed)
	return write(m, *out, number, *made)
}

// write makes pages with two workers and numbers them from first on.
func write(m *pages.Maker, out string, first, count int) error {
	const workers = 2
	errs := make([]error, workers)
	var group sync.WaitGroup
	for k := range workers {
		group.Go(func() {
			for i := k; i < count && errs[k] == nil; i += workers {
				var page *pages.Page
				if page, errs[k] = m.Page(uint64(i)); errs[k] == nil { //nolint:gosec // not negative
					errs[k] = page.Write(out, strconv.Itoa(first+i+1))
				}
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
