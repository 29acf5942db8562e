package match_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

const harrow, oak = "GB980780684", "GB434031494"

// charged is a page of a vendor with a date, an amount and additional lines.
func charged(vendor, day, amount string, more ...string) *annotate.Document {
	lines := []line{{60, 60, "Harrow Tools Ltd"}, {60, 71, "VAT no. " + vendor}, {60, 140, "Invoice No:"}, {160, 140,
		"R-77"},
		{60, 160, "Invoice Date:"}, {160, 160, day}, {360, 320, "Total"}, {500, 320, amount}}
	for i, text := range more {
		lines = append(lines, line{60, 400 + 20*float64(i), text})
	}
	return page(lines...)
}

func left(doc *annotate.Document, right map[string]string) template.Example {
	l := match.NewPage(doc, "").Learn(match.CorrectedRecord{Type: schema.TypeInvoice, Right: right,
		Read: map[string]string{}})
	l.Document = fmt.Sprint(right, len(doc.Layout.Segments))
	return l
}

// dayLeft is the example of a page dated 3/4/2024 with a corrected date, moneyLeft of a page with "$".
func dayLeft(vendor, day string) template.Example {
	return left(charged(vendor, "3/4/2024", "100.00"), map[string]string{"issueDate": day})
}

func moneyLeft(vendor, code string) template.Example {
	return left(charged(vendor, "March 18, 2024", "$100.00"), map[string]string{"currency": code})
}

const march, april = "2024-03-04", "2024-04-03"

// Corrected dates teach the order of day and month of pages that do not show it.
func TestLearnDateOrder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		doc   *annotate.Document
		right map[string]string
		want  string
	}{
		"month first": {charged(harrow, "3/4/2024", "100.00"), map[string]string{"issueDate": march}, "true"},
		"day first":   {charged(harrow, "3/4/2024", "100.00"), map[string]string{"issueDate": april}, "false"},
		"with dashes": {charged(harrow, "03-04-2024", "100.00"), map[string]string{"issueDate": march}, "true"},
		"two dates that agree": {charged(harrow, "3/4/2024", "1.00", "Due Date: 5/6/2024"),
			map[string]string{"issueDate": march, "dueDate": "2024-05-06"}, "true"},
		"two dates that differ": {charged(harrow, "3/4/2024", "1.00", "Due Date: 5/6/2024"),
			map[string]string{"issueDate": march, "dueDate": "2024-06-05"}, ""},
		"the same either way": {charged(harrow, "3/3/2024", "100.00"), map[string]string{"issueDate": "2024-03-03"}, ""},
		"both ways on the page": {charged(harrow, "3/4/2024", "1.00", "Due Date: 4/3/2024"),
			map[string]string{"issueDate": march}, ""},
		"another date tells": {charged(harrow, "3/4/2024", "1.00", "Due Date: 12/25/2024"),
			map[string]string{"issueDate": march}, ""},
		"points, which are clear": {charged(harrow, "3.4.2024", "100.00"), map[string]string{"issueDate": april}, ""},
		"a month in letters":      {charged(harrow, "4 March 2024", "100.00"), map[string]string{"issueDate": march}, ""},
		"in letters, too": {charged(harrow, "4 March 2024", "1.00", "Sent 3/4/2024"),
			map[string]string{"issueDate": march}, ""},
		"another day":  {charged(harrow, "3/4/2024", "100.00"), map[string]string{"issueDate": "2024-03-05"}, ""},
		"no date":      {charged(harrow, "3/4/2024", "100.00"), map[string]string{"paymentTerms": march}, ""},
		"nothing left": {charged(harrow, "3/4/2024", "100.00"), nil, ""},
	} {
		got := ""
		if l := left(c.doc, c.right); l.MonthFirst != nil {
			got = fmt.Sprint(*l.MonthFirst)
		}
		assert.Equal(t, got, c.want, name, "taught")
	}
}

