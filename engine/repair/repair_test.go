package repair_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/repair"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/engine/validate"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func unsure(text string) value.Value {
	return value.Value{Value: text, Raw: text, Page: 1, Source: document.SourceOCR, Score: 0.9, Legibility: 0.8}
}

// scanned makes a set of such values; paths of items are "lineItems.0.amount".
func scanned(values map[string]string, items ...[3]string) *value.Set {
	s := &value.Set{Scalars: map[string]value.Value{}, Lists: map[string][]value.Row{}}
	for name, v := range values {
		s.Scalars[name] = unsure(v)
	}
	for _, item := range items {
		s.Lists["lineItems"] = append(s.Lists["lineItems"],
			value.Row{"quantity": unsure(item[0]), "unitPrice": unsure(item[1]), "amount": unsure(item[2])})
	}
	return s
}

func noLayout() *layout.Layout { return layout.Analyze(&document.Document{}) }

func TestMisreadDigit(t *testing.T) {
	t.Parallel()
	sums := func(subtotal, tax, total string) map[string]string {
		return map[string]string{"subtotal": subtotal, "taxTotal": tax, "total": total}
	}
	for name, c := range map[string]struct {
		set               *value.Set
		path, value, want string
	}{
		"subtotal in two sums": {scanned(sums("138.00", "19.00", "157.00"), [3]string{"1", "138.00", "138.00"},
			[3]string{"1", "1.00", "0.00"}), "", "", ""},
		"digit": {scanned(sums("180.00", "19.00", "149.00"), [3]string{"2", "50.00", "100.00"},
			[3]string{"1", "30.00", "30.00"}), "subtotal", "180.00", "130.00"},
		"quantity or price": {scanned(sums("130.00", "19.00", "149.00"), [3]string{"2", "60.00", "100.00"},
			[3]string{"1", "30.00", "30.00"}), "", "", ""},
		"item's digit": {scanned(sums("130.00", "19.00", "149.00"), [3]string{"2", "50.00", "100.00"},
			[3]string{"1", "30.00", "80.00"}), "lineItems.1.amount", "80.00", "30.00"},
		"sign": {
			scanned(sums("812.50", "2.50", "15.00"), [3]string{"1", "12.50", "12.50"}), "subtotal", "812.50", "12.50",
		},
	} {
		before := fmt.Sprint(c.set)
		repair.Values(c.set, noLayout())
		if c.path == "" {
			assert.Equal(t, fmt.Sprint(c.set), before, name, "changed to")
			continue
		}
		v, ok := c.set.Scalars[c.path]
		if !ok {
			v = c.set.Lists["lineItems"][1]["amount"]
		}
		assert.True(t, v.Value == c.want && v.Raw == c.value && v.Source == document.SourceDerived, name, v, "want", c.want)
		for _, o := range validate.Run(c.set) {
			assert.True(t, o.Passed, name, "check", o.Name, "fails", o.Detail)
		}
	}
}

func TestLostDecimalPoint(t *testing.T) {
	t.Parallel()
	s := scanned(map[string]string{"subtotal": "13000.00", "taxTotal": "19.00", "total": "149.00"},
		[3]string{"1", "130.00", "130.00"})
	v := s.Scalars["subtotal"]
	v.Raw = "13000"
	s.Scalars["subtotal"] = v
	repair.Values(s, noLayout())
	got := s.Scalars["subtotal"]
	assert.True(t, got.Value == "130.00" && got.Raw == "13000", got)
}

func TestCertainValuesUnchanged(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*value.Value){
		"text": func(v *value.Value) { v.Source = document.SourceText },
		"sure": func(v *value.Value) { v.Legibility = 0.99 },
		"code": func(v *value.Value) { v.Source = document.SourceCode },
	} {
		s := scanned(map[string]string{"subtotal": "180.00", "taxTotal": "19.00", "total": "149.00"},
			[3]string{"1", "130.00", "130.00"})
		v := s.Scalars["subtotal"]
		change(&v)
		s.Scalars["subtotal"] = v
		repair.Values(s, noLayout())
		assert.Equal(t, s.Text("subtotal"), "180.00", name, "repaired to")
	}
}

// A single equation can be satisfied by correcting any of its terms.
func TestSingleEquation(t *testing.T) {
	t.Parallel()
	s := scanned(map[string]string{"subtotal": "180.00", "taxTotal": "19.00", "total": "149.00"})
	repair.Values(s, noLayout())
	assert.True(t, s.Text("subtotal") == "180.00" && s.Text("total") == "149.00", s.Scalars)
}

