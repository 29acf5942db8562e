package engine_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/check"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/memory"
	"github.com/docmill/docmill/engine/result"
)

// taught is the layout that one corrected document of a sample teaches.
func taught(t *testing.T, doc *document.Document, correct map[string]any) memory.Layout {
	t.Helper()
	var touched []string
	for name := range correct {
		touched = append(touched, name)
	}
	l := engine.EmbeddedModels().Teach(t.Context(), doc, engine.TeachRequest{
		Request: engine.Request{DocumentType: result.TypeInvoice}, Data: correct, Touched: touched,
		Document: "doc-1", Correction: 7,
	})
	if l.Empty() || l.Document != "doc-1" || l.Correction != 7 {
		t.Fatalf("lesson %+v", l)
	}
	return memory.Fold("lay-1", 3, []memory.Lesson{l})
}

// A value that was read wrong and corrected is read right the next time, says what
// taught it, and stands on the page.
func TestACorrectionIsLearned(t *testing.T) {
	t.Parallel()
	s := newSample(locales()[0])
	doc := s.letterhead()
	known := taught(t, doc, map[string]any{"paymentTerms": s.invoiceNumber, "invoiceNumber": s.invoiceNumber})
	res := engine.EmbeddedModels().UnderstandBy(doc, result.TypeInvoice, []memory.Layout{known})
	f := res.Fields["paymentTerms"]
	if f.Value != s.invoiceNumber || f.Source != document.SourceLearned || f.Learned == nil ||
		*f.Learned != (result.Learned{Layout: "lay-1", Document: "doc-1", Correction: 7}) {
		t.Errorf("field %+v", f)
	}
	if f.Page == nil || f.Box == nil || f.Confidence <= 0 || f.Confidence > 0.7 {
		t.Errorf("place %v, %v, confidence %v", f.Page, f.Box, f.Confidence)
	}
	if res.Memory == nil || *res.Memory != (result.Memory{Layout: "lay-1", Version: 3}) {
		t.Errorf("memory %v", res.Memory)
	}
	checkAnchors(t, doc, res)
}

// A memory that does not know the layout changes nothing at all.
func TestUnknownLayoutsAreReadAsWithout(t *testing.T) {
	t.Parallel()
	other := newSample(locales()[0])
	known := taught(t, other.letterhead(), map[string]any{"paymentTerms": other.invoiceNumber})
	known.Lessons[0].Fingerprint = memory.Fingerprint{Keys: []int64{1, 2, 3}}
	for _, loc := range locales() {
		for _, l := range layouts {
			doc := l.make(newSample(loc))
			without, err1 := json.Marshal(engine.Understand(doc, result.TypeAuto))
			with, err2 := json.Marshal(engine.EmbeddedModels().UnderstandBy(doc, result.TypeAuto, nil))
			stranger, err3 := json.Marshal(engine.EmbeddedModels().UnderstandBy(doc, result.TypeAuto,
				[]memory.Layout{known}))
			if err1 != nil || err2 != nil || err3 != nil || string(with) != string(without) || string(stranger) != string(without) {
				t.Errorf("%s/%s: a memory without the layout changes the record", loc.name, l.name)
			}
		}
	}
}

// A vendor's account that is another than before fails a check.
func TestChangedBankDetailsFail(t *testing.T) {
	t.Parallel()
	s := newSample(locales()[0])
	doc := s.letterhead()
	iban := strings.ReplaceAll(s.ibanValue, " ", "")
	known := taught(t, doc, map[string]any{"vendorName": s.vendor, "iban": iban})
	outcome := func(known memory.Layout) *result.Check {
		res := engine.EmbeddedModels().UnderstandBy(doc, result.TypeInvoice, []memory.Layout{known})
		i := slices.IndexFunc(res.Checks, func(c result.Check) bool { return c.Name == check.BankDetailsChanged })
		if i < 0 {
			return nil
		}
		if !slices.Contains(res.Fields["iban"].Checks, check.BankDetailsChanged) {
			t.Error("the account does not name the check")
		}
		return &res.Checks[i]
	}
	if c := outcome(known); c == nil || !c.Passed {
		t.Errorf("the known account: %v", c)
	}
	known.Lessons[0].Accounts = []string{"another"}
	if c := outcome(known); c == nil || c.Passed {
		t.Errorf("another account: %v", c)
	}
	known.Lessons[0].Vendor = "Another Vendor"
	known.Lessons[0].Fields = slices.DeleteFunc(known.Lessons[0].Fields, func(f memory.Taught) bool {
		return f.Name == "vendorTaxId"
	})
	if c := outcome(known); c != nil {
		t.Errorf("another vendor: %v", c)
	}
}

// Nothing is learned from documents without pages, nor from values that stand
// nowhere.
func TestNothingToLearn(t *testing.T) {
	t.Parallel()
	doc := newSample(locales()[0]).letterhead()
	for name, d := range map[string]*document.Document{"no pages": {}, "nowhere": doc} {
		l := engine.EmbeddedModels().Teach(t.Context(), d, engine.TeachRequest{
			Data: map[string]any{"vendorName": "Qqqq Zzzz", "lineItems": []any{}}, Reviewed: d != doc, Touched: []string{"vendorName"},
		})
		if !l.Empty() {
			t.Errorf("%s: taught %+v", name, l)
		}
	}
}

// A lesson does not hang on anything but the document and what a person left.
func TestLessonsAreDeterministic(t *testing.T) {
	t.Parallel()
	s := newSample(locales()[0])
	correct := map[string]any{"vendorName": s.vendor, "invoiceNumber": s.invoiceNumber, "customerName": s.buyer}
	if a, b := taught(t, s.columns(), correct), taught(t, s.columns(), correct); !reflect.DeepEqual(a, b) {
		t.Error("two lessons of one document differ")
	}
}
