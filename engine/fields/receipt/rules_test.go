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
)

// headed is a receipt with the given lines at its head, and one item.
func headed(head ...string) *document.Document {
	p := sheettest.Till(300)
	y := p.Column(12, 20, 8, head...)
	p.Put(12, y+10, 8, "Haddock")
	p.End(214, y+10, 8, "7.00")
	p.Put(12, y+22, 8, "TOTAL")
	p.End(214, y+22, 8, "7.00")
	return sheettest.Bind(p)
}

// byRules reads a receipt without scorers.
func byRules(doc *document.Document) *value.Set {
	return receipt.Find(sheettest.Read(doc, result.TypeReceipt), nil)
}

// Without scorers the shop is the first line that may be a name, followed by its address.
func TestShopsByRules(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		head            []string
		vendor, address string
	}{
		"British": {
			[]string{"Marlow Fish Bar", "6 Quay Street", "Whitby YO21 1AB", "Tel: 01947 555 010"},
			"Marlow Fish Bar", "6 Quay Street, Whitby YO21 1AB",
		},
		"German": {
			[]string{"Bäckerei Hansen", "Dorfstraße 3", "24960 Glücksburg", "Tel. 04631 55512"}, "Bäckerei Hansen",
			"Dorfstraße 3, 24960 Glücksburg",
		},
		"French": {
			[]string{"Librairie Victor", "8 rue des Écoles", "21000 Dijon", "14/09/2031 13:07"}, "Librairie Victor",
			"8 rue des Écoles, 21000 Dijon",
		},
		"a legal form on the next line": {
			[]string{"KEDAI BUKU MAJU", "SDN BHD", "NO. 12, JALAN PERDANA 3,", "81300 SKUDAI, JOHOR."},
			"KEDAI BUKU MAJU SDN BHD", "NO. 12, JALAN PERDANA 3, 81300 SKUDAI, JOHOR.",
		},
		"a registration number behind the name": {
			[]string{"KEDAI BUKU MAJU SDN BHD (204177-X)", "NO. 12, JALAN PERDANA 3,", "81300 SKUDAI, JOHOR."},
			"KEDAI BUKU MAJU SDN BHD", "NO. 12, JALAN PERDANA 3, 81300 SKUDAI, JOHOR.",
		},
		"a slogan between name and address": {
			[]string{"Marlow Fish Bar", "fresh every day", "6 Quay Street", "Whitby YO21 1AB"}, "Marlow Fish Bar",
			"6 Quay Street, Whitby YO21 1AB",
		},
		"a legal form makes a name likelier": {
			[]string{"Harbour Kitchen", "Marlow Fish Ltd"}, "Marlow Fish Ltd", "",
		},
		"a legal form far down": {
			[]string{
				"Marlow Fish Bar", "fresh", "every day", "open all year", "fried to order", "thank you",
				"come again soon", "and be well",
				"printed by Ink Press Ltd",
			},
			"Marlow Fish Bar", "",
		},
		"a street first": {
			[]string{"6 Quay Street", "Marlow Fish Bar", "Whitby YO21 1AB"}, "Marlow Fish Bar", "Whitby YO21 1AB",
		},
		"no address": {[]string{"Marlow Fish Bar"}, "Marlow Fish Bar", ""},
		"mail and site": {[]string{"Marlow Fish Bar", "6 Quay Street", "www.marlow.example"}, "Marlow Fish Bar",
			"6 Quay Street"},
	} {
		doc := headed(append(c.head, "Server: Maria")...)
		set := byRules(doc)
		if got := set.Text("vendorName"); got != c.vendor {
			t.Errorf("%s: vendor %q, want %q", name, got, c.vendor)
		}
		if got := set.Text("vendorAddress"); got != c.address {
			t.Errorf("%s: address %q, want %q", name, got, c.address)
		}
		sheettest.Cites(t, doc, set)
	}
}

func TestNameInLargePrint(t *testing.T) {
	t.Parallel()
	p := sheettest.Till(300)
	p.Put(12, 20, 8, "Harbour Kitchen")
	p.Put(12, 36, 14, "Marlow Fish Bar")
	p.Put(12, 60, 8, "6 Quay Street")
	p.Put(12, 80, 8, "TOTAL")
	p.End(214, 80, 8, "7.00")
	if got := byRules(sheettest.Bind(p)).Text("vendorName"); got != "Marlow Fish Bar" {
		t.Errorf("vendor %q", got)
	}
}

// A time in the date's row is preferred; without one the first counts.
func TestReceiptTimes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		head []string
		want string
	}{
		"beside the date":       {[]string{"Marlow Fish Bar", "Open 09:00", "14/09/2031 13:07"}, "13:07"},
		"the first of several":  {[]string{"Marlow Fish Bar", "Open 09:00", "until 22:00"}, "09:00"},
		"of twelve hours":       {[]string{"Marlow Fish Bar", "09/14/2031 1:07 PM"}, "13:07"},
		"with seconds":          {[]string{"Marlow Fish Bar", "14.09.2031 13:07:22"}, "13:07:22"},
		"none":                  {[]string{"Marlow Fish Bar", "14/09/2031"}, ""},
		"no time after all":     {[]string{"Marlow Fish Bar", "Table 25:70"}, ""},
		"the row of the second": {[]string{"Marlow Fish Bar", "Open 09:00", "Date: 14/09/2031 Time: 13:07"}, "13:07"},
	} {
		doc := headed(c.head...)
		set := read(doc)
		if got := set.Text("time"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		sheettest.Cites(t, doc, set)
	}
}