// Within the rounding tolerance several last digits satisfy both equations, so none is taken.
func TestAmbiguousRepair(t *testing.T) {
	t.Parallel()
	s := scanned(map[string]string{
		"subtotal": "130.00", "taxTotal": "19.05", "total": "149.08", "amountPaid": "49.05", "amountDue": "100.00",
	})
	repair.Values(s, noLayout())
	v := s.Scalars["total"]
	assert.True(t, v.Value == "149.08" && v.Source == document.SourceOCR, v)
	s.Scalars["total"] = unsure("199.05")
	repair.Values(s, noLayout())
	assert.Equal(t, s.Text("total"), "149.05", "the only repair that fits is not made", s.Scalars["total"])
}

// The total is in one equation, but other equations prove its other terms.
func TestTermsProvenElsewhere(t *testing.T) {
	t.Parallel()
	s := scanned(map[string]string{"subtotal": "130.00", "taxTotal": "26.00", "total": "166.00"},
		[3]string{"1", "130.00", "130.00"})
	s.Lists["taxes"] = []value.Row{{"amount": unsure("26.00")}}
	repair.Values(s, noLayout())
	assert.Equal(t, s.Text("total"), "166.00", "a tax that nothing proves")
	s.Lists["taxes"] = []value.Row{{"rate": unsure("20"), "base": unsure("130.00"), "amount": unsure("26.00")}}
	repair.Values(s, noLayout())
	v := s.Scalars["total"]
	assert.True(t, v.Value == "156.00" && v.Raw == "166.00" && v.Source == document.SourceDerived, v)
}

// The same words are used as tax total and as the single tax.
func TestFieldsSharingMisreadWords(t *testing.T) {
	t.Parallel()
	s := scanned(map[string]string{"subtotal": "130.00", "taxTotal": "76.00", "total": "156.00", "amountPaid": "56.00",
		"amountDue": "100.00"},
		[3]string{"1", "130.00", "130.00"})
	tax := s.Scalars["taxTotal"]
	tax.Box = document.Box{X0: 0.8, Y0: 0.5, X1: 0.9, Y1: 0.52}
	s.Scalars["taxTotal"] = tax
	s.Lists["taxes"] = []value.Row{{"rate": unsure("20"), "base": unsure("130.00"), "amount": tax}}
	repair.Values(s, noLayout())
	assert.True(t, s.Text("taxTotal") == "26.00" && s.Lists["taxes"][0]["amount"].Value == "26.00",
		s.Scalars["taxTotal"], s.Lists["taxes"])
}

// Repair restores a single changed digit or does nothing, and never makes a wrong correction or a failed check.
func TestRandomInvoices(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 7)) //nolint:gosec // the same invoices every time
	repaired, wrong := 0, 0
	const invoices = 1500
	for range invoices {
		truth := randomInvoice(r)
		whole := clone(truth)
		repair.Values(whole, noLayout())
		require.True(t, reflect.DeepEqual(whole, truth), "all checks hold, and yet", whole)
		damaged := clone(truth)
		path := damage(r, damaged)
		repair.Values(damaged, noLayout())
		switch {
		case get(damaged, path).Value == get(truth, path).Value:
			repaired++
		case changed(damaged):
			wrong++
		}
	}
	t.Logf("of %d invoices with one misread digit %d were repaired, %d wrongly", invoices, repaired, wrong)
	assert.True(t, repaired >= invoices/3 && wrong <= invoices/200, repaired, "repaired", wrong, "wrongly")
}

func randomInvoice(r *rand.Rand) *value.Set {
	var items [][3]string
	net := 0
	for range 2 + r.IntN(4) {
		q, p := 1+r.IntN(9), 100+r.IntN(30_000)
		net += q * p
		items = append(items, [3]string{fmt.Sprint(q), cents(p), cents(q * p)})
	}
	tax := (net*19 + 50) / 100
	return scanned(map[string]string{"subtotal": cents(net), "taxTotal": cents(tax), "total": cents(net + tax)}, items...)
}

func cents(n int) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }

func clone(s *value.Set) *value.Set {
	c := &value.Set{Scalars: map[string]value.Value{}, Lists: map[string][]value.Row{}}
	for name, v := range s.Scalars {
		c.Scalars[name] = v
	}
	for name, rows := range s.Lists {
		for _, row := range rows {
			copied := value.Row{}
			for member, v := range row {
				copied[member] = v
			}
			c.Lists[name] = append(c.Lists[name], copied)
		}
	}
	return c
}

// damage misreads one digit of one amount and returns its path.
func damage(r *rand.Rand, s *value.Set) string {
	paths := []string{"subtotal", "total", "taxTotal"}
	for i := range s.Lists["lineItems"] {
		paths = append(paths, value.Path("lineItems", i, "amount"))
	}
	path := paths[r.IntN(len(paths))]
	v := get(s, path)
	confused := strings.NewReplacer("0", "8", "1", "7", "3", "8", "4", "9", "5", "6", "6", "5", "7", "1", "8",
		"3", "9", "4")
	for {
		i := r.IntN(len(v.Value))
		text := v.Value[:i] + confused.Replace(v.Value[i:i+1]) + v.Value[i+1:]
		if text == v.Value {
			continue
		}
		v.Value, v.Raw = text, text
		if list, index, ok := strings.Cut(strings.TrimSuffix(path, ".amount"), "."); ok {
			s.Lists[list][int(index[0]-'0')]["amount"] = v
		} else {
			s.Scalars[path] = v
		}
		return path
	}
}

