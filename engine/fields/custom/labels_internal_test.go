package custom

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/schema/custom"
)

func TestNamesAsWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"netWeight": "net weight", "net_weight": "net weight", "NetWeightKG2": "net weight kg2", "URLOfPage": "url of page",
		"IBAN": "iban", "payoutIBAN": "payout iban", "x": "x", "__a__b": "a b", "größeCm": "grosse cm", "": "", "_": "",
	} {
		if got := strings.Join(nameWords(name), " "); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestWordsOfDescriptions(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]string{
		`The plate, printed as "Kennzeichen"`:            `[Kennzeichen] plate; printed as; kennzeichen`,
		`loading bay, Ladezone`:                          `[] loading bay; ladezone`,
		`“Bay” or «Rampe»`:                               `[Bay Rampe] bay; rampe`,
		`The day on which the goods have left our house`: `[]`, // prose
		`a gate; the dock/an exit (or yard)`:             `[] gate; dock; exit; yard`,
		`only an "open quotation`:                        `[] only an; open quotation`,
		`driver's name`:                                  `[] drivers name`, // an apostrophe is not a quotation mark
		`the, or`:                                        `[]`,
		``:                                               `[]`,
	} {
		quoted, pieces := describe(description)
		var joined []string
		for _, p := range pieces {
			joined = append(joined, strings.Join(p, " "))
		}
		if got := strings.TrimSpace(fmt.Sprint(quoted, " ", strings.Join(joined, "; "))); got != want {
			t.Errorf("%q: %q, want %q", description, got, want)
		}
	}
}

// Labels are equal in any word order, with connectives or synonyms.
func TestLabelsAlike(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"gross weight", "weight gross", true},
		{"date of delivery", "delivery date", true},
		{"order number", "order no", true},
		{"order number", "order id", true},
		{"order number", "order date", false},
		{"gross weight", "gross weight kg", false},
		{"of", "", false}, // a single word remains
	} {
		if a, b := labelKey(strings.Fields(c.a)), labelKey(strings.Fields(c.b)); (a == b) != c.same {
			t.Errorf("%q is %q, %q is %q", c.a, a, c.b, b)
		}
	}
}

// indexOf returns the index of properties. labelsOf returns the labels of a line as "words=property*weight".
func indexOf(properties ...custom.Property) *customIndex {
	x := newCustomIndex()
	for i := range properties {
		x.add(i, &properties[i])
	}
	return x
}

func (x *customIndex) labelsOf(line string) string {
	s := sheettest.Rows(line).Segments[0]
	var out []string
	for _, f := range x.find(s) {
		text := strings.Join(s.Words[f.First:f.Last+1], " ") + "="
		for _, r := range f.refs {
			text += fmt.Sprintf("%d*%v", r.query, r.weight)
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

func TestLabelsInALine(t *testing.T) {
	t.Parallel()
	x := indexOf(
		custom.Property{Name: "grossWeight"}, custom.Property{Name: "weight"}, custom.Property{Name: "lieferreferenz"},
		custom.Property{Name: "seal", Title: "Plombe"}, custom.Property{Name: "q"},
	)
	for line, want := range map[string]string{
		"Gross weight 12":         "Gross weight=0*0.9",
		"Weight, gross: 12":       "Weight, gross:=0*0.9",
		"Weight 12 Gross":         "Weight=1*0.9",
		"Weight of 12":            "Weight=1*0.9", // a connective does not end a label
		"Liefer-Referenz: 9":      "Liefer-Referenz:=2*0.9",
		"Liefer Referenz 9":       "Liefer Referenz=2*0.9",
		"Lieferreferenzen 9":      "",
		"Seal 4 Plombe 5":         "Seal=3*0.9; Plombe=3*1",
		"Weight seal":             "Weight=1*0.9; seal=3*0.9",
		"Hyperweight 12":          "",
		"Gross-weight/seal 12":    "", // would end inside a word
		"Q: 4":                    "", // a single letter is not a label
		"Net gross weight (kg) 5": "gross weight (kg)=0*0.9",
	} {
		if got := x.labelsOf(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// Weights decrease from title, quoted parts, name to pieces of the description.
func TestWeightsOfWords(t *testing.T) {
	t.Parallel()
	x := indexOf(custom.Property{Name: "bay", Title: "Rampe", Description: `gate, Rampe, bay, printed as "Ladezone"`})
	for line, want := range map[string]string{
		"Rampe": "Rampe=0*1", "Ladezone": "Ladezone=0*0.95", "Bay": "Bay=0*0.9", "Gate": "Gate=0*0.7",
	} {
		if got := x.labelsOf(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	x = indexOf(custom.Property{Name: "seal"}, custom.Property{Name: "mark", Title: "Seal"})
	if got := x.labelsOf("Seal 4"); got != "Seal=0*0.91*1" {
		t.Errorf("of two properties: %q", got)
	}
	x = indexOf(custom.Property{Name: "a", Title: "one two three four five six seven eight nine"})
	if len(x.entries) > 0 {
		t.Errorf("a sentence is a label: %v", x.entries)
	}
}

func TestRolesOfProperties(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"invoiceNumber": "invoiceNumber", "dueDate": "dueDate", "sealNumber": "",
		"colour": ""} {
		x := indexOf(custom.Property{Name: name})
		got := ""
		if len(x.roles[0]) > 0 {
			got = string(x.roles[0][0])
		}
		if got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	x := indexOf(custom.Property{Name: "invoiceNumber", Title: "Invoice number"})
	if n := len(x.roles[0]); n != len(slices.Compact(slices.Sorted(slices.Values(x.roles[0])))) {
		t.Errorf("a role twice: %v", x.roles[0])
	}
}

func TestQuotationMarks(t *testing.T) {
	t.Parallel()
	for marks, want := range map[string]bool{`"“”„‟«»`: true, "'’`‘,": false} {
		for _, r := range marks {
			if quotes(r) != want {
				t.Errorf("%q", r)
			}
		}
	}
}
