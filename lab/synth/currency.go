package synth

import "strings"

// knowCurrency tells the currency if some text of the sheets shows it. A dollar
// sign alone stands for the currency of the United States.
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
