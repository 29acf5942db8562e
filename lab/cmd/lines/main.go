// Command lines makes lines of text for training text recognition: synthetic ones in the installed fonts (make fonts),
// or those of annotated receipts.
//
//	cd lab && go run ./cmd/lines -seed 1 -count 40000 -out FILE.lines [-apart]
//	cd lab && go run ./cmd/lines -receipts FOLDER [-copies 4] -out FILE.lines [-apart]
//
// -apart writes the lines that are held out from training: those in a tenth of the font families, or of about 15 % of
// the receipts, whose issuers the others do not have. Package lines describes the file format. alphabet.json, in the
// same folder, lists the characters.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

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
	words := flag.String("words", "", "folder of word lists, a word a line, such as /usr/share/dict")
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
		err = makeLines(*seed, *count, *documents, *words, *apart, write)
	}
	if err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	alphabet, err := json.Marshal(textsample.Alphabet())
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(filepath.Dir(*out), "alphabet.json"), alphabet, 0o644)
}

func makeLines(seed uint64, count, documents int, words string, apart bool, write func(lines.Sample) error) error {
	faces, err := font.Load(font.Folders()...)
	if err != nil {
		return err
	}
	faces = faces.Apart(apart)
	fmt.Fprintln(os.Stderr, "lines:", len(faces.Faces()), "faces")
	listed, err := readWords(words)
	if err != nil {
		return err
	}
	return lines.NewMaker(faces, textsample.NewSource(seed, documents, listed...), seed).Make(count, write)
}

// readWords returns pseudo-random words of the UTF-8 lists in a folder, the same number of each; none if the folder is
// "".
func readWords(folder string) ([]string, error) {
	if folder == "" {
		return nil, nil
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return nil, err
	}
	const smallestList = 100_000 // bytes
	var lists [][]string
	shortest := math.MaxInt
	for _, path := range paths {
		info, err := os.Lstat(path)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() || info.Size() < smallestList {
			continue // another name, or an explanation
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if !utf8.Valid(content) {
			continue
		}
		list := strings.Fields(string(content))
		rand.New(rand.NewPCG(1, 1)).Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		lists, shortest = append(lists, list), min(shortest, len(list))
	}
	var words []string
	for _, list := range lists {
		words = append(words, list[:shortest]...)
	}
	return words, nil
}
