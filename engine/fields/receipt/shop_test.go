package receipt

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
)

// agrees checks a predicate on lines.
func agrees(t *testing.T, judge func([]string) bool, yes, no []string) {
	t.Helper()
	for _, line := range yes {
		if !judge(strings.Fields(line)) {
			t.Errorf("%q was refused", line)
		}
	}
	for _, line := range no {
		if judge(strings.Fields(line)) {
			t.Errorf("%q was taken", line)
		}
	}
}

func TestLinesThatLookLikeStreets(t *testing.T) {
	t.Parallel()
	agrees(t, streetLike,
		[]string{
			"6 Quay Street", "Dorfstraße 3", "8 rue des Écoles", "Calle Real 14", "Piazza Garibaldi 2", "ul. Polna 4",
			"NO. 12, JALAN PERDANA", "Lot 12, Block B", "Quay Street",
		},
		[]string{"Marlow Fish Bar", "Street", "Total 12.40", "Whitby", "a b c d e f g h i j k street 4"})
}

func TestLinesWithAPostCode(t *testing.T) {
	t.Parallel()
	agrees(t, holdsPostal,
		[]string{"24960 Glücksburg", "21000 Dijon", "81300 SKUDAI, JOHOR.", "1811 LC Alkmaar", "62-800 Kalisz"},
		[]string{"Glücksburg", "24960", "Tea 1.20", "Marlow Fish Bar"})
}

// A legal form alone, or with one further word, ends a name.
func TestLegalFormsAsEndsOfNames(t *testing.T) {
	t.Parallel()
	agrees(t, onlyLegalForm, []string{"SDN BHD", "GmbH", "S.r.l."}, []string{"Hansen GmbH", "Fish Bar"})
	agrees(t, continuesName,
		[]string{"SDN BHD", "Trading Sdn Bhd", "(M) SDN BHD", "Hansen GmbH"}, []string{"Maju Besar Sdn Bhd",
			"Fish Bar"})
}

// After a legal form fewer digits are a registration number, because some are misread.
func TestWhereAShopsNameEnds(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"KEDAI BUKU MAJU SDN BHD":            "KEDAI BUKU MAJU SDN BHD",
		"KEDAI BUKU MAJU SDN BHD (204177-X)": "KEDAI BUKU MAJU SDN BHD",
		"KEDAI BUKU MAJU SDN BHD (2O4l7-X)":  "KEDAI BUKU MAJU SDN BHD",
		"KEDAI BUKU {2O4l7-X}":               "KEDAI BUKU",
		"KEDAI BUKU (2O)":                    "KEDAI BUKU (2O)",
		"MAJU (M) SDN BHD":                   "MAJU (M) SDN BHD",
		"MAJU SDN BHD 204177-X":              "MAJU SDN BHD",
		"Route 66 Diner":                     "Route 66 Diner",
		"4711 Parfum":                        "4711 Parfum",
	} {
		words := strings.Fields(line)
		if got := strings.Join(words[:nameEnd(words)+1], " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestWhereAShopsNameBegins(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]int{
		"Owned by Maju Trading": 2, "Operated by Maju Trading": 2, "OWNED BY: Maju": 2, "Owned by": 0,
		"Stand by me": 0, "Maju owned by": 0,
	} {
		if got := nameStart(strings.Fields(line)); got != want {
			t.Errorf("%q begins at word %d, want %d", line, got, want)
		}
	}
}

func TestDigitsInBrackets(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]int{"(204177-X)": 6, "(204 177-X) 99": 6, "(M)": 0, "(Co. No. 77": 2} {
		if got := bracketDigits(strings.Fields(line)); got != want {
			t.Errorf("%q: %d digits, want %d", line, got, want)
		}
	}
}

func TestNumbersWithoutALabel(t *testing.T) {
	t.Parallel()
	agrees(t, mostlyDigits,
		[]string{"503-555-0182", "07-555 0182", "T 503 555 0182"}, []string{"555-018", "6 Quay Street",
			"Server 5035550182 Maria Elena", ""})
}

// A colon after one of the first words, or at the end, marks a label, except after a word for streets.
func TestLinesThatAnnounce(t *testing.T) {
	t.Parallel()
	agrees(t, announces,
		[]string{"Server: Maria", "Fax : 555 0100", "Opening hours every day:"},
		[]string{"6 Quay Street", "Jalan: Perdana 3", "Open every day until: late"})
}

func TestPiecesOfNames(t *testing.T) {
	t.Parallel()
	agrees(t, scrap, []string{"SDN BHD", "Reg No", "Street", "GmbH"}, []string{"Marlow", "Trading Sdn Bhd",
		"Reg Maria"})
}

