package run

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
)

// What the tags hold for unlikely and the words ask for belongs to the address, too.
func TestCompletedAddresses(t *testing.T) {
	t.Parallel()
	const place, sure, missed, never = tag.VendorAddress, 0.9, 0.05, 0.001
	for what, c := range map[string]struct {
		lines []line
		want  string
	}{
		"the street over the town": {
			join(sheettest.Down(50, 100, place, missed, "4 Quay Street"), sheettest.Down(50, 113, place, sure, "Leeds LS1 4AP")),
			"4 Quay Street / Leeds LS1 4AP",
		},
		"a street that the tags rule out": {
			join(sheettest.Down(50, 100, place, never, "4 Quay Street"), sheettest.Down(50, 113, place, sure, "Leeds LS1 4AP")), "Leeds LS1 4AP",
		},
		"no street over the town": {
			join(sheettest.Down(50, 100, place, missed, "Marlow Pumps"), sheettest.Down(50, 113, place, sure, "Leeds LS1 4AP")), "Leeds LS1 4AP",
		},
		"the town under the street": {
			join(sheettest.Down(50, 100, place, sure, "4 Quay Street"), sheettest.Down(50, 113, place, missed, "Leeds LS1 4AP")),
			"4 Quay Street / Leeds LS1 4AP",
		},
		"the code behind the comma of a town": {
			[]line{row(50, 100, piece{"Tucson,", place, sure}, piece{"AZ 85701", tag.Other, sure})}, "Tucson, / AZ 85701",
		},
		"no code behind the comma": {
			[]line{row(50, 100, piece{"Tucson,", place, sure}, piece{"office hours", tag.Other, sure})}, "Tucson,",
		},
		"a town that goes on below": {
			join(sheettest.Down(50, 100, place, sure, "4 Alameda", "6640-725 Póvoa de"), sheettest.Down(50, 113+13, place, missed, "Varzim")),
			"4 Alameda / 6640-725 Póvoa de / Varzim",
		},
		"a town that goes on below, though the tags rule it out": {
			join(sheettest.Down(50, 100, place, sure, "4 Alameda", "97324 Saint"), sheettest.Down(50, 126, place, never, "Benoît")),
			"4 Alameda / 97324 Saint / Benoît",
		},
		"the province below the town": {
			join(sheettest.Down(50, 100, place, sure, "Calle Olmo, 4", "26300 Nájera"), sheettest.Down(50, 126, place, never, "La Rioja")),
			"Calle Olmo, 4 / 26300 Nájera / La Rioja",
		},
		"another word below the town": {
			join(sheettest.Down(50, 100, place, sure, "Calle Olmo, 4", "26300 Nájera"), sheettest.Down(50, 126, place, never, "Riojano")),
			"Calle Olmo, 4 / 26300 Nájera",
		},
		"the same address beside it": {
			[]line{
				row(50, 100, piece{"Alameda dos Mastros,", place, sure}, piece{"624", place, sure}),
				row(175, 100, piece{"Alameda dos Mastros,", place, sure}, piece{"624", place, sure}),
				sheettest.One(50, 113, "6640-725 Braga", place, sure),
			},
			"Alameda dos Mastros, / 624 / 6640-725 Braga",
		},
		"what is printed below a telephone under the town": {
			join(sheettest.Down(50, 100, place, sure, "4 Quay Street", "Leeds LS1 4AP"), sheettest.Down(50, 126, tag.Other, sure, "Tel. 0113 496 0142"),
				sheettest.Down(50, 139, place, sure, "REG AB/3318")),
			"4 Quay Street / Leeds LS1 4AP",
		},
		"the province behind the town": {
			join(sheettest.Down(50, 100, place, sure, "Calle Olmo, 4"), []line{row(50, 113, piece{"26300 Nájera,", place, sure}, piece{"La Rioja", place, missed})}),
			"Calle Olmo, 4 / 26300 Nájera, / La Rioja",
		},
		"a word behind the town": {
			join(sheettest.Down(50, 100, place, sure, "Calle Olmo, 4"), []line{row(50, 113, piece{"26300 Nájera,", place, sure}, piece{"Riojano", place, missed})}),
			"Calle Olmo, 4 / 26300 Nájera,",
		},
		"a line between that the tags missed": {
			join(sheettest.Down(50, 100, place, sure, "4 Quay Street"), sheettest.Down(50, 113, tag.Other, 0.5, "Opp. Old Mill"),
				sheettest.Down(50, 126, place, sure, "Leeds LS1 4AP")),
			"4 Quay Street / Leeds LS1 4AP",
		},
		"a tax number between": {
			join(sheettest.Down(50, 100, place, sure, "4 Quay Street"), sheettest.Down(50, 113, place, 0.5, "69-1592354"), sheettest.Down(50, 126, place, sure, "Leeds LS1 4AP")),
			"4 Quay Street / Leeds LS1 4AP",
		},
		"a post code that goes on below": {
			join(sheettest.Down(50, 100, place, sure, "Flat 7, Adam Port", "Byrnehaven S49"), sheettest.Down(50, 126, place, missed, "1AJ")),
			"Flat 7, Adam Port / Byrnehaven S49 / 1AJ",
		},
		"a town under its code": {
			join(sheettest.Down(50, 100, place, sure, "5 Quay Road", "S(221440)"), sheettest.Down(50, 126, place, missed, "Singapore")),
			"5 Quay Road / S(221440) / Singapore",
		},
		"nothing goes on below": {
			join(sheettest.Down(50, 100, place, sure, "Stollring 5", "35540 Niesky"), sheettest.Down(50, 126, place, missed, "Telefon")),
			"Stollring 5 / 35540 Niesky",
		},
		"a county behind its abbreviation, which stands under the label": {
			[]line{row(50, 100, piece{"Adresa:", tag.Other, sure}, piece{"Str. Morii nr. 9, Turda, jud.", place, sure}),
				sheettest.One(50, 113, "Cluj", place, never)},
			"Str. Morii nr. 9, Turda, jud. / Cluj",
		},
		"an abbreviation within a line": {
			[]line{row(50, 100, piece{"Str. Morii nr. 9, ap.", place, sure}, piece{"7", tag.Other, sure}), sheettest.One(50, 113, "Turda", tag.Other, sure)},
			"Str. Morii nr. 9, ap.",
		},
		"a mail address and the register court behind it": {
			[]line{row(50, 100, piece{"4 Quay Street,", place, sure}, piece{"Leeds LS1 4AP", place, sure}),
				sheettest.One(50, 113, "0113 4960-info@marlow.example", place, sure), sheettest.One(50, 126, "Amtsgericht Bonn HRB 4711", place, sure)},
			"4 Quay Street, / Leeds LS1 4AP",
		},
		"what a person does, over the street": {
			[]line{row(50, 100, piece{"Ada Lowe,", tag.VendorName, sure}, piece{"ceramic artist", place, sure}),
				sheettest.One(50, 113, "4 Quay Street", place, sure), sheettest.One(50, 126, "Leeds LS1 4AP", place, sure)},
			"4 Quay Street / Leeds LS1 4AP",
		},
		"a house number between commas": {
			[]line{row(50, 100, piece{"Alameda dos Mastros,", place, sure}, piece{"624,", tag.Other, sure}), sheettest.One(50, 113, "6640-725 Braga", place, sure)},
			"Alameda dos Mastros, / 624, / 6640-725 Braga",
		},
		"a long number between commas": {
			[]line{row(50, 100, piece{"Alameda dos Mastros,", place, sure}, piece{"6241234,", tag.Other, sure}), sheettest.One(50, 113, "6640-725 Braga", place, sure)},
			"Alameda dos Mastros, / 6640-725 Braga",
		},
		"a number alone over the town": {
			join(sheettest.Down(50, 100, place, missed, "0142 77"), sheettest.Down(50, 113, place, sure, "Leeds LS1 4AP")), "Leeds LS1 4AP",
		},
		"the end of a telephone's number over the street": {
			sheettest.Down(50, 100, place, sure, "555 0142", "4 Quay Street", "Leeds LS1 4AP"), "4 Quay Street / Leeds LS1 4AP",
		},
		"a house's number over the street": {
			sheettest.Down(50, 100, place, sure, "4-6", "Quay Street", "Leeds LS1 4AP"), "4-6 / Quay Street / Leeds LS1 4AP",
		},
		"a number with letters over the street": {
			sheettest.Down(50, 100, place, sure, "Unit 7", "4 Quay Street", "Leeds LS1 4AP"), "Unit 7 / 4 Quay Street / Leeds LS1 4AP",
		},
		"a number before the street in its line": {
			[]line{row(50, 100, piece{"4711", place, sure}, piece{"Quay Street 9", place, sure}), sheettest.One(50, 113, "Leeds LS1 4AP", place, sure)},
			"4711 / Quay Street 9 / Leeds LS1 4AP",
		},
		"a post code over the street": {
			sheettest.Down(50, 100, place, sure, "S(221440)", "5 Quay Road", "Singapore"), "S(221440) / 5 Quay Road / Singapore",
		},
		"a bare post code over its town": {
			sheettest.Down(50, 100, place, sure, "80333", "München"), "80333 / München",
		},
		"a number alone": {sheettest.Down(50, 100, place, sure, "555 0142"), "555 0142"},
	} {
		got := found(sheettest.Tagged(t, c.lines...), place)
		if len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// A number behind a label and a colon is that of a customer or a document, and in no address.
func TestNumbersBehindLabelsAreInNoAddress(t *testing.T) {
	t.Parallel()
	const place, sure = tag.CustomerAddress, 0.9
	const street = "4 Quay Street / Leeds LS1 4AP"
	for what, c := range map[string]struct {
		below []line
		want  string
	}{
		"in its line":     {[]line{row(50, 126, piece{"Customer No.:", tag.Other, sure}, piece{"549910", place, sure})}, street},
		"in groups":       {[]line{row(50, 126, piece{"Customer No.:", tag.Other, sure}, piece{"54 99 10", place, sure})}, street},
		"an invoice's":    {[]line{row(50, 126, piece{"Invoice No.:", tag.Other, sure}, piece{"549910", place, sure})}, street},
		"beside":          {[]line{sheettest.One(50, 126, "Customer No.:", tag.Other, sure), sheettest.One(150, 126, "549910", place, sure)}, street},
		"beside a colon":  {[]line{sheettest.One(50, 126, "Customer No.", tag.Other, sure), row(150, 126, piece{":", tag.Other, sure}, piece{"549910", place, sure})}, street},
		"no colon":        {[]line{row(50, 126, piece{"Customer No.", tag.Other, sure}, piece{"549910", place, sure})}, street + "; 549910"},
		"beside no colon": {[]line{sheettest.One(50, 126, "Customer No.", tag.Other, sure), sheettest.One(150, 126, "549910", place, sure)}, street + "; 549910"},
		"with letters":    {[]line{row(50, 126, piece{"Customer No.:", tag.Other, sure}, piece{"Dock 5", place, sure})}, street + "; Dock 5"},
		"of an address":   {[]line{row(50, 126, piece{"Post code:", tag.Other, sure}, piece{"549910", place, sure})}, street + " / 549910"},
		"another label's": {[]line{sheettest.One(50, 126, "Customer No.: A-7", tag.Other, sure), row(180, 126, piece{"Post code:", tag.Other, sure}, piece{"549910", place, sure})}, street + "; 549910"},
	} {
		lines := append(sheettest.Down(50, 100, place, sure, "4 Quay Street", "Leeds LS1 4AP"), c.below...)
		expect(t, what, sheettest.Tagged(t, lines...), place, strings.Split(c.want, "; ")...)
	}
}

// A name that is not at its end goes on, and a legal form has a name.
func TestCompletedNames(t *testing.T) {
	t.Parallel()
	const name, sure, missed, never = tag.CustomerName, 0.9, 0.06, 0.001
	for what, c := range map[string]struct {
		lines []line
		want  string
	}{
		"it ends in a word that joins": {
			join(sheettest.Down(50, 100, name, sure, "Davies, Wade and"), sheettest.Down(50, 113, name, missed, "Daughters")),
			"Davies, Wade and / Daughters",
		},
		"below stands what the tags rule out": {
			join(sheettest.Down(50, 100, name, sure, "Davies, Wade and"), sheettest.Down(50, 113, name, never, "Daughters")), "Davies, Wade and",
		},
		"below stands a number": {
			join(sheettest.Down(50, 100, name, sure, "Davies, Wade and"), sheettest.Down(50, 113, name, missed, "4 Quay Street")), "Davies, Wade and",
		},
		"the line above is open": {
			join(sheettest.Down(50, 100, name, missed, "Davies, Wade &"), sheettest.Down(50, 113, name, sure, "Sons of York")),
			"Davies, Wade & / Sons of York",
		},
		"a short legal form below": {
			join(sheettest.Down(50, 100, name, missed, "Davies Wade Brothers"), sheettest.Down(50, 113, name, sure, "Holding Ltd")),
			"Davies Wade Brothers / Holding Ltd",
		},
		"a whole name above": {
			join(sheettest.Down(50, 100, name, missed, "Davies Wade Ltd"), sheettest.Down(50, 113, name, sure, "Holding Ltd")), "Holding Ltd",
		},
		"a label above": {
			join(sheettest.Down(50, 100, name, missed, "Davies Wade:"), sheettest.Down(50, 113, name, sure, "Holding Ltd")), "Holding Ltd",
		},
		"a legal form behind a comma": {
			[]line{row(50, 100, piece{"Sol Norte,", name, 0.03}, piece{"Lda.", name, sure})}, "Sol Norte, / Lda.",
		},
		"a legal form at the end of the line below": {
			[]line{
				sheettest.One(50, 100, "Torres da", name, sure),
				row(50, 113, piece{"Mata,", name, missed}, piece{"Lda.", name, missed}),
			},
			"Torres da / Mata, / Lda.",
		},
		"a legal form alone below": {
			join(sheettest.Down(50, 100, name, sure, "Davies Wade Brothers"), sheettest.Down(50, 113, tag.CustomerAddress, sure-missed, "Limited")),
			"Davies Wade Brothers",
		},
		"a legal form alone below that may be of the name": {
			join(sheettest.Down(50, 100, name, sure, "Davies Wade Brothers"), sheettest.Down(50, 113, name, missed, "Limited")),
			"Davies Wade Brothers / Limited",
		},
		"an ampersand below a legal form": {
			join(sheettest.Down(50, 100, name, sure, "Wade S.n.c. di Davies"), sheettest.Down(50, 113, name, missed, "& C.")),
			"Wade S.n.c. di Davies / & C.",
		},
		"a bracket behind a legal form is open": {
			join(sheettest.Down(50, 100, name, sure, "Davies Trading Company (Humber"), sheettest.Down(50, 113, name, sure, "Valley) Brothers")),
			"Davies Trading Company (Humber / Valley) Brothers",
		},
		"nothing behind a legal form in a line of its own": {
			join(sheettest.Down(50, 100, name, sure, "Davies Wade Brothers", "Limited", "The Pump Room")), "Davies Wade Brothers / Limited",
		},
		"a legal form under the label of the name": {
			[]line{row(50, 100, piece{"Client:", tag.Other, sure}, piece{"Izvorul Turda", name, sure}), sheettest.One(50, 113, "S.R.L.", name, sure)},
			"Izvorul Turda / S.R.L.",
		},
		"a legal form under the label that the tags hardly see": {
			[]line{row(50, 100, piece{"Client:", tag.Other, sure}, piece{"Izvorul Turda", name, sure}), sheettest.One(50, 113, "Cooperativă agricolă", name, missed)},
			"Izvorul Turda / Cooperativă agricolă",
		},
		"a person below a trade name in capitals": {
			join(sheettest.Down(50, 100, name, sure, "QUAY POTTERY"), sheettest.Down(50, 113, name, sure-missed, "Ada Lowe")), "QUAY POTTERY",
		},
		"a company below the first word of its name in capitals": {
			join(sheettest.Down(50, 100, name, sure, "MARLOW"), sheettest.Down(50, 113, name, sure, "Pumps Ltd")), "MARLOW / Pumps Ltd",
		},
		"what a person does": {
			[]line{row(50, 100, piece{"Ada Lowe,", name, sure}, piece{"ceramic artist", name, sure})}, "Ada Lowe,",
		},
		"a legal form in small letters": {
			[]line{row(50, 100, piece{"Nova Hiša,", name, sure}, piece{"d.o.o.", name, sure})}, "Nova Hiša, / d.o.o.",
		},
		"a legal form of several words in small letters": {
			[]line{row(50, 100, piece{"Škola Brod,", name, sure}, piece{"příspěvková organizace", name, sure})},
			"Škola Brod, / příspěvková organizace",
		},
		"a title beside a name that wraps": {
			[]line{row(50, 100, piece{"Davies Wade Brothers", name, sure}, piece{"Invoice", tag.Other, sure}), sheettest.One(50, 113, "AB", name, sure)},
			"Davies Wade Brothers / AB",
		},
		"the rest of an open name stands at the start of the line": {
			[]line{sheettest.One(50, 100, "Torres da", name, sure), row(50, 113, piece{"Mata,", tag.CustomerAddress, sure}, piece{"Lda.", name, 0.5})},
			"Torres da",
		},
		"the line below is far": {
			join(sheettest.Down(50, 100, name, sure, "Davies, Wade and"), sheettest.Down(50, 121, name, missed, "Daughters")), "Davies, Wade and",
		},
		"the line below is indented": {
			join(sheettest.Down(50, 100, name, sure, "Davies, Wade and"), sheettest.Down(60, 113, name, missed, "Daughters")), "Davies, Wade and",
		},
	} {
		got := found(sheettest.Tagged(t, c.lines...), name)
		if len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// scattered is a page of scraps with any tags.
func scattered(r *rand.Rand) *annotate.Document {
	scraps := []string{"Marlow Ltd", "Davies and", "4 Quay Street", "Leeds LS1 4AP", "80333", "München", "1AJ", "S49", "Bill to:", "&",
		"Lda.", ": 12", "INVOICE", "Tucson,", "© 2031", "VAT No.:", "de", "12,"}
	sheet := sheettest.A4()
	for range r.IntN(30) {
		text := scraps[r.IntN(len(scraps))]
		for r.IntN(3) == 0 {
			text += " " + scraps[r.IntN(len(scraps))]
		}
		sheet.Put(float64(30+70*r.IntN(7)), float64(30+13*r.IntN(50)), float64(8+r.IntN(6)), text)
	}
	doc := annotate.New(layout.Analyze(sheettest.Bind(sheet)))
	var units []tag.Unit
	for _, s := range doc.Layout.Segments {
		for first := 0; first < len(s.Words); {
			last := min(len(s.Words)-1, first+r.IntN(3))
			u := tag.Unit{Part: layout.Part{Segment: s, First: first, Last: last}}
			for c := range u.Odds {
				u.Odds[c] = -9 * r.Float32()
			}
			u.Odds[r.IntN(len(u.Odds))] = -0.3 * r.Float32()
			units, first = append(units, u), last+1
		}
	}
	doc.Tags = tag.New(units, [6]float32{})
	return doc
}

// Whatever the tags say: runs of a class share no unit, stay on the page, have odds of
// probabilities, and come in the order of these; the tags stay as they were.
func TestRunsOfAnyTags(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		doc := scattered(rand.New(rand.NewPCG(seed, 5)))
		before := slices.Clone(doc.Tags.Units)
		for c := tag.Other; c < tag.Classes; c++ {
			taken, last := map[int]bool{}, 0.0
			for _, one := range Find(doc, c) {
				if len(one.Units) == 0 || one.Odds > 0 || one.Odds > last {
					t.Fatalf("page %d, %v: %+v behind odds of %v", seed, c, one, last)
				}
				last = one.Odds
				key := strings.Builder{}
				for _, i := range one.Units {
					if taken[i] {
						t.Fatalf("page %d, %v: unit %d is in two runs", seed, c, i)
					}
					taken[i] = true
					key.WriteString(doc.Tags.Units[i].Text())
				}
				if len(one.Key) > key.Len() {
					t.Errorf("page %d, %v: key %q of %q", seed, c, one.Key, key.String())
				}
			}
		}
		if !slices.Equal(before, doc.Tags.Units) {
			t.Fatalf("page %d: tags were changed", seed)
		}
	}
}

// FuzzFind joins the lines of any text, all of them tagged alike.
func FuzzFind(f *testing.F) {
	f.Add("Davies, Wade and\nDaughters", byte(tag.VendorName), 0.5)
	f.Add("4 Quay Street\nLeeds\nLS1 4AP", byte(tag.CustomerAddress), 0.9)
	f.Add("S49\n1AJ\n&", byte(tag.ShippingAddress), 0.13)
	f.Fuzz(func(t *testing.T, text string, class byte, odds float64) {
		var lines []line
		seen := map[string]bool{}
		for row := range strings.SplitSeq(text, "\n") {
			if row = strings.Join(strings.Fields(row), " "); row == "" || seen[row] || len(row) > 60 || len(lines) > 50 {
				continue // the helper knows lines by their text
			}
			seen[row] = true
			lines = append(lines, sheettest.One(50, 30+15*float64(len(lines)), row, tag.Class(class)%tag.Classes, 0.5))
		}
		if !(odds > 0 && odds < 1) || len(lines) == 0 {
			return
		}
		doc := annotate.New(layout.Analyze(sheettest.Bind(sheetOf(lines))))
		var units []tag.Unit
		for _, s := range doc.Layout.Segments {
			u := tag.Unit{Part: annotate.Whole(s)}
			u.Odds[tag.Class(class)%tag.Classes] = float32(math.Log(odds))
			units = append(units, u)
		}
		doc.Tags = tag.New(units, [6]float32{})
		count := 0
		for _, one := range Find(doc, tag.Class(class)%tag.Classes) {
			count += len(one.Units)
		}
		if count > len(units) {
			t.Errorf("%d units in runs, of %d", count, len(units))
		}
	})
}

// sheetOf is a page of lines.
func sheetOf(lines []line) *sheettest.Sheet {
	sheet := sheettest.A4()
	for _, l := range lines {
		sheet.Put(l.X, l.Y, 10, l.Pieces[0].Text)
	}
	return sheet
}

// A logo shows the first word of the name below it: both are not one name.
func TestNamesBelowLogos(t *testing.T) {
	t.Parallel()
	const name, sure = tag.VendorName, 0.9
	for what, c := range map[string]struct {
		lines []line
		want  []string
	}{
		"a word of the name": {sheettest.Down(50, 100, name, sure, "Marlow", "Marlow Pumps Ltd"), []string{"Marlow", "Marlow Pumps Ltd"}},
		"all of a name that wraps": {
			sheettest.Down(50, 100, name, sure, "Wade Brothers of Leeds", "Wade Brothers of", "Leeds"),
			[]string{"Wade Brothers of Leeds", "Wade Brothers of / Leeds"},
		},
		"two words": {sheettest.Down(50, 100, name, sure, "Marlow", "Pumps"), []string{"Marlow / Pumps"}},
	} {
		expect(t, what, sheettest.Tagged(t, c.lines...), name, c.want...)
	}
}

// A long name in large print wraps before its legal form.
func TestNamesSetApart(t *testing.T) {
	t.Parallel()
	for below, want := range map[float64]string{
		9: "Herdade das Oliveiras / Velhas / Turismo, Lda", 14: "Herdade das Oliveiras",
	} {
		sheet := sheettest.A4()
		sheet.Put(50, 40, 14, "Herdade das Oliveiras Velhas")
		sheet.Put(50, 58, 14, "Turismo, Lda")
		sheet.Put(50, 76, below, "Lugar de Cima")
		doc := annotate.New(layout.Analyze(sheettest.Bind(sheet)))
		s := doc.Layout.Segments
		doc.Tags = tag.New([]tag.Unit{unit(s[0], 0, 2, 0.2), unit(s[0], 3, 3, 0.05), unit(s[1], 0, 1, 0.9), unit(s[2], 0, 2, 0.01)},
			[6]float32{})
		if got := found(doc, tag.VendorName); !slices.Contains(got, want) {
			t.Errorf("over print of %v points: %q, want %q", below, got, want)
		}
	}
}

// unit is a piece of a segment that is a vendor's name with a probability, else nothing.
func unit(s *layout.Segment, first, last int, name float64) tag.Unit {
	u := tag.Unit{Part: layout.Part{Segment: s, First: first, Last: last}}
	for c := range u.Odds {
		u.Odds[c] = -9
	}
	u.Odds[tag.Other], u.Odds[tag.VendorName] = float32(math.Log(1-name)), float32(math.Log(name))
	return u
}
