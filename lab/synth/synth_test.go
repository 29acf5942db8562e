package synth_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/lab/synth"
	"github.com/docmill/docmill/lab/synth/sheet"
	"github.com/docmill/docmill/lab/synth/trade"
)

func random(seed uint64, kind result.DocumentType, language string) *synth.Sample {
	return synth.New(seed, synth.Options{DocumentType: kind, Language: language, Design: synth.DesignRandom})
}

func fixed(seed uint64, kind result.DocumentType, language string) *synth.Sample {
	return synth.New(seed, synth.Options{DocumentType: kind, Language: language, Design: synth.DesignFixed})
}

// Making a sample takes longer than checking it, so each sample gets all checks.
func TestSamples(t *testing.T) {
	t.Parallel()
	for k, kind := range synth.Types() {
		for _, language := range synth.Languages() {
			t.Run(string(kind)+"/"+language, func(t *testing.T) {
				t.Parallel()
				for seed := range uint64(40) {
					check(t, fixed(seed, kind, language), fmt.Sprint("seed ", seed))
				}
			})
		}
		for i, language := range synth.TradeLanguages() {
			if !schema.Of(kind).IsTrade() {
				break
			}
			t.Run(string(kind)+"/"+language+"/random", func(t *testing.T) {
				t.Parallel()
				first := uint64(len(synth.Types())*i+k) * 1000 //nolint:gosec // not negative
				for seed := first; seed < first+12; seed++ {
					check(t, random(seed, kind, language), fmt.Sprint("seed ", seed))
				}
			})
		}
	}
}

func check(t *testing.T, s *synth.Sample, name string) {
	t.Helper()
	name += ", " + s.Layout
	if s.Layout == "" || len(s.Sheets) == 0 {
		t.Fatalf("%s: %d sheets", name, len(s.Sheets))
	}
	staysOnThePage(t, name, s)
	doesNotOverlap(t, name, s)
	isPrinted(t, name, s)
	printsNoKeys(t, name, s)
	currencyIsPrinted(t, name, s)
	numbersAreValid(t, name, s)
	truthIsComplete(t, name, s)
	rowsMultiply(t, name, s)
	if strings.HasPrefix(s.Layout, "wild/") {
		fieldsMatchTruth(t, name, s)
	}
	switch s.DocumentType {
	case result.TypeInvoice, result.TypeCreditNote:
		sumsAddUp(t, name, s)
	case result.TypeBankStatement:
		fields := s.Truth.Scalars
		if fields["iban"] == "" && fields["accountNumber"] == "" || fields["periodEnd"] <= fields["periodStart"] {
			t.Errorf("%s: no account, or a wrong period, in %v", name, fields)
		}
	case result.TypeGeneric:
		if len(s.Truth.Scalars) != 0 || len(s.Truth.LineItems) != 0 {
			t.Errorf("%s has fields %v", name, s.Truth)
		}
	}
}

func TestVariety(t *testing.T) {
	t.Parallel()
	for kind, bounds := range map[result.DocumentType][2]int{
		result.TypeReceipt: {60, 600}, result.TypeInvoice: {20, 60}, result.TypeGeneric: {20, 600},
	} {
		layouts := map[string]bool{}
		for seed := range uint64(600) {
			layout := fixed(seed, kind, "").Layout
			if papers, ok := strings.CutPrefix(layout, "other/"); ok {
				layout, _, _ = strings.Cut(papers, "-")
			}
			layouts[layout] = true
		}
		if n := len(layouts); n < bounds[0] || n > bounds[1] {
			t.Errorf("%s: %d families of layouts", kind, n)
		}
	}
}

func TestDeterministicSample(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		a, b := synth.New(seed, synth.Options{}), synth.New(seed, synth.Options{})
		if !reflect.DeepEqual(a, b) {
			t.Errorf("seed %d gives two samples", seed)
		}
		if !reflect.DeepEqual(a.Recognized(seed, 0.5), b.Recognized(seed, 0.5)) {
			t.Errorf("seed %d is recognized in two ways", seed)
		}
	}
}

