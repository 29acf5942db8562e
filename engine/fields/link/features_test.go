package link_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/libs/assert"
)

// vectors returns the features of a page's links by field and value.
func vectors(lay *layout.Layout, run func(l *link.Linker)) map[string]map[string]float32 {
	out := map[string]map[string]float32{}
	watch := func(o link.Observation) {
		x := map[string]float32{"given prior": float32(o.Prior)}
		for i, name := range link.FeatureNames() {
			x[name] = o.X[i]
		}
		out[o.Field+" "+o.Text] = x
	}
	run(link.New(sheettest.LinkerOf(result.TypeInvoice, lay).Document, result.TypeInvoice, link.Scorer{Watch: watch}))
	return out
}

func amounts(l *link.Linker) { l.Link(l.AmountValues, lexicon.Total, lexicon.Subtotal) }

func TestAmountFeatures(t *testing.T) {
	t.Parallel()
	seen := vectors(sheettest.Rows("Subtotal:|100.00", "Total|€ -200.00", "All in Total 100.00"), amounts)
	for key, want := range map[string]map[string]float32{
		"subtotal 100.00": {
			"direction": 1, "colon": 1, "start": 1, "magnitude": 0.5, "currency": 0, "negative": 0, "fraction": 2,
			"labelWords":   1,
			"segmentWords": 1, "alone": 1, "pages": 1, "recognised": 0, "legibility": 1, "length": 6, "digits": 5.0 / 6,
			"letters": 0,
			"marks":   1.0 / 6, "links": 1, "repeats": 0, "down": 0, "later": 0, "size": 1,
		},
		"total -200.00": {"colon": 0, "magnitude": -1, "currency": 1, "negative": 1, "links": 2, "direction": 1},
		"total 100.00":  {"start": 0, "direction": 0, "magnitude": 0.5, "links": 2, "better": 1, "segmentWords": 4},
	} {
		x, ok := seen[key]
		if !ok {
			t.Errorf("%s was not shown", key)
			continue
		}
		for name, w := range want {
			assert.Equal(t, x[name], w, key, name)
		}
		assert.Equal(t, x["prior"], x["given prior"], key, "prior", "told as")
	}
}

// Dates are ranked among all dates, and only amounts have a fraction.
func TestDateFeatures(t *testing.T) {
	t.Parallel()
	rows := []string{"Invoice date: 3 May 2031", "Due date: 2 June 2031", "Delivery date: 1 April 2031"}
	seen := vectors(sheettest.Rows(rows...), func(l *link.Linker) {
		l.Link(l.DateValues, lexicon.IssueDate, lexicon.DueDate, lexicon.DeliveryDate)
	})
	for key, want := range map[string]float32{"issueDate 2031-05-03": 0.5, "dueDate 2031-06-02": 1,
		"deliveryDate 2031-04-01": 0} {
		assert.Equal(t, seen[key]["magnitude"], want, key)
		x := seen[key]["fraction"]
		assert.True(t, math.IsNaN(float64(x)), key, "fraction", x)
	}
	alone := vectors(sheettest.Rows(rows[0]), func(l *link.Linker) { l.Link(l.DateValues, lexicon.IssueDate) })
	x := alone["issueDate 2031-05-03"]["magnitude"]
	assert.True(t, math.IsNaN(float64(x)), "one date among one", x)
}

func TestScanFeatures(t *testing.T) {
	t.Parallel()
	doc := sheettest.Scanned(&document.Document{Pages: []document.Page{sheettest.RowsPage("Total|100.00")}}, 0.75)
	x := vectors(layout.Analyze(doc), amounts)["total 100.00"]
	assert.True(t, x["recognised"] == 1 && x["legibility"] == 0.75,
		"recognised", x["recognised"], "legibility", x["legibility"])
}

func TestRivalFeatures(t *testing.T) {
	t.Parallel()
	seen := vectors(sheettest.Rows("Invoice date|Due date", "03.05.2031|02.06.2031"), func(l *link.Linker) {
		l.Link(l.DateValues, lexicon.IssueDate, lexicon.DueDate)
	})
	x := seen["issueDate 2031-05-03"]
	assert.True(t, x["rival"] == 0 && x["heading"] == 1 && x["direction"] == 2, x)
	labels := vectors(sheettest.Rows("Total|Subtotal:|100.00", "Total: 200.00"), amounts)
	x = labels["subtotal 100.00"]
	assert.True(t, x["rival"] == 0 && x["lead"] == 8, x)
}

func TestUntrainedRoles(t *testing.T) {
	t.Parallel()
	seen := vectors(sheettest.Rows("Cash|100.00", "Customer name: Rose Field"), func(l *link.Linker) {
		l.Link(l.AmountValues, lexicon.Cash)
		l.Link(l.AmountValues, lexicon.Change)
	})
	assert.Equal(t, len(seen), 0, seen)
}

func TestFeatureNames(t *testing.T) {
	t.Parallel()
	names := link.FeatureNames()
	sorted := slices.Clone(names)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(names) || strings.Join(names, "") == "" {
		t.Errorf("%d names, %d different", len(names), len(slices.Compact(sorted)))
	}
	if trained, err := link.Trained(); err != nil || len(trained.Trees) == 0 || len(trained.Features) != len(names) {
		t.Errorf("the embedded scorer: %v, %v", trained, err)
	}
}

func TestComposition(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][3]float32{
		"": {}, "A-17": {2, 1, 1}, "119.00": {5, 0, 1}, "EUR": {0, 3, 0}, "(12)": {2, 0, 2},
	} {
		digits, letters, marks := link.Composition(text)
		assert.Equal(t, [3]float32{digits, letters, marks}, want, text)
	}
	assert.True(t, link.Flag(true) == 1 && link.Flag(false) == 0, "flags")
}

func TestCompositionOfOtherScripts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"FV-12", "ΤΥ-12", "ФВ-12"} {
		if digits, letters, marks := link.Composition(text); digits != 2 || letters != 2 || marks != 1 {
			t.Errorf("%q: %g digits, %g letters, %g marks", text, digits, letters, marks)
		}
	}
}
