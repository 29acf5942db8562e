package correct

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/currency"

	"github.com/docmill/docmill/engine/schema"
)

const (
	maxText   = 10_000 // characters
	maxNumber = 40     // characters
)

var (
	moneyForm   = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.([0-9]+))?$`)
	decimalForm = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$`)
)

// encode returns the JSON of a value, or a reason if it does not have the engine's notation: a value has
// one spelling. digits is the minimum of decimal places of amounts.
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

// minorDigits is the minimum of decimal places of amounts: those of the document's currency after the
// correction, or 0 if it is unknown.
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
