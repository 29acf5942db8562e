package link

import (
	"math"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// Each case is more or less likely than the plain link.
func TestWeightsOfLinks(t *testing.T) {
	t.Parallel()
	plain := Evidence{Label: 1, Start: true, Last: true}
	with := func(change func(*Evidence)) float64 {
		f := plain
		change(&f)
		return f.Logit() - plain.Logit()
	}
	below := func(change func(*Evidence)) float64 {
		f := plain
		f.Direction = Below
		z := f.Logit()
		change(&f)
		return f.Logit() - z
	}
	for name, c := range map[string]struct{ got, want float64 }{
		"a weak label":       {with(func(f *Evidence) { f.Label = 0.5 }), -weightLabel / 2},
		"within the line":    {with(func(f *Evidence) { f.Start = false }), weightNotStart},
		"more values follow": {with(func(f *Evidence) { f.Last = false }), weightNotLast},
		"a later page":       {with(func(f *Evidence) { f.Later = true }), weightLater},
		"a colon":            {with(func(f *Evidence) { f.Colon = true }), weightColonBeside},
		"words between":      {with(func(f *Evidence) { f.distance = 2 }), 2 * weightSameWord},
		"a good fit":         {with(func(f *Evidence) { f.kind = 0.75 }), 0.75},
		"a heading, in line": {with(func(f *Evidence) { f.Heading = true }), 0},
		"right of it":        {with(func(f *Evidence) { f.Direction = Right }), weightRight - weightSame},
		"far right of it": {with(func(f *Evidence) { f.Direction, f.distance = Right, 0.5 }),
			weightRight - weightSame + weightRightGap/2},
		"right of a heading": {with(func(f *Evidence) { f.Direction, f.Heading = Right, true }),
			weightRight - weightSame + weightHeadingRight},
		"under it":              {with(func(f *Evidence) { f.Direction = Below }), weightBelow - weightSame},
		"two lines under it":    {below(func(f *Evidence) { f.distance = 2 }), 2 * weightBelowLine},
		"under a heading":       {below(func(f *Evidence) { f.Heading = true }), weightHeadingBelow},
		"under a label's colon": {below(func(f *Evidence) { f.Colon = true }), weightColonBelow},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
}

func TestGroupsOfAccounts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		run  string
		last int
	}{
		"DE89 3704 0044 05":   {"DE893704004405", 3},
		"DE89 3704 004 0532":  {"DE893704004", 2},
		"DE89 3704 word 0532": {"DE893704", 1},
		"DE893 7040":          {"DE893", 0},
		"DE89 37040":          {"DE89", 0},
		"DE89":                {"DE89", 0},
	} {
		if run, last := ibanRun(strings.Fields(text), 0); run != want.run || last != want.last {
			t.Errorf("%q: %q up to %d", text, run, last)
		}
	}
	for word, want := range map[string]bool{
		"DE8937040044": true, "DE893704004": false, "de8937040044": false, "D18937040044": false, "DEA937040044": false,
		"DE89370400-44":  false,
		"DE89ABCDEFGH12": false, "DE" + strings.Repeat("8", 32): true, "DE" + strings.Repeat("8", 33): false, "": false,
	} {
		if got := ibanLike(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}

func TestMarkLast(t *testing.T) {
	t.Parallel()
	links := markLast([]Link{{Evidence: Evidence{Last: true}}, {Evidence: Evidence{Last: true}}})
	if links[0].LogOdds != weightNotLast || links[0].Evidence.Last || links[1].LogOdds != 0 || !links[1].Evidence.Last {
		t.Errorf("%+v", links)
	}
	if got := markLast(nil); got != nil {
		t.Errorf("%v", got)
	}
}

// Clearly labeled numbers keep more of their certainty than other values.
func TestMostAgainst(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		role  lexicon.Role
		prior float64
		want  float64
	}{
		{lexicon.InvoiceNumber, 1.5, 2},
		{lexicon.ReceiptNumber, 3, 2},
		{lexicon.InvoiceNumber, 1, 1},
		{lexicon.InvoiceNumber, 0.3, 1},
		{lexicon.InvoiceNumber, 0.2, maxCorrected},
		{lexicon.Subtotal, 2, 2},
		{lexicon.Total, 5, maxCorrected},
	} {
		if got := maxAgainst(c.role, c.prior); got != c.want {
			t.Errorf("%s at %v: %v, want %v", c.role, c.prior, got, c.want)
		}
	}
}

// segmentOf is a line of words on a separate page.
func segmentOf(text string) *layout.Segment {
	line := document.Line{}
	x := 40.0
	for word := range strings.FieldsSeq(text) {
		w := 5 * float64(len(word))
		box := document.Box{X0: x / 600, Y0: 40.0 / 840, X1: (x + w) / 600, Y1: 50.0 / 840}
		line.Words = append(line.Words, document.Word{Text: word, Confidence: 1, Source: document.SourceText, Box: box})
		x += w + 3
	}
	page := document.Page{Number: 1, Width: 600, Height: 840, Lines: []document.Line{line}}
	return layout.Analyze(&document.Document{Pages: []document.Page{page}}).Segments[0]
}

func TestEndsOfTitles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"Rechnung 4711": 0, "Tax Invoice 4711": 1, "Rechnung Nr. 4711": 1, "Rechnung": -1, "Brückner Rechnung 4711": -1,
		"Tax 4711": -1, "Purchase Order No. 12": 2,
		"Invoice (380) No. 4711": 2, "Invoice (380) 4711": 0, "Invoice (380)": 0, "Invoice 380 No. 4711": 0, "Invoice (copy) No. 4711": 0,
	} {
		if got := titleEnd(segmentOf(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestSentencesOfPayment(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Bitte zahlen Sie den Betrag": true, "Please pay the amount": true, "payable until Friday": true,
		"We received your payment": false,
		"Betrag dankend erhalten":  false, "Our offices are closed": false,
	} {
		if got := ofPayment(segmentOf(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestRemembered(t *testing.T) {
	t.Parallel()
	asked := 0
	find := remembered(func(*layout.Segment) []Candidate { asked++; return nil })
	a, b := segmentOf("a"), segmentOf("b")
	for range 3 {
		find(a)
		find(b)
	}
	if asked != 2 {
		t.Errorf("asked %d times", asked)
	}
}