// Ambiguous dates have the order of the vendor's corrected dates.
func TestAmbiguousDatesByVendorOrder(t *testing.T) {
	t.Parallel()
	const day, month = "2024-06-05", "2024-05-06"
	american, british := dayLeft(harrow, march), dayLeft(harrow, april)
	again := dayLeft(harrow, march)
	again.Document = "again"
	ambiguous := charged(harrow, "5/6/2024", "90.00")
	for name, c := range map[string]struct {
		doc     *annotate.Document
		read    string
		lessons []template.Example
		want    string
	}{
		"month first":    {ambiguous, day, []template.Example{american}, month},
		"in two lessons": {ambiguous, day, []template.Example{american, again}, month},
		"day first": {charged(harrow, "5/6/2024", "$90.00", "Austin, TX 78701"), month,
			[]template.Example{british}, day},
		"read so":             {ambiguous, month, []template.Example{american}, ""},
		"lessons that differ": {ambiguous, day, []template.Example{american, british}, ""},
		"another vendor":      {charged(oak, "5/6/2024", "90.00"), day, []template.Example{american}, ""},
		"taught by another":   {ambiguous, day, []template.Example{dayLeft(oak, march)}, ""},
		"silent lessons": {ambiguous, day, []template.Example{left(charged(harrow, "25/6/2024", "90.00"),
			map[string]string{"issueDate": "2024-06-25"})}, ""},
		"another date tells": {charged(harrow, "5/6/2024", "90.00", "Due Date: 25/6/2024"), day,
			[]template.Example{american}, ""},
		"read of another date": {ambiguous, "2024-06-15", []template.Example{american}, ""},
		"printed in letters": {charged(harrow, "5 June 2024", "90.00", "Sent 5/6/2024"), day, []template.Example{american},
			""},
		"nothing read": {ambiguous, "", []template.Example{american}, ""},
	} {
		want := map[string]string{}
		if c.want != "" {
			want["issueDate"] = c.want
		}
		// Fields that are no dates stay.
		read := reads{"issueDate": {Value: c.read, Confidence: .99}, "paymentTerms": {Value: day, Confidence: .9}}
		wantChanges(t, name, changes(template.New("l", 1, c.lessons), c.doc, 1, read), want)
	}
}

// All dates of the page get the vendor's order.
func TestAllDatesByVendorOrder(t *testing.T) {
	t.Parallel()
	known := template.New("l", 1, []template.Example{dayLeft(harrow, march)})
	got := changes(known, charged(harrow, "5/6/2024", "90.00", "Due Date: 7/8/2024"), 1, reads{
		"issueDate": {Value: "2024-06-05", Confidence: .99}, "dueDate": {Value: "2024-08-07", Confidence: .99}})
	wantChanges(t, "both", got, map[string]string{"issueDate": "2024-05-06", "dueDate": "2024-07-08"})
}

// A corrected currency teaches the vendor's currency if the page does not spell it out.
func TestLearnCurrency(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		amount, code, want string
		more               []string
	}{
		"a sign of many":           {"$100.00", "CAD", "CAD", nil},
		"a sign of many, as read":  {"$100.00", "USD", "USD", nil},
		"a word of many":           {"100,00 kr", "DKK", "DKK", nil},
		"no sign":                  {"100.00", "CHF", "CHF", nil},
		"spelled out":              {"CAD 100.00", "CAD", "", nil},
		"a sign of its own":        {"CA$100.00", "CAD", "", nil},
		"spelled out in a note":    {"$100.00", "CAD", "", []string{"All prices in CAD."}},
		"another one, spelled out": {"US$100.00", "CAD", "", nil},
		"another sign":             {"€100.00", "CAD", "", nil},
		"a word of others":         {"100,00 kr", "CAD", "", nil},
		"no code":                  {"100.00", strings.Repeat("x", 2*template.MaxExampleBytes), "", nil},
		"nothing left":             {"$100.00", "", "", nil},
	} {
		l := left(charged(harrow, "March 18, 2024", c.amount, c.more...), map[string]string{"currency": c.code})
		assert.Equal(t, l.Currency, c.want, name, "taught")
	}
}