func TestItemForms(t *testing.T) {
	t.Parallel()
	for _, form := range trade.ItemForms() {
		for _, language := range synth.Languages() {
			t.Run(form+"/"+language, func(t *testing.T) {
				t.Parallel()
				for seed := range uint64(15) {
					s := synth.New(seed, synth.Options{DocumentType: result.TypeInvoice, Language: language, Items: form})
					if !strings.HasSuffix(s.Layout, "-"+form) || len(s.Truth.LineItems) == 0 {
						t.Errorf("seed %d: layout %q, %d line items", seed, s.Layout, len(s.Truth.LineItems))
					}
					for _, row := range s.Truth.LineItems {
						followsForm(t, form, row)
					}
					staysOnThePage(t, s.Layout, s)
					doesNotOverlap(t, s.Layout, s)
				}
			})
		}
	}
}

func TestShareOfRandomLayouts(t *testing.T) {
	t.Parallel()
	got := 0
	for seed := range uint64(1000) {
		if strings.HasPrefix(synth.New(seed, synth.Options{DocumentType: result.TypeInvoice}).Layout, "wild/") {
			got++
		}
	}
	if got < 700 || got > 800 {
		t.Errorf("%d of 1000 invoices have random layouts", got)
	}
}

func TestRecognizedFields(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		s := random(seed, result.TypeInvoice, "en")
		doc, fields := s.RecognizedFields(seed, 0.3)
		sameForm(t, fmt.Sprint(seed), doc, fields)
		if !reflect.DeepEqual(doc, s.Recognized(seed, 0.3)) {
			t.Errorf("seed %d: two recognitions differ", seed)
		}
	}
}

func sameForm(t *testing.T, name string, doc *document.Document, fields sheet.Fields) {
	t.Helper()
	if len(fields) != len(doc.Pages) {
		t.Fatalf("%s: fields of %d pages, not %d", name, len(fields), len(doc.Pages))
	}
	for p, page := range doc.Pages {
		if len(fields[p]) != len(page.Lines) {
			t.Fatalf("%s: fields of %d lines, not %d", name, len(fields[p]), len(page.Lines))
		}
		for l, line := range page.Lines {
			if len(fields[p][l]) != len(line.Words) {
				t.Fatalf("%s: fields of %d words, not %d", name, len(fields[p][l]), len(line.Words))
			}
		}
	}
}

// Vendor names use the letters of their language, and their addresses on the internet Latin ones.
func TestNameScriptByLanguage(t *testing.T) {
	t.Parallel()
	for language, script := range map[string]*unicode.RangeTable{"bg": unicode.Cyrillic, "el": unicode.Greek} {
		for seed := range uint64(60) {
			s := fixed(seed, result.TypeInvoice, language)
			letters, others := 0, 0
			for _, c := range s.Vendor {
				if unicode.Is(script, c) {
					letters++
				} else if unicode.IsLetter(c) {
					others++
				}
			}
			if letters <= others {
				t.Errorf("%s seed %d: %q", language, seed, s.Vendor)
			}
			site := s.Truth.Scalars["vendorWebsite"] + s.Truth.Scalars["vendorEmail"]
			if strings.IndexFunc(site, func(c rune) bool { return c > unicode.MaxASCII }) >= 0 {
				t.Errorf("%s seed %d: %q", language, seed, site)
			}
		}
	}
}

func FuzzRandomLayout(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(0))
	f.Add(uint64(77), uint8(4), uint8(2))
	f.Fuzz(func(t *testing.T, seed uint64, language, kind uint8) {
		languages := synth.TradeLanguages()
		kinds := []result.DocumentType{result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder}
		s := random(seed, kinds[int(kind)%3], languages[int(language)%len(languages)])
		check(t, s, fmt.Sprint(seed))
		if len(s.PDF()) == 0 {
			t.Error("no file")
		}
	})
}

func TestLanguageFallback(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind           result.DocumentType
		language, want string
	}{{result.TypeReceipt, "sv", "en"}, {result.TypeInvoice, "sv", "sv"}, {result.TypeInvoice, "xx", "en"}} {
		s := fixed(1, c.kind, c.language)
		if s.Language != c.want || strings.HasPrefix(s.Layout, "wild/") == (c.kind == result.TypeReceipt) {
			t.Errorf("%s in %s is in %s, %s", c.kind, c.language, s.Language, s.Layout)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	var seed uint64
	for b.Loop() {
		seed++
		if s := synth.New(seed, synth.Options{}); len(s.Document().Pages) == 0 {
			b.Fatal("no pages")
		}
	}
}
