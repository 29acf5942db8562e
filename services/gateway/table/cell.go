package table

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/schema"
)

// style is an index into the cell formats of the part styles.xml.
type style int

// The cell formats, in the order of stylesPart.
const (
	styleNone   style = iota
	styleHeader       // bold
	styleCode         // text, whatever is typed into the cell later
	styleQuoted       // text that begins like a formula
	styleDate
	styleTime   // date and time
	styleAmount // with thousands separators; styleAmount + n has n decimal digits
)

// maxDecimals is the largest number of decimal digits with a style.
const maxDecimals = 4

// maxCell bounds the text of a cell, in UTF-16 code units.
const maxCell = 32_767

type column struct {
	name  string
	form  schema.Form
	width float64 // in digits of the usual font
}

func columnOf(f schema.Field) column { return column{f.Name, f.Form, widthOf(f.Form)} }

func widthOf(f schema.Form) float64 {
	switch f {
	case schema.FormName, schema.FormAddress, schema.FormText, schema.FormEmail, schema.FormWebsite, schema.FormIBAN:
		return 30
	case schema.FormIdentifier, schema.FormTaxID, schema.FormPhone:
		return 20
	case schema.FormMoney, schema.FormQuantity, schema.FormDate, schema.FormBIC:
		return 13
	case schema.FormRate, schema.FormTime, schema.FormCurrency, schema.FormLanguage, schema.FormCount, schema.FormList,
		schema.FormBox:
	}
	return 10
}

// appendValue appends the cell of a record's value, or nothing for an empty value.
func appendValue(b *bytes.Buffer, ref string, form schema.Form, value string) {
	if value == "" {
		return
	}
	switch form.Notation() {
	case schema.NotationMoney, schema.NotationDecimal, schema.NotationPercent:
		if decimals, ok := exactNumber(value); ok {
			appendNumber(b, ref, numberStyle(form, decimals), value)
			return
		}
	case schema.NotationDate:
		if serial, ok := serialDay(value); ok {
			appendNumber(b, ref, styleDate, strconv.Itoa(serial))
			return
		}
	case schema.NotationString, schema.NotationTime, schema.NotationCurrency, schema.NotationInteger,
		schema.NotationArray:
	}
	appendText(b, ref, textStyle(form, value), value)
}

func numberStyle(form schema.Form, decimals int) style {
	if form != schema.FormMoney {
		return styleNone
	}
	return styleAmount + style(min(decimals, maxDecimals))
}

func textStyle(form schema.Form, value string) style {
	switch form {
	case schema.FormIdentifier, schema.FormIBAN, schema.FormBIC, schema.FormTaxID, schema.FormPhone:
		return styleCode
	case schema.FormText, schema.FormName, schema.FormAddress, schema.FormMoney, schema.FormQuantity, schema.FormRate,
		schema.FormDate, schema.FormTime, schema.FormCurrency, schema.FormEmail, schema.FormWebsite, schema.FormLanguage,
		schema.FormCount, schema.FormList, schema.FormBox:
	}
	if beginsFormula(value) {
		return styleQuoted
	}
	return styleNone
}

// exactNumber reports whether a cell (an IEEE 754 double shown with 15 digits) keeps a decimal, and its decimals.
func exactNumber(value string) (decimals int, ok bool) {
	digits, fraction, pointed := strings.Cut(strings.TrimPrefix(value, "-"), ".")
	if digits == "" || pointed && fraction == "" {
		return 0, false
	}
	for _, c := range digits + fraction {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	significant := strings.TrimLeft(digits+strings.TrimRight(fraction, "0"), "0")
	return len(fraction), len(significant) <= 15
}

// epoch is day 0 of spreadsheets. They have a 29 February 1900, so numbers of days before firstDay differ by program.
func epoch() time.Time { return time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC) }

const firstDay = 61 // 1900-03-01

func serialDay(value string) (int, bool) {
	day, err := time.Parse(time.DateOnly, value)
	if err != nil {
		return 0, false
	}
	serial := int(day.Sub(epoch()) / (24 * time.Hour))
	return serial, serial >= firstDay
}

// appendTime appends a cell with date and time in UTC, to the millisecond.
func appendTime(b *bytes.Buffer, ref string, t time.Time) {
	days := math.Round(float64(t.Sub(epoch()).Milliseconds())) / float64((24 * time.Hour).Milliseconds())
	appendNumber(b, ref, styleTime, strconv.FormatFloat(days, 'f', -1, 64))
}

func appendNumber(b *bytes.Buffer, ref string, s style, value string) {
	b.WriteString(`<c r="`)
	b.WriteString(ref)
	appendStyle(b, s)
	b.WriteString(`"><v>`)
	b.WriteString(value)
	b.WriteString(`</v></c>`)
}

// appendText appends a text cell, so that "=" begins no formula. It cuts text that is too long and ends it with "…".
func appendText(b *bytes.Buffer, ref string, s style, value string) {
	b.WriteString(`<c r="`)
	b.WriteString(ref)
	appendStyle(b, s)
	b.WriteString(`" t="inlineStr"><is><t xml:space="preserve">`)
	appendEscaped(b, shortened(value))
	b.WriteString(`</t></is></c>`)
}

func appendStyle(b *bytes.Buffer, s style) {
	if s != styleNone {
		b.WriteString(`" s="`)
		b.WriteString(strconv.Itoa(int(s)))
	}
}

// shortened cuts a text to the maximum of a cell.
func shortened(value string) string {
	if len(value) <= maxCell {
		return value // a code unit takes at least a byte
	}
	units, keep := 0, 0
	for i, r := range value {
		n := 1
		if r > 0xFFFF {
			n = 2
		}
		if units += n; units < maxCell {
			keep = i + utf8.RuneLen(r)
		}
	}
	if units <= maxCell {
		return value
	}
	return value[:keep] + "…"
}

// appendEscaped appends ST_Xstring (ECMA-376, part 1, 22.9.2.19): characters that XML cannot keep become _xHHHH_.
func appendEscaped(b *bytes.Buffer, value string) {
	for i, r := range value {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '_' && isEscape(value[i:]):
			b.WriteString("_x005F_")
		case r < ' ' && r != '\t' && r != '\n', r == 0xFFFE, r == 0xFFFF:
			fmt.Fprintf(b, "_x%04X_", r)
		default:
			b.WriteRune(r)
		}
	}
}

// isEscape reports whether a text begins with _xHHHH_.
func isEscape(s string) bool {
	if len(s) < 7 || s[1] != 'x' || s[6] != '_' {
		return false
	}
	_, err := strconv.ParseUint(s[2:6], 16, 16)
	return err == nil
}
