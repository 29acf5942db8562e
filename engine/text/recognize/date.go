package recognize

import (
	"fmt"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// Order is the order of day and month in a document.
type Order int

// Orders of day and month.
const (
	OrderUnknown Order = iota
	OrderDMY
	OrderMDY
)

// Date is a printed calendar date. Ambiguous marks dates such as 03/04/2024 that have two readings; ISO chooses one.
type Date struct {
	Span
	year, first, second int // first and second as printed, month first if Evidence is MDY
	Ambiguous           bool
	// Evidence is the order that the date itself proves, for dates written with slashes or dashes.
	Evidence Order
	// Compact marks eight digits without separators (20240331), which are a date only with a date label.
	Compact bool
}

// ISO returns the date as YYYY-MM-DD. It reads an ambiguous date in the given order. For an unknown order the day
// comes first, as in most countries.
func (d Date) ISO(order Order) string {
	day, month := d.first, d.second
	if d.Evidence == OrderMDY || d.Ambiguous && order == OrderMDY {
		day, month = month, day
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.year, month, day)
}

// Dates finds all dates, in order and without overlap.
func Dates(words []string) []Date {
	if !mayHoldDate(words) {
		return nil
	}
	lx := lexDate(words)
	var found []Date
	for i := 0; i < len(lx); {
		d, n := dateAt(lx[i:])
		if n == 0 || !bounded(lx, i, n) {
			i++
			continue
		}
		d.Span = Span{First: lx[i].word, Last: lx[i+n-1].word}
		found = append(found, d)
		i += n
	}
	return found
}

// mayHoldDate is a cheap test that most segments fail.
func mayHoldDate(words []string) bool {
	n := 0
	for _, w := range words {
		n += CountDigits(w)
	}
	return n >= 3
}

// dateAt reads a date at the start of lx and returns the number of lexemes read.
func dateAt(lx []lexeme) (Date, int) {
	switch {
	case lx[0].lexemeType == lexDigits && len(lx[0].text) == 4:
		if d, n := isoDate(lx); n > 0 {
			return d, n
		}
		return yearMonthDate(lx)
	case lx[0].lexemeType == lexDigits && len(lx[0].text) == 8 && !lx[0].glued:
		return compactDate(lx)
	case lx[0].lexemeType == lexDigits && len(lx[0].text) <= 2:
		if d, n := numericDate(lx); n > 0 {
			return d, n
		}
		return dayMonthDate(lx)
	case lx[0].lexemeType == lexLetters && lexicon.Month(lx[0].text) > 0:
		return monthDayDate(lx)
	}
	return Date{}, 0
}

func isoDate(lx []lexeme) (Date, int) {
	sep, i := separator(lx, 1)
	if sep == "" || i >= len(lx) || lx[i].lexemeType != lexDigits || len(lx[i].text) > 2 {
		return Date{}, 0
	}
	sep2, j := separator(lx, i+1)
	if sep2 != sep || j >= len(lx) || lx[j].lexemeType != lexDigits || len(lx[j].text) > 2 {
		return Date{}, 0
	}
	return checked(Date{year: lx[0].value, first: lx[j].value, second: lx[i].value}, j+1)
}

// yearMonthDate reads 2031. március 1. and 2031 March 1.
func yearMonthDate(lx []lexeme) (Date, int) {
	i := skipFiller(lx, 1)
	if i >= len(lx) || lx[i].lexemeType != lexLetters || lexicon.Month(lx[i].text) == 0 {
		return Date{}, 0
	}
	j := skipFiller(lx, i+1)
	if j >= len(lx) || lx[j].lexemeType != lexDigits || len(lx[j].text) > 2 {
		return Date{}, 0
	}
	return checked(Date{year: lx[0].value, first: lx[j].value, second: lexicon.Month(lx[i].text)}, j+1)
}

func compactDate(lx []lexeme) (Date, int) {
	v := lx[0].value
	d, n := checked(Date{year: v / 10000, first: v % 100, second: v / 100 % 100, Compact: true}, 1)
	if d.year < 1990 || d.year > 2060 {
		return Date{}, 0
	}
	return d, n
}

func numericDate(lx []lexeme) (Date, int) {
	sep, i := separator(lx, 1)
	if sep == "" || i >= len(lx) || lx[i].lexemeType != lexDigits || len(lx[i].text) > 2 {
		return Date{}, 0
	}
	sep2, j := separator(lx, i+1)
	if sep2 != sep || j >= len(lx) || lx[j].lexemeType != lexDigits {
		return Date{}, 0
	}
	year, ok := yearOf(lx[j])
	if !ok {
		return Date{}, 0
	}
	d := Date{year: year, first: lx[0].value, second: lx[i].value}
	switch {
	case sep == ".":
	case d.first > 12:
		d.Evidence = OrderDMY
	case d.second > 12:
		d.Evidence = OrderMDY
	default:
		d.Ambiguous = d.first != d.second
	}
	return checked(d, j+1)
}

// separator reads the sign between two numbers. Spaces must be on both sides or neither.
func separator(lx []lexeme, i int) (sep string, next int) {
	if i+1 >= len(lx) || lx[i].lexemeType != lexSymbol || lx[i].glued != lx[i+1].glued && lx[i].text != "." {
		return "", i
	}
	switch lx[i].text {
	case ".", "/", "-":
		return lx[i].text, i + 1
	case "–", "‐", "‑":
		return "-", i + 1
	}
	return "", i
}

// dayMonthDate reads 3. März 2024, 3 de marzo de 2024, 03-Mar-24, 3rd of March, 2024.
func dayMonthDate(lx []lexeme) (Date, int) {
	i := skipFiller(lx, 1)
	if i >= len(lx) || lx[i].lexemeType != lexLetters || lexicon.Month(lx[i].text) == 0 {
		return Date{}, 0
	}
	j := skipFiller(lx, i+1)
	if j >= len(lx) || lx[j].lexemeType != lexDigits {
		return Date{}, 0
	}
	year, ok := yearOf(lx[j])
	if !ok {
		return Date{}, 0
	}
	return checked(Date{year: year, first: lx[0].value, second: lexicon.Month(lx[i].text)}, j+1)
}

// monthDayDate reads March 3, 2024 and Mar 3rd 2024.
func monthDayDate(lx []lexeme) (Date, int) {
	i := skipFiller(lx, 1)
	if i >= len(lx) || lx[i].lexemeType != lexDigits || len(lx[i].text) > 2 {
		return Date{}, 0
	}
	j := skipFiller(lx, i+1)
	if j >= len(lx) || lx[j].lexemeType != lexDigits || len(lx[j].text) != 4 {
		return Date{}, 0
	}
	year, ok := yearOf(lx[j])
	if !ok {
		return Date{}, 0
	}
	return checked(Date{year: year, first: lx[i].value, second: lexicon.Month(lx[0].text)}, j+1)
}

func skipFiller(lx []lexeme, i int) int {
	for n := 0; i < len(lx) && n < 4; n++ {
		t := lx[i].text
		if lx[i].lexemeType == lexSymbol && strings.Contains(".,-/'’ºª", t) || lx[i].lexemeType == lexLetters &&
			lexicon.DateFiller.Has(t) {
			i++
			continue
		}
		break
	}
	return i
}

// yearOf reads a year of four or two digits. 70 to 99 mean the 20th century.
func yearOf(l lexeme) (int, bool) {
	switch len(l.text) {
	case 4:
		return l.value, l.value >= 1900 && l.value <= 2100
	case 2:
		if l.value >= 70 {
			return 1900 + l.value, true
		}
		return 2000 + l.value, true
	}
	return 0, false
}

func checked(d Date, n int) (Date, int) {
	day, month := d.first, d.second
	if d.Evidence == OrderMDY {
		day, month = month, day
	}
	if d.year < 1900 || d.year > 2100 || month < 1 || month > 12 || day < 1 {
		return Date{}, 0
	}
	if day > time.Date(d.year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day() {
		return Date{}, 0
	}
	return d, n
}

// DominantOrder returns the order that most of a document's dates prove.
func DominantOrder(dates []Date) Order {
	dmy, mdy := 0, 0
	for _, d := range dates {
		switch d.Evidence {
		case OrderDMY:
			dmy++
		case OrderMDY:
			mdy++
		case OrderUnknown:
		}
	}
	switch {
	case dmy > mdy:
		return OrderDMY
	case mdy > dmy:
		return OrderMDY
	}
	return OrderUnknown
}