func get(s *value.Set, path string) value.Value {
	if list, index, ok := strings.Cut(strings.TrimSuffix(path, ".amount"), "."); ok {
		return s.Lists[list][int(index[0]-'0')]["amount"]
	}
	return s.Scalars[path]
}

func changed(s *value.Set) bool {
	for _, v := range s.Scalars {
		if v.Source == document.SourceDerived {
			return true
		}
	}
	for _, row := range s.Lists["lineItems"] {
		for _, v := range row {
			if v.Source == document.SourceDerived {
				return true
			}
		}
	}
	return false
}

// groups prints a code in groups on a page; low are the uncertain groups.
func groups(code []string, low ...int) (*layout.Layout, value.Value) {
	line := document.Line{}
	v := value.Value{Value: strings.Join(code, ""), Raw: strings.Join(code, " "), Page: 1, Source: document.SourceOCR,
		Score: 0.9, Legibility: 0.97}
	for i, text := range code {
		x := 0.1 + 0.06*float64(i)
		w := document.Word{Text: text, Confidence: 0.97, Source: document.SourceOCR,
			Box: document.Box{X0: x, Y0: 0.5, X1: x + 0.05, Y1: 0.52}}
		for _, k := range low {
			if k == i {
				w.Confidence, v.Legibility = 0.7, 0.7
			}
		}
		v.Box = v.Box.Union(w.Box)
		line.Words = append(line.Words, w)
	}
	doc := &document.Document{Pages: []document.Page{{Number: 1, Width: 595, Height: 842, Lines: []document.Line{line}}}}
	return layout.Analyze(doc), v
}

func TestAccountNumbers(t *testing.T) {
	t.Parallel()
	const right = "DE89370400440532013000"
	for name, c := range map[string]struct {
		code []string
		low  []int
		want string
	}{
		"misread in a doubtful group": {[]string{"DE89", "3704", "0044", "0532", "0130", "00"}, []int{1}, right},
		"letters for digits":          {[]string{"DE89", "37O4", "OO44", "0S32", "0130", "00"}, nil, right},
		"digit in a doubtful group":   {[]string{"DE89", "3704", "0044", "0582", "0130", "00"}, []int{3}, right},
		"a digit for a letter":        {[]string{"IT40", "5054", "2811", "1010", "0000", "0123", "456"}, nil, "IT40S0542811101000000123456"},
		"digits for letters":          {[]string{"GB60", "80SC", "1234", "5698", "7654", "32"}, nil, "GB60BOSC12345698765432"},
		"nothing is doubtful": {[]string{"DE89", "3704", "0044", "0582", "0130", "00"}, nil,
			"DE89370400440582013000"},
		"the doubtful group is right": {[]string{"DE89", "3704", "0044", "0582", "0130", "00"}, []int{0},
			"DE89370400440582013000"},
		"too much of it is doubtful": {[]string{"DE89", "3704", "0044", "0582", "0130", "00"}, []int{1, 2, 3, 4, 5},
			"DE89370400440582013000"},
		"two characters were mistaken": {[]string{"DE89", "3704", "0044", "0682", "0130", "00"}, []int{3},
			"DE89370400440682013000"},
	} {
		lay, v := groups(c.code, c.low...)
		s := &value.Set{Scalars: map[string]value.Value{"iban": v}}
		repair.Values(s, lay)
		got := s.Scalars["iban"]
		if got.Value != c.want || got.Raw != v.Raw || (got.Source == document.SourceDerived) != (v.Value != c.want) {
			t.Errorf("%s: %+v, want %s", name, got, c.want)
		}
	}
}

// The check digit of most tax IDs is right by chance in one of ten cases, so only a second print proves it.
func TestTaxIDsPrintedTwice(t *testing.T) {
	t.Parallel()
	require.Equal(t, recognize.VATChecksum("DE136695976"), recognize.ChecksumValid, "the sample is wrong")
	lay, v := groups([]string{"DE136696976"}, 0)
	s := &value.Set{Scalars: map[string]value.Value{"vendorTaxId": v}}
	repair.Values(s, lay)
	assert.Equal(t, s.Text("vendorTaxId"), "DE136696976", "repaired by chance")
	lay, v = groups([]string{"DE136696976", "and", "again", "DE136695976"}, 0)
	v.Value, v.Raw = "DE136696976", "DE136696976"
	s.Scalars["vendorTaxId"] = v
	repair.Values(s, lay)
	got := s.Scalars["vendorTaxId"]
	assert.True(t, got.Value == "DE136695976" && got.Source == document.SourceDerived, got)
}