func TestLinesOfRegistration(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"co. no: 204177-x": true, "reg 204177": true, "vat 123456789": true, "marlow fish bar": false,
		"my company": false, "tea": false,
	} {
		if registration(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
}

// line returns the single segment of a text.
func line(t *testing.T, text string, certainty float64) *layout.Segment {
	t.Helper()
	doc := sheettest.Scanned(&document.Document{Pages: []document.Page{sheettest.RowsPage(text)}}, certainty)
	lay := layout.Analyze(doc)
	if len(lay.Segments) != 1 {
		t.Fatalf("%q stands in %d segments", text, len(lay.Segments))
	}
	return lay.Segments[0]
}

func TestNoise(t *testing.T) {
	t.Parallel()
	for text, c := range map[string]struct {
		certainty float64
		want      bool
	}{
		"Marlow Fish Bar": {0.9, false}, "Marlow Fish Baz": {0.39, true}, "Bar": {0.5, false}, "B &": {1, true},
		"~ . :": {1, true},
	} {
		if got := noise(line(t, text, c.certainty)); got != c.want {
			t.Errorf("%q, sure to %v: %v", text, c.certainty, got)
		}
	}
}

// Short words close to the text of a row count if they are legible, like the letters of a name in wide print.
func TestShortWordsBesideText(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at   float64 // of the short word, in points
		word string
		want int
	}{
		"close by": {98, "G", 2}, "an ampersand": {98, "&", 2}, "far off": {150, "G", 1}, "a mark": {98, "~", 1},
	} {
		s := sheettest.Till(200)
		s.Put(40, 20, 9, "BAKERIES")
		s.Put(c.at, 20, 9, c.word)
		row := layout.Analyze(sheettest.Bind(s)).Pages[0].Rows[0]
		if len(row.Segments) != 2 {
			t.Fatalf("%s: %d segments", name, len(row.Segments))
		}
		if got := textOf(row); len(got) != c.want {
			t.Errorf("%s: %d segments of text, want %d", name, len(got), c.want)
		}
	}
}

func TestPartsWithoutTheirFirstWords(t *testing.T) {
	t.Parallel()
	first, second := line(t, "Owned by Maju", 1), line(t, "Trading Sdn", 1)
	for n, want := range map[int]string{0: "Owned by Maju Trading Sdn", 2: "Maju Trading Sdn", 3: "Trading Sdn",
		4: "Sdn", 5: "", 9: ""} {
		parts := []layout.Part{{Segment: first, Last: 2}, {Segment: second, Last: 1}}
		var got []string
		for _, p := range withoutWords(parts, n) {
			got = append(got, p.Text())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("without %d: %q, want %q", n, got, want)
		}
	}
}

func TestNamesThatRunOn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"MAJU BHD(204177-X)": "MAJU BHD", "MAJU(M) BHD": "MAJU(M) BHD", "(204177-X)": "(204177-X)",
		"Marlow Fish Bar": "Marlow Fish Bar",
	} {
		s := line(t, text, 1)
		if got := nameText([]layout.Part{{Segment: s, Last: len(s.Words) - 1}}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// rated are rows of a head with log-odds of name and address.
func rated(rows ...headerLine) []*headerLine {
	out := make([]*headerLine, len(rows))
	for i := range rows {
		out[i] = &rows[i]
	}
	return out
}

func likely(name, address float64, text string) headerLine {
	return headerLine{name: name, address: address, words: strings.Fields(text)}
}

// The name is the most likely row, with a legal form on the next row.
func TestRowsOfAShopsName(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows        []headerLine
		first, last int
	}{
		"one row": {[]headerLine{likely(-2, 0, "Welcome"), likely(3, 0, "Marlow Fish"),
			likely(1, 0, "Bar")}, 1, 1},
		"the legal form after it": {[]headerLine{likely(3, 0, "Maju Besar"), likely(1, 0, "SDN BHD")}, 0, 1},
		"a legal form of another": {[]headerLine{likely(3, 0, "Maju Besar"), likely(1, 0,
			"Kedai Lain Sdn Bhd")}, 0, 0},
		"an unlikely legal form": {[]headerLine{likely(3, 0, "Maju Besar"), likely(-1, 0, "SDN BHD")}, 0, 0},
		"its beginning on the row up": {[]headerLine{likely(1, 0, "Kedai Maju"), likely(3, 0, "Besar Sdn Bhd")}, 0,
			1},
		"an unlikely row up": {[]headerLine{likely(-1, 0, "Kedai Maju"), likely(3, 0, "Besar Sdn Bhd")}, 1,
			1},
		"no rows": {nil, 0, -1},
	} {
		if first, last := nameRun(rated(c.rows...)); first != c.first || last != c.last {
			t.Errorf("%s: rows %d to %d, want %d to %d", name, first, last, c.first, c.last)
		}
	}
}

// The address is the most likely run of rows next to the name, and may include a less likely row.
func TestRowsOfAShopsAddress(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		odds           []float64
		nameAt         int
		wantFrom, want int
	}{
		"under the name":        {[]float64{5, 2, 3, -4, 1}, 0, 1, 2},
		"over an unlikely row":  {[]float64{5, 2, -1, 3, -4}, 0, 1, 3},
		"the larger of two":     {[]float64{5, 2, -9, 1, 3}, 0, 3, 4},
		"over the name":         {[]float64{2, 5, -1}, 1, 0, 0},
		"not across the name":   {[]float64{2, 5, 3}, 1, 2, 2},
		"nothing likely at all": {[]float64{5, -2, -3}, 0, 0, -1},
	} {
		rows := make([]headerLine, len(c.odds))
		for i, o := range c.odds {
			rows[i].address = o
		}
		if from, to := addressRun(rated(rows...), c.nameAt, c.nameAt); from != c.wantFrom || to != c.want {
			t.Errorf("%s: rows %d to %d, want %d to %d", name, from, to, c.wantFrom, c.want)
		}
	}
}
