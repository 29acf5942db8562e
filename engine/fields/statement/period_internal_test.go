package statement

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/result/value"
)

func TestJoiningWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"to": true, "bis zum": true, "au": true, "al": true, "t/m": true, "do dnia": true, "–": true, "through the": true,
		"":      true,
		"Miete": false, "to 5": false, "- Seite": false, "to the and to": false,
	} {
		if got := joining(strings.Fields(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestDaysOfAMonth(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"1": "2031-03-01", "1.": "2031-03-01", "1er": "2031-03-01", "2nd": "2031-03-02", "3rd": "2031-03-03",
		"30th": "2031-03-30",
		"1º":   "2031-03-01", "01": "2031-03-01",
		"31": "", "0": "", "32": "", "-1": "", "März": "", "": "", "1a": "",
	} {
		if got := dayOfMonth(word, "2031-03-31"); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := dayOfMonth("1", "2031-03"); got != "" {
		t.Errorf("of no date: %q", got)
	}
}

func TestLengthOfPeriods(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"2031-03-01", "2031-03-31", true},
		{"2031-03-01", "2031-03-02", true},
		{"2031-03-01", "2031-03-01", false},
		{"2031-03-31", "2031-03-01", false},
		{"2031-01-01", "2031-12-31", true},
		{"2030-12-31", "2032-02-04", true},
		{"2030-12-31", "2032-02-05", false},
		{"", "2031-03-31", false},
		{"2031-03-01", "31.03.2031", false},
	} {
		if got := coversPeriod(c.from, c.to); got != c.want {
			t.Errorf("%s to %s: %v", c.from, c.to, got)
		}
	}
}

func TestYearBefore(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]string{"2031-03-01": "2030", "2000-01-01": "1999", "2032-02-29": "2031",
		"2031": "2031", "": "", "20": "20"} {
		if got := yearBefore(day); got != want {
			t.Errorf("%q: %q, want %q", day, got, want)
		}
	}
}

func TestDaysWithoutAYear(t *testing.T) {
	t.Parallel()
	r := lines("31.12.2031")
	for text, want := range map[string]string{
		"03.04.": "2031-04-03", "03.04": "2031-04-03", "3/4": "2031-04-03", "03-04": "2031-04-03", "3 Apr": "2031-04-03",
		"3 Apr.": "2031-04-03",
		"Apr 3":  "2031-04-03", "3. April": "2031-04-03", "31 déc.": "2031-12-31",
		"31.04.": "", "3": "", "Apr": "", "45.50": "", "Miete Gas": "", "3 Miete": "",
	} {
		if got := r.withYear(strings.Fields(text), "2031"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The period determines the year of a date without one.
func TestDaysThatOpenARow(t *testing.T) {
	t.Parallel()
	winter := period{"2030-12-15", "2031-01-14"}
	for text, want := range map[string]string{
		"28.12. Miete": "2030-12-28", "03.01. Miete": "2031-01-03", "3 Jan Rent": "2031-01-03",
		"05.01.2031 Miete": "2031-01-05",
		"05.06.2029 Miete": "2029-06-05", // a full date needs no period
		"03.04. Miete":     "", "Miete 03.01.": "", "Miete": "", "12,50 EUR": "",
	} {
		r := lines(text)
		c, ok := r.openingDate(r.first(), winter)
		if ok != (want != "") || c.Text != want || ok && (c.Segment != r.first() || c.First != 0) {
			t.Errorf("%q: %q, %v, want %q", text, c.Text, ok, want)
		}
	}
	r := lines("03.01. Miete")
	if _, ok := r.openingDate(r.first(), period{}); ok {
		t.Error("a day without a year is read without a period")
	}
}

func TestPeriodsInARow(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"01.03.2031 bis 31.03.2031":           "2031-03-01 2031-03-31",
		"01.03.2031|bis 31.03.2031":           "2031-03-01 2031-03-31",
		"1er au 31 mars 2031":                 "2031-03-01 2031-03-31",
		"15 Dec to 14 Jan 2031":               "2030-12-15 2031-01-14", // over the turn of the year
		"1 to 15 March 2031 to 31 March 2031": "2031-03-01 2031-03-15; 2031-03-15 2031-03-31",
		"Period 01/03/2031 31/03/2031":        "2031-03-01 2031-03-31", // the dash is lost
		"Period 01/03/2031|31/03/2031":        "2031-03-01 2031-03-31",
		"01.03.2031 31.03.2031":               "", // no label either
		"01.03.2031 Miete 31.03.2031":         "",
		"31.03.2031 bis 01.03.2031":           "",
		"01.03.2029 bis 31.03.2031":           "",
		"bis 31.03.2031":                      "",
		"Seite 2 bis 31.03.2031":              "2031-03-02 2031-03-31",
		"Miete bis 31.03.2031":                "",
	} {
		r := lines(row)
		var got []string
		for _, d := range r.daySpans(r.row(0)) {
			got = append(got, d.from.Text+" "+d.to.Text)
		}
		if g := strings.Join(got, "; "); g != want {
			t.Errorf("%s: %q, want %q", row, g, want)
		}
	}
}

// A labeled period is preferred, and the first of equal ones.
func TestThePeriodOfAStatement(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"labelled": {
			[]string{"Zins 01.01.2031 - 31.01.2031", "Zeitraum 01.03.2031 - 31.03.2031"}, "2031-03-01 2031-03-31",
		},
		"under its label": {
			[]string{"Zins 01.01.2031 - 31.01.2031", "Zeitraum", "01.03.2031 - 31.03.2031"}, "2031-03-01 2031-03-31",
		},
		"beside its label": {
			[]string{"Zins 01.01.2031 - 31.01.2031", "Zeitraum|01.03.2031 - 31.03.2031"}, "2031-03-01 2031-03-31",
		},
		"the first": {
			[]string{"01.03.2031 - 31.03.2031", "01.01.2031 - 31.01.2031"}, "2031-03-01 2031-03-31",
		},
		"ends with labels of their own": {
			[]string{"Start date: 01/03/2031", "End date: 31/03/2031"}, "2031-03-01 2031-03-31",
		},
		"ends the wrong way round": {[]string{"Start date: 31/03/2031", "End date: 01/03/2031"}, ""},
		"one end":                  {[]string{"Start date: 01/03/2031"}, ""},
		"days that nothing joins":  {[]string{"Printed 01/03/2031", "Paid 31/03/2031"}, ""},
	} {
		set := value.New()
		lines(c.rows...).putStatementPeriod(set)
		if got := strings.TrimSpace(set.Text("periodStart") + " " + set.Text("periodEnd")); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Without a period the years of the movements end at the last printed date.
func TestThePeriodThatDaysAreReadBy(t *testing.T) {
	t.Parallel()
	r := lines("Erstellt 02.04.2031", "Geboren 01.01.1990")
	if got := r.statementPeriod(value.New()); got != (period{"2030-04-02", "2031-04-02"}) {
		t.Errorf("%v", got)
	}
	set := value.New()
	set.Scalars["periodStart"] = value.Value{Value: "2031-03-01"}
	if got := r.statementPeriod(set); got.to != "2031-04-02" {
		t.Errorf("half a period is used: %v", got)
	}
	set.Scalars["periodEnd"] = value.Value{Value: "2031-03-31"}
	if got := r.statementPeriod(set); got != (period{"2031-03-01", "2031-03-31"}) {
		t.Errorf("%v", got)
	}
	if got := lines("Miete").statementPeriod(value.New()); got != (period{}) {
		t.Errorf("no day is printed: %v", got)
	}
}