// A page that does not spell out its currency gets the vendor's.
func TestVendorCurrency(t *testing.T) {
	t.Parallel()
	canadian, american := moneyLeft(harrow, "CAD"), moneyLeft(harrow, "USD")
	sign := charged(harrow, "March 20, 2024", "$90.00")
	for name, c := range map[string]struct {
		doc     *annotate.Document
		read    string
		lessons []template.Example
		want    string
	}{
		"a sign of many":       {sign, "USD", []template.Example{canadian}, "CAD"},
		"no sign":              {charged(harrow, "March 20, 2024", "90.00"), "", []template.Example{canadian}, "CAD"},
		"read so":              {sign, "CAD", []template.Example{canadian}, ""},
		"lessons that differ":  {sign, "USD", []template.Example{canadian, american}, ""},
		"another vendor":       {charged(oak, "March 20, 2024", "$90.00"), "USD", []template.Example{canadian}, ""},
		"silent lessons":       {sign, "USD", []template.Example{dayLeft(harrow, march)}, ""},
		"another, spelled out": {charged(harrow, "March 20, 2024", "US$90.00"), "USD", []template.Example{canadian}, ""},
		"another in a note": {charged(harrow, "March 20, 2024", "$90.00", "All prices in USD."), "USD",
			[]template.Example{canadian}, ""},
		"another sign":     {charged(harrow, "March 20, 2024", "€90.00"), "EUR", []template.Example{canadian}, ""},
		"a word of others": {charged(harrow, "March 20, 2024", "90,00 kr"), "SEK", []template.Example{canadian}, ""},
		"two, both spelled out": {charged(harrow, "March 20, 2024", "90.00", "EUR", "USD"), "EUR",
			[]template.Example{canadian}, ""},
		"no money": {charged(harrow, "March 20, 2024", "90"), "", []template.Example{canadian}, ""},
	} {
		want := map[string]string{}
		if c.want != "" {
			want["currency"] = c.want
		}
		wantChanges(t, name, changes(template.New("l", 1, c.lessons), c.doc, 1, reads{"currency": {Value: c.read,
			Confidence: .99}}), want)
	}
}

// A custom field named currency may have any text.
func TestCustomCurrencyField(t *testing.T) {
	t.Parallel()
	own, err := custom.Parse([]byte(`{"type":"object","properties":{"currency":{"type":"string"}}}`))
	require.NoError(t, err)
	doc := charged(harrow, "March 18, 2024", "$100.00")
	seen := match.CorrectedRecord{Type: schema.TypeGeneric, Schema: own, Right: map[string]string{"currency": "CAD"}}
	assert.Equal(t, match.NewPage(doc, "").Learn(seen).Currency, "", "taught")
	known := template.New("l", 1, []template.Example{moneyLeft(harrow, "CAD")})
	got := match.NewPage(doc, "").Propose(&known, match.Question{Targets: match.Targets(schema.TypeAuto, own), Likeness: 1,
		Read: func(string) match.Reading { return match.Reading{} }})
	assert.Empty(t, got, "proposed")
}

// Proposals from vendor defaults name the newest example, the number of examples and the place on the page.
func TestVendorDefaultSources(t *testing.T) {
	t.Parallel()
	older, newer, dated := moneyLeft(harrow, "CAD"), moneyLeft(harrow, "CAD"), dayLeft(harrow, march)
	older.Document, newer.Document, dated.Document = "older", "newer", "dated"
	newer.At = older.At.AddDate(0, 0, 1)
	known := template.New("l", 1, []template.Example{older, newer, dated})
	got := match.NewPage(charged(harrow, "5/6/2024", "90.00"), "").Propose(&known,
		question(map[string]string{"issueDate": "2024-06-05"}, .99))
	for name, want := range map[string]string{"currency": "newer 2 90.00", "issueDate": "dated 1 5/6/2024"} {
		i := slices.IndexFunc(got, func(p match.Proposal) bool { return p.Name == name })
		if i < 0 {
			t.Errorf("%s is not proposed", name)
			continue
		}
		p := got[i]
		assert.Equal(t, fmt.Sprint(p.Example.Document, " ", p.Held, " ", p.Quote.Parts[0].Text()), want, name)
	}
}

// Vendor defaults fit into a full example.
func TestVendorDefaultsSizeLimit(t *testing.T) {
	t.Parallel()
	right, more := map[string]string{"currency": "CAD", "issueDate": march}, []string{}
	for i, f := range schema.Of(schema.TypeInvoice).Fields {
		if right[f.Name] == "" {
			right[f.Name] = fmt.Sprintf("Value%d", i)
			more = append(more, fmt.Sprintf("Label%c: Value%d", 'a'+i%26, i))
		}
	}
	l := left(charged(harrow, "3/4/2024", "$100.00", more...), right)
	data, err := json.Marshal(l)
	assert.NoError(t, err, "bytes")
	assert.True(t, len(data) <= template.MaxExampleBytes, len(data), "bytes")
	if l.Currency != "CAD" || l.MonthFirst == nil || !*l.MonthFirst || len(l.Fields) == 0 {
		t.Errorf("taught %q, %v, %d fields", l.Currency, l.MonthFirst, len(l.Fields))
	}
}
