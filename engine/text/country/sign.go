package country

import (
	"slices"
	"strings"
)

// SharingSign returns the countries whose currency shares the sign whose default is the given currency: for US dollars
// all countries with "$", including the US. It returns none for a currency with a unique sign.
func SharingSign(currency string) []*Country {
	x := loaded()
	var out []*Country
	for _, c := range x.all {
		if c.sign != "" && x.signs[c.sign] == currency {
			out = append(out, c)
		}
	}
	return out
}

// HasOwnSign reports whether a word contains a sign that only this currency has: "US$5".
func HasOwnSign(word, currency string) bool {
	x := loaded()
	for sign, code := range x.signs {
		if code == currency && !x.sharedSigns[sign] && strings.Contains(word, sign) {
			return true
		}
	}
	return false
}

// HasName reports whether a line of an address is the name of the country.
func (c *Country) HasName(text string) bool {
	return slices.ContainsFunc(c.names, func(name string) bool { return strings.EqualFold(name, text) })
}

// HasTax reports whether a word is the name of a tax that only this country has.
func (c *Country) HasTax(word string) bool { return slices.Contains(c.taxes, word) }

// HasRegion reports whether a word is a region of the country and code a post code that follows it.
func (c *Country) HasRegion(region, code string) bool {
	return slices.Contains(c.regions, region) && slices.ContainsFunc(c.posts, func(p post) bool {
		return (p.place == BehindRegion || p.place == BehindLastRegion) && matches(code, p.form)
	})
}

// HasSplitPostCode reports whether two words form a post code of the country.
func (c *Country) HasSplitPostCode(first, second string) bool {
	return slices.ContainsFunc(c.posts, func(p post) bool {
		one, other, split := strings.Cut(p.form, " ")
		return split && matches(first, one) && matches(second, other)
	})
}
