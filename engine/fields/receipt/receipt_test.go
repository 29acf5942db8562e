package receipt_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/receipt"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestReceipts(t *testing.T) {
	t.Parallel()
	for _, c := range sheettest.Cases(t, "testdata/receipts.txt") {
		doc := sheettest.Bind(printed(c.Rows...))
		set := read(doc)
		if _, rules := c.Options["rules"]; rules {
			set = byRules(doc)
		}
		sheettest.Expect(t, c.Name, set, c.Want...)
		sheettest.Cites(t, doc, set)
	}
}

// printed is a receipt of rows with a text at the left and one at the right.
func printed(rows ...string) *sheettest.Sheet {
	s := sheettest.Till(460)
	for i, row := range rows {
		left, right, _ := strings.Cut(row, "|")
		s.Put(12, 20+12*float64(i), 8, left)
		s.End(214, 20+12*float64(i), 8, right)
	}
	return s
}

func read(doc *document.Document) *value.Set {
	trained, err := receipt.Trained()
	if err != nil {
		panic(err)
	}
	return receipt.Find(sheettest.Read(doc, result.TypeReceipt), trained)
}

// byRules reads a receipt without scorers.
func byRules(doc *document.Document) *value.Set {
	return receipt.Find(sheettest.Read(doc, result.TypeReceipt), nil)
}

func TestNameInLargePrint(t *testing.T) {
	t.Parallel()
	p := sheettest.Till(300)
	p.Put(12, 20, 8, "Harbour Kitchen")
	p.Put(12, 36, 14, "Marlow Fish Bar")
	p.Put(12, 60, 8, "6 Quay Street")
	p.Put(12, 80, 8, "TOTAL")
	p.End(214, 80, 8, "7.00")
	assert.Equal(t, byRules(sheettest.Bind(p)).Text("vendorName"), "Marlow Fish Bar", "vendor")
}

func TestNoPages(t *testing.T) {
	t.Parallel()
	empty := &document.Document{}
	for name, set := range map[string]*value.Set{"by scorers": read(empty), "by rules": byRules(empty)} {
		assert.True(t, len(set.Scalars)+len(set.Lists) <= 0, name, set)
	}
	assert.Empty(t, receipt.Observe(annotate.New(layout.Analyze(empty))))
}

// The vector holds a value for each name, for the first rows only, with the shared features of the neighbors.
func TestScorerFeatures(t *testing.T) {
	t.Parallel()
	rows := receipt.Observe(annotate.New(layout.Analyze(sheettest.Bind(printed("Marlow Fish Bar", "6 Quay Street",
		"Whitby YO21 1AB", "Haddock|7.00", "TOTAL|7.00")))))
	names := receipt.FeatureNames()
	at := func(row int, name string) float32 {
		for i, n := range names {
			if n == name {
				return rows[row].X[i]
			}
		}
		t.Fatalf("no feature %q", name)
		return 0
	}
	require.True(t, len(rows) == 5 && rows[1].Text == "6 Quay Street", rows)
	for i, row := range rows {
		if len(row.X) != len(names) || at(i, "row") != float32(i) {
			t.Errorf("row %d: %d numbers of %d, counted as %v", i, len(row.X), len(names), at(i, "row"))
		}
	}
	if at(1, "street") != 1 || at(0, "street") != 0 || at(0, "after.street") != 1 || at(2, "before.street") != 1 {
		t.Error("the street is that of the second row")
	}
	if at(0, "before.street") != 0 || at(4, "after.street") != 0 || at(0, "nameLike") != 1 {
		t.Error("the first and last rows have neighbours of one side alone")
	}
	long := make([]string, 30)
	for i := range long {
		long[i] = "Marlow Fish Bar"
	}
	assert.Equal(t, len(receipt.Observe(annotate.New(layout.Analyze(sheettest.Bind(printed(long...)))))), 16,
		"rows of the head")
}

func TestParseScorers(t *testing.T) {
	t.Parallel()
	good, err := receipt.Trained()
	require.NoError(t, err)
	others := &boost.Ensemble{Features: []string{"a"}}
	for name, bad := range map[string]*receipt.Scorers{
		"none": nil, "one": {Name: good.Name}, "of other features": {Name: good.Name, Address: others},
	} {
		s, err := receipt.ParseScorers(bad.Bytes())
		assert.Error(t, err, name, s)
	}
}
