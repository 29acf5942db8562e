package correct

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/currency"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
)

const (
	maxText   = 10_000 // characters
	maxNumber = 40     // characters
)

var (
	moneyForm   = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.([0-9]+))?$`)
	decimalForm = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$`)
)

// encode returns a value's JSON, or a reason if the notation is wrong. Amounts have at least digits decimal places.
func (s shape) encode(text string, digits int) (value json.RawMessage, wrong string) {
	if s.property != nil {
		if err := s.property.Accepts(text); err != nil {
			return nil, err.Error()
		}
	}
	switch s.notation {
	case schema.NotationMoney:
		return valid(isMoney(text, digits), quote(text),
			"must be an amount such as %.*f", digits, 1234.5)
	case schema.NotationDecimal, schema.NotationPercent:
		return valid(isDecimal(text), quote(text), `must be a number such as 2.5`)
	case schema.NotationDate:
		return valid(isTime(text, time.DateOnly), quote(text),
			`must be a date, e.g. 2026-10-01 or 1 October 2026`)
	case schema.NotationTime:
		return valid(isTime(text, "15:04") || isTime(text, time.TimeOnly), quote(text),
			`must be a time of day such as 18:05 or 18:05:59`)
	case schema.NotationCurrency:
		return valid(isCurrency(text), quote(text), `must be an ISO 4217 currency code such as EUR`)
	case schema.NotationInteger:
		return valid(isInteger(text), json.RawMessage(text), `must be a whole number such as 3`)
	case cell:
		return valid(text == "" || isText(text), quote(text),
			"may have at most %d characters and no control characters", maxText)
	}
	return valid(isText(text), quote(text),
		"must have 1 to %d characters, not only blanks, and no control characters; "+
			"null means that the document has none", maxText)
}

func valid(ok bool, value json.RawMessage, format string, args ...any) (_ json.RawMessage, wrong string) {
	if !ok {
		return nil, fmt.Sprintf(format, args...)
	}
	return value, ""
}

// minorDigits is the minimum of decimal places of amounts: that of the corrected document's currency, or 0 if unknown.
func minorDigits(data json.RawMessage, values map[string]*string) int {
	var found struct {
		Currency string `json:"currency"`
	}
	if value, corrected := values["currency"]; !corrected {
		_ = json.Unmarshal(data, &found) // data without a currency is no error
	} else if value != nil {
		found.Currency = *value
	}
	unit, err := currency.ParseISO(found.Currency)
	if err != nil {
		return 0
	}
	digits, _ := currency.Standard.Rounding(unit)
	return digits
}

func isMoney(text string, digits int) bool {
	m := moneyForm.FindStringSubmatch(text)
	return m != nil && len(m[1]) >= digits && len(text) <= maxNumber && !isNegativeZero(text)
}

func isDecimal(text string) bool {
	return decimalForm.MatchString(text) && len(text) <= maxNumber && !isNegativeZero(text)
}

func isNegativeZero(text string) bool {
	return strings.HasPrefix(text, "-") && strings.Trim(text, "-0.") == ""
}

func isCurrency(text string) bool {
	return len(text) == 3 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// isInteger accepts integers that every client can represent.
func isInteger(text string) bool {
	const digits = 15
	return isDecimal(text) && !strings.Contains(text, ".") && len(strings.TrimPrefix(text, "-")) <= digits
}

func isTime(text, layout string) bool {
	_, err := time.Parse(layout, text)
	return err == nil && len(text) == len(layout) // Parse takes an hour of one digit, too
}

func isText(text string) bool {
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
	return strings.TrimSpace(text) != "" && utf8.ValidString(text) && utf8.RuneCountInString(text) <= maxText &&
		!strings.ContainsFunc(text, control)
}

// Writing is the document's notation of dates and amounts, as far as known.
type Writing struct {
	Order    recognize.Order // of day and month
	Style    recognize.Style // of decimals
	Currency string          // of its amounts, ISO 4217; "" if unknown
}

// WritingOf derives the notation from what the document prints: an unambiguous date shows the order, an
// amount the style. Otherwise it follows from the language (BCP 47, or ""), then from the countries of the
// document's numbers and from its currency.
func WritingOf(data, fields json.RawMessage, language string) Writing {
	var known map[string]json.RawMessage
	var printed map[string]struct {
		Raw string `json:"raw"`
	}
	// Unreadable data gives no evidence.
	_ = json.Unmarshal(data, &known)
	_ = json.Unmarshal(fields, &printed)
	text := func(name string) (value string) {
		_ = json.Unmarshal(known[name], &value)
		return value
	}
	var dates []recognize.Date
	var amounts []recognize.Amount
	for _, path := range slices.Sorted(maps.Keys(printed)) {
		words := strings.Fields(printed[path].Raw)
		dates = append(dates, recognize.Dates(words)...)
		if len(recognize.Dates(words)) == 0 {
			amounts = append(amounts, recognize.Amounts(words)...)
		}
	}
	if language == "" {
		language = text("language")
	}
	w := Writing{
		Order: recognize.DominantOrder(dates), Style: recognize.DominantStyle(amounts), Currency: text("currency"),
	}
	european := text("iban") != "" || hasCountry(text("vendorTaxId")) // countries that have IBANs write the day first
	if w.Order == recognize.OrderUnknown {
		w.Order = orderOf(language, w.Currency, european)
	}
	if w.Style == recognize.StyleUnknown {
		w.Style = styleOf(language, w.Currency)
	}
	return w
}

// hasCountry reports whether a tax number begins with a country code, as in the EU, the United Kingdom and Switzerland.
func hasCountry(taxID string) bool {
	return len(taxID) > 2 && strings.Trim(taxID[:2], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// orderOf is the default order of day and month. For English the country decides; Canada and the Philippines use both.
func orderOf(language, currency string, european bool) recognize.Order {
	base, region, _ := strings.Cut(language, "-")
	switch {
	case base != "" && base != "en", european:
		return recognize.OrderDMY
	case region == "US":
		return recognize.OrderMDY
	}
	switch currency {
	case "USD":
		return recognize.OrderMDY
	case "", "CAD", "PHP", "JPY", "CNY", "KRW", "TWD", "HUF":
		return recognize.OrderUnknown
	}
	return recognize.OrderDMY
}

// styleOf returns the decimal style without evidence from amounts.
func styleOf(language, currency string) recognize.Style {
	base, _, _ := strings.Cut(language, "-")
	switch currency {
	case "USD", "GBP", "CHF", "AUD", "NZD", "SGD", "HKD", "INR", "MXN", "JPY", "CNY", "MYR", "ILS", "THB":
		return recognize.StylePoint
	}
	switch base {
	case "en":
		return recognize.StylePoint
	case "de", "fr", "es", "it", "nl", "pt", "pl":
		return recognize.StyleComma
	}
	return recognize.StyleUnknown
}
