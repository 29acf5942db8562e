package custom

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

func TestNumbersWithTheirUnit(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"12.5kg": "12.5", "85%": "85", "1.240,5kg": "1240.5", "4pcs.": "4", "12m²": "12", "-3°C": "-3",
		"12": "", "kg": "", "": "", "kg12": "", "12kilogram": "", "A12kg": "",
	} {
		got := ""
		if a, ok := withUnit(word); ok {
			got = a.Value(recognize.StyleUnknown).String()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestNumbersInALine(t *testing.T) {
	t.Parallel()
	number, integer := custom.Property{Type: custom.TypeNumber}, custom.Property{Type: custom.TypeInteger}
	listed := custom.Property{Type: custom.TypeNumber, Enum: []string{"2", "12.50"}}
	for name, c := range map[string]struct {
		p         custom.Property
		row, want string
	}{
		"as printed":              {number, "Weight 12,50 kg and 7", "12.50 | 7"},
		"money":                   {number, "Cost EUR 85", "85.00"},
		"a unit glued on":         {number, "Weight 12,5kg of 9", "12.5 | 9"},
		"no part of a date":       {number, "on 04.03.2031 for 9", "9"},
		"no ordinal of a day":     {number, "on 4th March 2031 for 9", "9"},
		"whole":                   {integer, "14 pallets", "14"},
		"whole, written with .00": {integer, "14,00 pallets", "14"},
		"not whole":               {integer, "14,50 pallets", ""},
		"as the schema has them":  {listed, "2,00 and 12,5 and 3", "2 | 12.50 | 3"},
		"none":                    {number, "as agreed", ""},
	} {
		w := queriesOf(t, `"x":{"type":"number"}`, c.row)
		if got := texts(w.numberValues(&c.p, w.Layout.Segments[0])); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestTheSchemasWritingOfANumber(t *testing.T) {
	t.Parallel()
	p := &custom.Property{Enum: []string{"x", "2", "12.50"}}
	for v, want := range map[string]string{"2.0": "2", "12.5": "12.50", "3": "3.00"} {
		if got := enumNumber(p, decimal.RequireFromString(v), "3.00"); got != want {
			t.Errorf("%s: %q, want %q", v, got, want)
		}
	}
}

// A text ends at the next label with a colon; a segment without a label is one text.
func TestTextsBehindALabel(t *testing.T) {
	t.Parallel()
	long := strings.TrimSpace(strings.Repeat("word ", maxTextWords))
	for name, c := range map[string]struct{ row, want string }{
		"up to the end":          {"Carrier: Blue Line Ltd", "Blue Line Ltd"},
		"up to the next label":   {"Carrier: Blue Line Vessel: Aurora", "Blue Line"},
		"a label without colon":  {"Carrier: Blue Vessel Line", "Blue Vessel Line"},
		"marks at its ends":      {"Carrier: - Blue Line, *", "Blue Line"},
		"nothing":                {"Carrier:", ""},
		"nothing but marks":      {"Carrier: ---", ""},
		"as long as may be":      {"Carrier: " + long, long},
		"longer":                 {"Carrier: " + long + " word", ""},
		"more bytes than may be": {"Carrier: " + strings.Repeat("x", maxTextBytes+1), ""},
	} {
		w := queriesOf(t, `"carrier":{"type":"string"},"vessel":{"type":"string"}`, c.row)
		h := w.all[0].labels[0]
		if got := texts(w.plainText(h.Segment, h.Label)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	w := queriesOf(t, `"carrier":{"type":"string"},"vessel":{"type":"string"}`, "Carrier:|Blue Line", "Vessel:|Aurora")
	h := w.all[0].labels[0].Label
	for i, want := range []string{"", "Blue Line", "", "Aurora"} {
		if got := texts(w.plainText(w.Layout.Segments[i], h)); got != want {
			t.Errorf("%q: %q", w.Layout.Segments[i].Text(), got)
		}
	}
}

func TestFormsByName(t *testing.T) {
	t.Parallel()
	w := queriesOf(t, `"x":{"type":"string"}`, "x")
	for name, want := range map[string]string{
		"bookingNumber": "number", "orderId": "number", "customerRef": "number", "sku": "number", "hsCode": "number",
		"quantity":   "",
		"payoutIban": "special", "bankBIC": "special", "swift": "special", "swiftly": "",
		"deliveryAddress": "address", "lieferAnschrift": "address", "addressee": "", "carrier": "", "numbered": "",
	} {
		p := &custom.Property{Name: name, Type: custom.TypeString}
		got := ""
		switch {
		case numbered(p):
			got = "number"
		case w.special(p) != nil:
			got = "special"
		case postal(p):
			got = "address"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for _, p := range []custom.Property{
		{Name: "address", Type: custom.TypeBoolean}, {Name: "address", Type: custom.TypeString, Format: custom.FormatDate},
	} {
		if postal(&p) {
			t.Errorf("%+v is an address", p)
		}
	}
	if !postal(&custom.Property{Name: "x", Title: "Adresse", Type: custom.TypeString}) ||
		!numbered(&custom.Property{Name: "x", Title: "Nr."}) {
		t.Error("the title's words do not count")
	}
}

// A code is preferred to other words; capitals and digits alone are one code.
func TestCodes(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"Booking: B-7781 see below":  "B-7781",
		"Booking: MSKU 204 117 5":    "MSKU 204 117 5",
		"Booking: A 1 B 2 C 3 D 4":   "A 1 B 2 C 3 D 4",
		"Booking: as agreed":         "as agreed", // the best available
		"Booking: none of 4711 kind": "4711",
	} {
		w := queriesOf(t, `"booking":{"type":"string"}`, row)
		h := w.all[0].labels[0]
		text := w.plainText(h.Segment, h.Label)
		got := w.codeValues(h.Segment, text)
		if g := texts(got); g != want {
			t.Errorf("%q: %q, want %q", row, g, want)
		}
		if (want == "as agreed" || len(want) > len("MSKU 204 117 5")) && got[0].Fit >= 0 {
			t.Errorf("%q fits a number with %v", want, got[0].Fit)
		}
	}
}

func TestValuesByType(t *testing.T) {
	t.Parallel()
	for property, want := range map[string]string{
		`{"type":"string"}`:                                       "4 March 2031 3:05 pm ja 12,5 kg DAP",
		`{"type":"string","format":"date"}`:                       "2031-03-04",
		`{"type":"string","format":"time"}`:                       "15:05",
		`{"type":"boolean"}`:                                      "true",
		`{"type":"number"}`:                                       "12.5",
		`{"type":"string","enum":["DAP","EXW"]}`:                  "DAP",
		`{"type":"number","enum":[3]}`:                            "",
		`{"type":"string","format":"date","enum":["2031-03-05"]}`: "",
		`{"type":"string","format":"time","enum":["15:05"]}`:      "15:05",
	} {
		w := queriesOf(t, `"x1":`+property, "4 March 2031 3:05 pm ja 12,5 kg DAP")
		none := &annotate.Label{First: -1, Last: -1}
		if got := texts(w.finder(w.all[0].property, none)(w.Layout.Segments[0])); got != want {
			t.Errorf("%s: %q, want %q", property, got, want)
		}
	}
}

func TestWordsAndDigits(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{"a": true, "4": true, "-x-": true, "ß": true, "": false, "---": false,
		"☒": false} {
		if got := hasText(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
	if got := digits([]string{"a1", "23", "-"}); got != 3 {
		t.Errorf("%d digits", got)
	}
}

func TestTimesAreCited(t *testing.T) {
	t.Parallel()
	found := timeValues(sheettest.Rows("from 8:00 to 3:05 pm").Segments[0])
	if len(found) != 2 || found[0].Text != "08:00" || found[1].Text != "15:05" || found[1].First != 3 ||
		found[1].Last != 4 {
		t.Errorf("%+v", found)
	}
}

// A serial number, or a number with an attached unit, fits less well than a plain one.
func TestHowWellNumbersFit(t *testing.T) {
	t.Parallel()
	w := queriesOf(t, `"x":{"type":"number"}`, "85 and 0047 and 12kg and 123456789")
	var fits []float64
	for _, c := range w.numberValues(w.all[0].property, w.Layout.Segments[0]) {
		fits = append(fits, c.Fit)
	}
	if len(fits) != 4 || fits[0] <= fits[2] || fits[2] <= fits[1] || fits[1] != fits[3] {
		t.Errorf("%v", fits)
	}
}
