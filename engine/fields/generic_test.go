package fields_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
)

func TestGeneric(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(50, 40, 20, "Inspection report")
	s.Column(50, 90, 10, "Inspector: Ruth Meier", "Site:", "Weather: dry, 14 degrees",
		"All doors were opened and closed ten times.")
	s.Put(250, 103.5, 10, "Warehouse 7")
	s.Put(50, 200, 10, "Door")
	s.End(300, 200, 10, "Force")
	s.End(420, 200, 10, "Result")
	for i, row := range [][3]string{{"North", "120 N", "passed"}, {"South", "155 N", "failed"},
		{"East", "118 N", "passed"}} {
		y := 216 + 16*float64(i)
		s.Put(50, y, 10, row[0])
		s.End(300, y, 10, row[1])
		s.End(420, y, 10, row[2])
	}
	doc := sheettest.Bind(s)
	set := read(annotate.New(layout.Analyze(doc)), result.TypeGeneric)
	sheettest.Holds(t, set, map[string]string{"title": "Inspection report", "language": "en", "total": "",
		"vendorName": ""})
	pairs := map[string]string{}
	for _, row := range set.Lists["keyValues"] {
		pairs[row["key"].Value] = row["value"].Value
	}
	for key, want := range map[string]string{"Inspector": "Ruth Meier", "Site": "Warehouse 7",
		"Weather": "dry, 14 degrees"} {
		if pairs[key] != want {
			t.Errorf("%s = %q, want %q", key, pairs[key], want)
		}
	}
	if len(set.Tables) != 1 || len(set.Tables[0].Rows) != 4 || set.Tables[0].Rows[2][2] != "failed" ||
		set.Tables[0].Page != 1 {
		t.Errorf("tables %v", set.Tables)
	}
	delete(set.Scalars, "language")
	sheettest.Cites(t, doc, set)
}

func TestGenericLabelsWithoutColon(t *testing.T) {
	t.Parallel()
	doc := annotate.New(sheettest.Rows("Quote", "Quote date|3 May 2031", "Subtotal 100.00", "Total|120.00",
		"Total customer satisfaction matters to us", "Total|VAT"))
	pairs := map[string]string{}
	for _, row := range read(doc, result.TypeGeneric).Lists["keyValues"] {
		pairs[row["key"].Value] += row["value"].Value + ";"
	}
	for key, want := range map[string]string{"Subtotal": "100.00;", "Total": "120.00;"} {
		if pairs[key] != want {
			t.Errorf("%s = %q, want %q; all: %v", key, pairs[key], want, pairs)
		}
	}
}
