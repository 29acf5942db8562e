// Command languages measures the engine's accuracy on synthetic documents of each language:
//
//	cd lab && go run ./cmd/languages [-documents N] [-design wild|listed] [-recognized LEVEL] [-least F1]
//	    [-language xx]
//
// It makes invoices, credit notes and orders from seeds that no training uses, extracts them without a given type, and
// compares the results with the truth. It prints a line per language: the F1 of all single values, the F1 of line item
// amounts, and the number of right types. The exit status is 1 if the F1 of a language's single values is below
// -least.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/lab/synth"
)

// firstSeed is above the seeds that networks and trees are trained with.
const firstSeed = 40_000_000

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "languages:", err)
		os.Exit(1)
	}
}

type settings struct {
	documents  int
	design     string
	recognized float64
	minShare   float64
	only       string
}

func run(args []string) error {
	var s settings
	set := flag.NewFlagSet("languages", flag.ContinueOnError)
	set.IntVar(&s.documents, "documents", 100, "documents of each language")
	set.StringVar(&s.design, "design", "", "wild or listed; without one, as seeds draw it")
	set.Float64Var(&s.recognized, "recognized", 0, "share of words that are misread as text recognition does, from 0 to 1")
	set.StringVar(&s.only, "language", "", "only this one, with a line for each field")
	set.Float64Var(&s.minShare, "least", 0, "lowest F1 of single values that is enough")
	if err := set.Parse(args); err != nil {
		return err
	}
	fmt.Printf("%-9s %9s %7s %8s %6s\n", "language", "documents", "values", "amounts", "types")
	var low []string
	for _, language := range synth.TradeLanguages() {
		if s.only != "" && language != s.only {
			continue
		}
		f := s.measure(language)
		fmt.Printf("%-9s %9d %7.3f %8.3f %6.3f\n", language, s.documents, f.values.f1(), f.amounts.f1(),
			float64(f.types)/float64(max(1, s.documents)))
		if s.only != "" {
			f.printFields()
		}
		if f.values.f1() < s.minShare {
			low = append(low, language)
		}
	}
	if low != nil {
		return fmt.Errorf("below %.2f: %s", s.minShare, strings.Join(low, ", "))
	}
	return nil
}

type figures struct {
	values, amounts counts
	types           int // right ones
	fields          map[string]counts
}

type counts struct{ want, got, right int }

func (c counts) plus(d counts) counts {
	return counts{c.want + d.want, c.got + d.got, c.right + d.right}
}

func (f *figures) printFields() {
	for _, name := range slices.Sorted(maps.Keys(f.fields)) {
		c := f.fields[name]
		fmt.Printf("  %-22s %.3f  right %d of %d, found %d\n", name, c.f1(), c.right, c.want, c.got)
	}
}

func (c counts) f1() float64 { return 2 * float64(c.right) / float64(max(1, c.want+c.got)) }

func (s settings) measure(language string) (f figures) {
	kinds := []result.DocumentType{result.TypeInvoice, result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder}
	models, err := extract.EmbeddedModels()
	if err != nil {
		panic(err)
	}
	f.fields = map[string]counts{}
	for k := range s.documents {
		seed := uint64(firstSeed + k) //nolint:gosec // not negative
		made := synth.New(seed, synth.Options{DocumentType: kinds[k%len(kinds)], Language: language,
			Design: synth.Design(s.design)})
		found := models.Document(s.read(made, seed), result.TypeAuto)
		f.compare(made, found)
	}
	return f
}

func (s settings) read(made *synth.Sample, seed uint64) *document.Document {
	if s.recognized > 0 {
		return made.Recognized(seed, s.recognized)
	}
	return made.Document()
}

func (f *figures) compare(made *synth.Sample, found *result.Result) {
	if found.DocumentType == made.DocumentType {
		f.types++
	}
	for field, want := range made.Truth.Scalars {
		if !schema.Of(made.DocumentType).Has(field) {
			continue // other parties of the generator
		}
		got, _ := found.Data[field].(string)
		one := counts{want: 1}
		if got != "" {
			one.got = 1
		}
		if eval.Equal(field, got, want) {
			one.right = 1
		}
		f.values, f.fields[field] = f.values.plus(one), f.fields[field].plus(one)
	}
	rows, _ := found.Data["lineItems"].([]map[string]string)
	got, want := eval.Rows(rows), eval.Rows(made.Truth.LineItems)
	for i, k := range eval.Pair(got, want) {
		if k >= 0 && eval.EqualMember("amount", got[k]["amount"], want[i]["amount"]) {
			f.amounts.right++
		}
	}
	f.amounts.want, f.amounts.got = f.amounts.want+len(want), f.amounts.got+len(got)
}
