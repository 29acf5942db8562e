package form

import (
	"slices"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/lab/synth/locale"
	"github.com/docmill/docmill/lab/synth/random"
	"github.com/shopspring/decimal"
)

// value is an answer as printed and in its normal form.
type value struct {
	lines      []string // nil: no answer
	normal     string   // ISO date or time, decimal, "true", "false", concept of an option, or the text
	start, end string   // days of a period, ISO
	name       string   // of a name with an address
	unit       string   // printed next to the answer
}

func (v value) printed() string { return strings.Join(v.lines, ", ") }

func plain(text string) value { return value{lines: []string{text}, normal: text} }

func measure(text string, v decimal.Decimal) value {
	return value{lines: []string{text}, normal: v.String()}
}

// makeValue makes an answer of a concept that has a type of glossary.
func (f *form) makeValue(c *concept) value {
	if list := f.words(c.name); list != nil && c.kind != "choice" {
		return plain(f.fillWords(random.Pick(f.Rand, list...)))
	}
	switch c.kind {
	case "amount", "number", "integer", "percent", "weight", "year", "age":
		return f.makeNumber(c)
	case "date", "time", "period", "duration":
		return f.makeTime(c)
	case "boolean":
		if f.Chance(0.5) {
			return value{lines: []string{f.phrase("yes")}, normal: "true"}
		}
		return value{lines: []string{f.phrase("no")}, normal: "false"}
	case "choice":
		option := random.Pick(f.Rand, f.g.options[c.name]...)
		return value{lines: []string{f.phrase(option)}, normal: option}
	case "address":
		return f.makeAddress()
	}
	return plain(f.makeText(c))
}

// words returns the list of answers of a concept: the country's, the language's, that of all languages, or English.
func (f *form) words(key string) []string {
	lists := wordLists()
	for _, list := range [][]string{
		lists["und"][key+"."+f.place.Country.Code], lists[f.place.Language][key], lists["und"][key], lists["en"][key],
	} {
		if list != nil {
			return list
		}
	}
	return nil
}

func (f *form) word(key string) string { return f.fillWords(random.Pick(f.Rand, f.words(key)...)) }

// fillWords replaces {town} and {brand}, and fills forms of numbers and codes.
func (f *form) fillWords(text string) string {
	return strings.NewReplacer("{town}", f.town(), "{brand}", f.place.Label("brand")).Replace(random.Fill(f.Rand, text))
}

func (f *form) town() string {
	town, _, _ := strings.Cut(random.Pick(f.Rand, f.place.Country.Towns...), "/")
	return town
}

func (f *form) makeText(c *concept) string {
	p := f.place
	switch c.kind {
	case "person", "surname", "given":
		return f.makeName(c.kind)
	case "organization":
		if c.name == "bank" {
			return p.Label("bankName")
		}
		return p.RandomCompany().Name
	case "street":
		street, _ := p.StreetAndTown()
		return street
	case "house":
		return random.Fill(f.Rand, random.Pick(f.Rand, "*", "*#", "*#", "*##", "*#a", "*#-*#"))
	case "postcode":
		return f.makePostcode()
	case "city":
		return f.town()
	case "country":
		return f.word("country")
	case "phone":
		return random.Fill(f.Rand, random.Pick(f.Rand, p.Country.Phones...))
	case "iban":
		return f.makeIBAN()
	case "email", "url", "bic":
		company := p.RandomCompany()
		return map[string]string{"email": company.Email, "url": company.Web, "bic": company.Bic}[c.kind]
	case "plate":
		return f.word("licensePlate")
	case "currency":
		return random.Pick(f.Rand, p.Country.Currency, p.Country.Currency, p.Symbol)
	case "job":
		return f.word("job")
	case "product":
		return p.Label("goods")
	case "id":
		return f.makeID(c.name)
	}
	if c.name == "placeAndDate" {
		return f.town() + ", " + p.Date(p.RandomDay())
	}
	return random.Pick(f.Rand, p.InventName(), p.Label("trade"), p.Label("brand"))
}

func (f *form) makeName(kind string) string {
	first, last := f.place.Label("first"), f.place.Label("last")
	switch {
	case kind == "surname":
		return last
	case kind == "given":
		return first + random.Pick(f.Rand, "", "", "", "", random.Fill(f.Rand, " @."), " "+f.place.Label("first"))
	case f.Chance(0.1):
		return last + ", " + first
	case f.Chance(0.1):
		return random.Pick(f.Rand, "Dr. ", "Prof. ", "Dipl.-Ing. ") + first + " " + last
	}
	return first + random.Pick(f.Rand, " ", " ", " ", random.Fill(f.Rand, " @. ")) + last
}

func (f *form) makePostcode() string {
	form := random.Pick(f.Rand, f.place.Country.Postal[0], random.Pick(f.Rand, f.place.Country.Postal...))
	for _, part := range []string{"{town}", "{TOWN}", "{state}"} {
		form = strings.ReplaceAll(form, part, "")
	}
	at := strings.IndexAny(form, "*#")
	if at < 0 {
		return random.Fill(f.Rand, "*####")
	}
	form = strings.Trim(form[max(0, strings.LastIndexAny(form[:at], " ,./")+1):], " ,()-/")
	form, _, _ = strings.Cut(form, "/")
	return strings.TrimSpace(random.Fill(f.Rand, form))
}

