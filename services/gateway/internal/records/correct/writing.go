package correct

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/text/recognize"
)

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

// hasCountry reports whether a tax number begins with a country code, as in the European Union, the United
// Kingdom and Switzerland.
func hasCountry(taxID string) bool {
	return len(taxID) > 2 && strings.Trim(taxID[:2], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// orderOf returns the order of day and month without evidence from dates. Of the supported languages only
// English has both; then the country decides. Canada and the Philippines have both.
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
