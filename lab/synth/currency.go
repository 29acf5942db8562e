package synth

import "strings"

// knowCurrency adds the currency to the truth if some text of the sheets shows it. A lone dollar sign means US
// dollars.
func (c *composer) knowCurrency() {
	code, symbol := c.place.currency, strings.Trim(c.place.symbol, ".")
	if symbol == "$" && code != "USD" {
		return
	}
	for _, s := range c.sheets {
		for _, m := range s.Marks {
			for w := range strings.FieldsSeq(m.Text) {
				bare := strings.Trim(w, "0123456789.,()-:/'+")
				euro := code == "EUR" && (strings.Contains(w, "€") || strings.EqualFold(bare, "euro"))
				if euro || bare == code || bare == symbol || bare == strings.ToUpper(symbol) {
					c.know("currency", code)
					return
				}
			}
		}
	}
}