func (f *form) makeIBAN() string {
	code, form := f.place.Country.Code, f.place.Country.Iban
	if form == "" {
		code, form = "DE", "##################"
	}
	number := locale.IBAN(f.Rand, code, form)
	if f.Chance(0.7) {
		return locale.GroupInFours(number)
	}
	return number
}

func (f *form) makeID(name string) string {
	form := f.idForms[name]
	if form == "" {
		form = random.Pick(f.Rand, f.words("id")...)
		f.idForms[name] = form
	}
	return random.Fill(f.Rand, form)
}

func (f *form) makeAddress() value {
	street, postal := f.place.StreetAndTown()
	lines := append([]string{street}, strings.Split(postal, "\n")...)
	if f.Chance(0.15) {
		lines = append(lines, f.place.Country.Name)
	}
	all := strings.Join(lines, ", ")
	if f.Chance(0.45) {
		lines = []string{all}
	}
	return value{lines: lines, normal: all}
}

func (f *form) makeNumber(c *concept) value {
	p, small := f.place, decimal.New(int64(1+f.IntN(12)), 0)
	switch c.kind {
	case "percent":
		v := decimal.New(int64(1+f.IntN(2000)), -2)
		return measure(p.Percent(v), v)
	case "year":
		v := decimal.New(int64(2008+f.IntN(19)), 0)
		return measure(v.String(), v)
	case "integer":
		if strings.Contains(" mileage meterReading previousReading currentReading consumption ", " "+c.name+" ") {
			v := decimal.New(int64(100+f.IntN(180_000)), 0)
			return measure(random.Pick(f.Rand, v.String(), p.Number(v, 0)), v)
		}
		if f.Chance(0.3) {
			small = decimal.New(int64(1+f.IntN(400)), 0)
		}
		return measure(small.String(), small)
	case "amount":
		return f.makeAmount(c.name)
	}
	v := decimal.New(int64(10+f.IntN(5000)), -int32(f.IntN(3))) //nolint:gosec // below 3
	out := measure(p.Quantity(v), v)
	out.unit = map[string]string{"weight": "kg", "livingArea": "m²", "volume": "m³", "height": "cm"}[c.kind]
	if unit := map[string]string{"livingArea": "m²", "volume": "m³", "height": "cm", "weight": "kg"}[c.name]; unit != "" {
		out.unit = unit
	}
	if out.unit != "" && f.Chance(0.5) {
		out.lines[0], out.unit = out.lines[0]+" "+out.unit, ""
	}
	return out
}

func (f *form) makeAmount(name string) value {
	cents, factors := int64(100), 1+f.IntN(4)
	if slices.Contains(f.words("large"), name) {
		cents, factors = 10_000, 1+f.IntN(2)
	}
	for range factors {
		cents *= int64(2 + f.IntN(10))
	}
	v := decimal.New(cents+int64(f.IntN(100)), -2)
	if f.Chance(0.03) {
		v = decimal.Zero
	}
	if f.wholeAmounts || f.Chance(0.1) {
		v = v.Truncate(0)
		return value{lines: []string{f.place.Number(v, 0)}, normal: v.String(), unit: f.place.Symbol}
	}
	if f.Chance(f.symbols) {
		return measure(f.place.Money(v), v)
	}
	return value{lines: []string{f.place.Amount(v)}, normal: v.String(), unit: f.place.Symbol}
}

func (f *form) makeTime(c *concept) value {
	day := f.place.RandomDay()
	switch c.kind {
	case "time":
		at := time.Date(2024, 1, 1, f.IntN(24), 5*f.IntN(12), 0, 0, time.UTC)
		form := random.Pick(f.Rand, "15:04", "15:04", "15:04", "15.04")
		if f.place.Country.Code == "US" && f.Chance(0.7) {
			form = random.Pick(f.Rand, "3:04 PM", "3:04 pm", "03:04 PM")
		}
		return value{lines: []string{at.Format(form)}, normal: at.Format("15:04")}
	case "duration":
		return plain(random.Fill(f.Rand, random.Pick(f.Rand, "*", "*#", "*")) + " " + f.word("months"))
	case "period":
		last := day.AddDate(0, random.Pick(f.Rand, 1, 1, 3, 6, 12), -1)
		v := plain(f.place.NumericDate(day) + random.Pick(f.Rand, " - ", " – ", " / ") + f.place.NumericDate(last))
		v.start, v.end = day.Format(time.DateOnly), last.Format(time.DateOnly)
		if f.Chance(0.3) {
			v = plain(day.Format(random.Pick(f.Rand, "01/2006", "01.2006", "2006-01", "01-2006")))
		}
		return v
	}
	switch c.name {
	case "birthDate":
		day = day.AddDate(-20-f.IntN(23), 0, 0)
	case "expiryDate", "validityDate", "leaseEnd", "insuranceEnd", "endDate":
		day = day.AddDate(1+f.IntN(5), 0, 0)
	}
	text := f.place.Date(day)
	if f.numericDates {
		text = f.place.NumericDate(day)
	}
	return value{lines: []string{text}, normal: day.Format(time.DateOnly)}
}

// fold returns a text for comparisons.
func fold(text string) string { return lexicon.Fold(text) }
