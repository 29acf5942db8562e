package einvoice

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// Decimal is a number of the document with its text. The zero Decimal is a missing one.
type Decimal struct {
	Text  string
	Value decimal.Decimal
}

// Known reports whether the document has the number.
func (d Decimal) Known() bool { return d.Text != "" }

// Quantity is a number of units.
type Quantity struct {
	Decimal
	Unit string // code of UN/ECE recommendation 20 or 21, as "C62" (one), "HUR" (hour)
}

// Date is a calendar date: Text as in the document, Value as YYYY-MM-DD. Both are empty if the date is
// missing or invalid.
type Date struct {
	Text, Value string
}

// maxDigits bounds a number: XML Schema requires support for 18 digits, software writes up to twenty.
const maxDigits = 40

// maxExponent bounds an exponent: a huge one would exhaust the memory in a sum.
const maxExponent = 18

// plainNumber has a point as its decimal sign and no thousands separators.
var plainNumber = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d{1,2}))?$`)

// parseDecimal reads an xs:decimal (XML Schema part 2, 3.3.3), and numbers that software writes instead: with an
// exponent, with spaces or apostrophes, or with a comma as the decimal sign.
func parseDecimal(text string) Decimal {
	digits := text
	if strings.Trim(text, "0123456789.") != "" {
		digits = plain(text)
	}
	if len(digits) > maxDigits {
		return Decimal{}
	}
	v, err := decimal.NewFromString(digits)
	if err != nil {
		return Decimal{}
	}
	return Decimal{Text: text, Value: v}
}

// plain returns a number with a point as its decimal sign and no separators, or "".
func plain(text string) string {
	digits := strings.NewReplacer("'", "", "’", "").Replace(strings.Join(strings.Fields(text), ""))
	comma, point := strings.LastIndexByte(digits, ','), strings.LastIndexByte(digits, '.')
	switch {
	case comma < point:
		digits = strings.ReplaceAll(digits, ",", "")
	case strings.Count(digits, ",") == 1:
		digits = strings.Replace(strings.ReplaceAll(digits, ".", ""), ",", ".", 1)
	}
	match := plainNumber.FindStringSubmatch(digits)
	if match == nil {
		return ""
	}
	if e, err := strconv.Atoi(match[2]); err == nil && (e > maxExponent || e < -maxExponent) {
		return ""
	}
	return digits
}

// parseDate reads a date in a format of UN/CEFACT code list 2379, or xs:date and xs:dateTime if format is
// empty, with or without a time zone.
func parseDate(text, format string) Date {
	layout := ""
	switch format {
	case "101": // YYMMDD
		layout = "060102"
	case "102", "203", "204": // CCYYMMDD, with hours and minutes, with seconds
		layout = "20060102"
	}
	switch {
	case layout == "" && len(text) >= 10 && text[4] == '-':
		layout = time.DateOnly
	case layout == "":
		layout = "20060102"
	case layout == "20060102" && len(text) >= 10 && text[4] == '-': // the format is not the one declared
		layout = time.DateOnly
	}
	if len(text) < len(layout) {
		return Date{}
	}
	t, err := time.Parse(layout, text[:len(layout)])
	if err != nil {
		return Date{}
	}
	return Date{Text: text, Value: t.Format(time.DateOnly)}
}

func isTrue(text string) bool { return text == "true" || text == "1" }