// summed is a receipt with one item, and lines of sums and payments.
func summed(lines ...[2]string) *document.Document {
	p := sheettest.Till(400)
	y := p.Column(12, 20, 8, "Marlow Fish Bar", "6 Quay Street", "14/09/2031 13:07") + 10
	p.Put(12, y, 8, "Haddock")
	p.End(214, y, 8, "7.00")
	for _, l := range lines {
		y += 12
		p.Put(12, y, 8, l[0])
		p.End(214, y, 8, l[1])
	}
	return sheettest.Bind(p)
}

// paid returns the payments of a receipt, each as method and amount.
func paid(set *value.Set) string {
	var out []string
	for _, row := range set.Lists["payments"] {
		out = append(out, row["method"].Value+" "+row["amount"].Value)
	}
	return strings.Join(out, ", ")
}

func TestPayments(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines     [][2]string
		want, tip string
	}{
		"cash": {[][2]string{{"TOTAL", "7.00"}, {"CASH", "10.00"}, {"CHANGE", "3.00"}}, "cash 10.00",
			""},
		"card":      {[][2]string{{"TOTAL", "7.00"}, {"Visa", "7.00"}}, "visa 7.00", ""},
		"in German": {[][2]string{{"SUMME", "7,00"}, {"Bar", "10,00"}}, "bar 10.00", ""},
		"in two ways": {[][2]string{{"TOTAL", "7.00"}, {"Visa", "5.00"}, {"Cash", "2.00"}},
			"visa 5.00, cash 2.00", ""},
		"a card's number": {[][2]string{{"TOTAL", "7.00"}, {"Visa", "4417"}}, "", ""},
		"not paid":        {[][2]string{{"TOTAL", "7.00"}}, "", ""},
		"a tip":           {[][2]string{{"Subtotal", "7.00"}, {"Tip", "1.00"}, {"TOTAL", "8.00"}}, "", "1.00"},
	} {
		doc := summed(c.lines...)
		set := read(doc)
		if got := paid(set); got != c.want {
			t.Errorf("%s: paid %q, want %q", name, got, c.want)
		}
		if got := set.Text("tip"); got != c.tip {
			t.Errorf("%s: tip %q, want %q", name, got, c.tip)
		}
		sheettest.Cites(t, doc, set)
	}
}

// "net total" is the total, and "net" alone the amount before tax.
func TestNetTotals(t *testing.T) {
	t.Parallel()
	set := read(summed([2]string{"Net Total", "7.00"}, [2]string{"CASH", "10.00"}))
	if set.Text("total") != "7.00" || set.Has("subtotal") {
		t.Errorf("net total: total %q, subtotal %q", set.Text("total"), set.Text("subtotal"))
	}
	set = read(summed([2]string{"Net", "5.83"}, [2]string{"VAT 20%", "1.17"}, [2]string{"Total", "7.00"}))
	sheettest.Holds(t, set, map[string]string{"subtotal": "5.83", "taxTotal": "1.17", "total": "7.00"})
}

// A total of one tax rate is not the total.
func TestRateTotals(t *testing.T) {
	t.Parallel()
	set := read(summed([2]string{"Total 0% supplies:", "31.78"}, [2]string{"Total 6% supplies (Inc. GST):", "8.40"},
		[2]string{"Total Payable:", "40.18"}))
	if set.Text("total") != "40.18" {
		t.Errorf("total %q", set.Text("total"))
	}
	set = read(summed([2]string{"Total 0% supplies:", "31.78"}, [2]string{"Payable", "31.78"}))
	if set.Text("total") != "31.78" {
		t.Errorf("of one rate: total %q", set.Text("total"))
	}
	set = read(summed([2]string{"Total (incl. 6% GST)", "8.40"}))
	if set.Text("total") != "8.40" {
		t.Errorf("a rate in brackets: total %q", set.Text("total"))
	}
}

func TestReceiptDate(t *testing.T) {
	t.Parallel()
	if set := read(summed([2]string{"TOTAL", "7.00"})); set.Text("date") != "2031-09-14" || set.Has("issueDate") {
		t.Errorf("%v", set.Scalars)
	}
}

func TestNoPages(t *testing.T) {
	t.Parallel()
	empty := &document.Document{}
	for name, set := range map[string]*value.Set{"by scorers": read(empty), "by rules": byRules(empty)} {
		if len(set.Scalars)+len(set.Lists) > 0 {
			t.Errorf("%s: %v", name, set)
		}
	}
	if rows := receipt.Observe(annotate.New(layout.Analyze(empty))); len(rows) > 0 {
		t.Errorf("%v", rows)
	}
}

// The vector holds a value for each name, for the first rows only, with the shared features of the neighbors.
func TestScorerFeatures(t *testing.T) {
	t.Parallel()
	rows := receipt.Observe(annotate.New(layout.Analyze(headed("Marlow Fish Bar", "6 Quay Street",
		"Whitby YO21 1AB"))))
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
	if len(rows) != 5 || rows[1].Text != "6 Quay Street" {
		t.Fatalf("%v", rows)
	}
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
	if rows := receipt.Observe(annotate.New(layout.Analyze(headed(long...)))); len(rows) != 16 {
		t.Errorf("%d rows of the head", len(rows))
	}
}

func TestParseScorers(t *testing.T) {
	t.Parallel()
	good, err := receipt.Trained()
	if err != nil {
		t.Fatal(err)
	}
	others := &boost.Ensemble{Features: []string{"a"}}
	for name, bad := range map[string]*receipt.Scorers{
		"none": nil, "one": {Name: good.Name}, "of other features": {Name: good.Name, Address: others},
	} {
		if s, err := receipt.ParseScorers(bad.Bytes()); err == nil {
			t.Errorf("%s: %v", name, s)
		}
	}
}
