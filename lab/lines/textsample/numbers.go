package textsample

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

func number(r *rand.Rand) string {
	whole := r.IntN(pick(r, 10, 100, 1000, 10_000, 1_000_000, 100_000_000))
	point, group := pick(r, ".", ","), ""
	if r.IntN(4) > 0 {
		group = map[string]string{".": pick(r, ",", ",", " ", "'", "’"), ",": pick(r, ".", ".", " ")}[point]
	}
	out := grouped(fmt.Sprint(whole), group)
	switch r.IntN(12) {
	case 0:
		return out
	case 1:
		return out + point + digits(r, 3)
	case 2:
		return out + point + digits(r, 1)
	}
	return out + point + digits(r, 2)
}

func grouped(digits, by string) string {
	if by == "" {
		return digits
	}
	var parts []string
	for len(digits) > 3 {
		parts = append([]string{digits[len(digits)-3:]}, parts...)
		digits = digits[:len(digits)-3]
	}
	return strings.Join(append([]string{digits}, parts...), by)
}

func amount(r *rand.Rand) string {
	n := number(r)
	switch r.IntN(10) {
	case 0, 1, 2:
		return pick(r, "€", "€ ", "$", "$ ", "£", "£ ", "RM", "RM ", "¥", "EUR ", "USD ", "CHF ", "R$ ", "kr ", "US$", "-",
			"(", "-$", "-€", "($", "Rs.", "Rs. ", symbol(r), symbol(r), symbol(r)+" ", "-"+symbol(r)) + n
	case 3, 4, 5:
		return n + pick(r, " €", "€", " EUR", " zł", " zl", " Kč", ",- Kč", " kr", " kr.", " Ft", ",- Ft", " lei",
			" RON", " PLN", " CZK", " HUF", " SEK", " CHF", " £", " $", " USD", " RSD", " ¢", "-", " CR", " DR", ")", "$",
			"₺", " ₺", " ₽", " ₴", " ₫", "₫", " ₪", " ﷼")
	case 6:
		return n + pick(r, " A", " B", " C", "*", " *", " T", " S", " SR", " Z", " ZR", " N", " F", " 1", " 2", " %", "%")
	case 7:
		return pick(r, "-", "–", "+", "- ", "=", "*", "**", "#") + n
	}
	return n
}

// symbol returns a currency sign that is written before an amount.
func symbol(r *rand.Rand) string {
	return pick(r, "₹", "₹", "₺", "₴", "₽", "₦", "₱", "₫", "₪", "$", "€", "£")
}

func date(r *rand.Rand) string {
	y, m, d := 1990+r.IntN(45), 1+r.IntN(12), 1+r.IntN(31)
	sep := pick(r, ".", "/", "-", ". ", " ")
	out := ""
	switch r.IntN(7) {
	case 0, 1, 2:
		out = fmt.Sprintf("%02d%s%02d%s%d", d, sep, m, sep, y)
	case 3:
		out = fmt.Sprintf("%02d%s%02d%s%02d", d, sep, m, sep, y%100)
	case 4:
		out = fmt.Sprintf("%d-%02d-%02d", y, m, d)
	case 5:
		month := pick(r, "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "January",
			"August", "März", "Dezember", "janvier", "août", "février", "décembre", "enero", "marzo",
			"grudnia", "stycznia", "října", "července")
		out = fmt.Sprintf("%d%s %s%s%d", d, pick(r, "", ".", "th"), month, pick(r, " ", ", ", "-"), y)
	case 6:
		out = fmt.Sprintf("%d/%d/%d", m, d, y)
	}
	if r.IntN(2) == 0 {
		out += pick(r, " ", "  ", ", ", "T", " - ") + clock(r)
	}
	return out
}

func clock(r *rand.Rand) string {
	h, m, s := r.IntN(24), r.IntN(60), r.IntN(60)
	switch r.IntN(4) {
	case 0:
		return fmt.Sprintf("%02d:%02d:%02d", h, m, s)
	case 1:
		return fmt.Sprintf("%d:%02d %s", 1+h%12, m, pick(r, "AM", "PM", "am", "pm", "a.m."))
	case 2:
		return fmt.Sprintf("%02d.%02d", h, m)
	}
	return fmt.Sprintf("%02d:%02d", h, m)
}

func times(r *rand.Rand) string {
	quantity := fmt.Sprint(1 + r.IntN(pick(r, 10, 100)))
	if r.IntN(4) == 0 {
		quantity += pick(r, ".", ",") + digits(r, pick(r, 1, 2, 3, 3)) + pick(r, "", "kg", " kg", " KG", " l", " m²", " m³")
	}
	out := quantity + pick(r, " x ", "x", " X ", " × ", " @ ", "* ", " * ", " St x ", " ks x ", " db x ") + number(r)
	if r.IntN(3) == 0 {
		out += pick(r, " = ", " ", "  ") + amount(r)
	}
	return out
}

func percentage(r *rand.Rand) string {
	n := fmt.Sprint(r.IntN(100))
	if r.IntN(2) == 0 {
		n += pick(r, ".", ",") + digits(r, 1+r.IntN(2))
	}
	return n + pick(r, "%", " %", "%", " %", "‰", "°", "°C")
}
