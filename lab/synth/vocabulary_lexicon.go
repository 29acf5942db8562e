package synth

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/docmill/docmill/engine/lexicon"
)

// source is where the engine's lexicon has phrases for a key of the vocabulary: a
// kind of file, a group, and the least weight; form is what is printed, {} the
// phrase.
type source struct {
	kind, group string
	least       float64
	form        string
}

// sources says for each label where the lexicon has it, most fitting first.
func sources(key string) []source {
	role := func(name string) []source { return []source{{kind: "labels", group: name, least: 0.6}} }
	party := func(name string) []source { return []source{{kind: "parties", group: name}} }
	switch key {
	case "invoiceNumber":
		return role("invoiceNumber")
	case "orderNumber", "poNumber":
		return role("purchaseOrderNumber")
	case "creditNumber":
		return role("invoiceNumber")
	case "other.number", "creditReference":
		return role("-number")
	case "date", "invoiceDate", "creditDate", "orderDate":
		return role("issueDate")
	case "other.date":
		return role("-date")
	case "rounding":
		return role("-rounding")
	case "servicePeriod":
		return role("period")
	case "periodFrom":
		return role("periodStart")
	case "periodTo":
		return role("periodEnd")
	case "total", "creditTotal", "orderTotal":
		return role("total")
	case "tax":
		return []source{{"labels", "tax", 0.6, "{} {rate}"}}
	case "discount":
		return role("discountTotal")
	case "shipping":
		return role("shippingTotal")
	case "bank", "bankDetails":
		return role("bankName")
	case "termsLabel":
		return role("paymentTerms")
	case "billTo", "orderBuyer":
		return party("customer")
	case "shipTo":
		return party("shipping")
	case "vendor", "orderVendor":
		return party("vendor")
	case "contact", "otherParty":
		return party("other")
	case "name":
		return party("nameLabel")
	case "title.invoice":
		return []source{{kind: "types", group: "invoice", least: 1.6}}
	case "title.credit":
		return []source{{kind: "types", group: "credit_note", least: 3}}
	case "title.order":
		return []source{{kind: "types", group: "purchase_order", least: 3}}
	}
	if column, ok := strings.CutPrefix(key, "col."); ok {
		return []source{{kind: "columns", group: strings.Replace(column, "pos", "position", 1)}}
	}
	return role(key)
}

// labelKeys are the keys of labels that the lexicon's words stand for.
func labelKeys() []string {
	return []string{
		"invoiceNumber", "orderNumber", "poNumber", "creditNumber", "other.number", "creditReference", "invoiceDate",
		"creditDate", "orderDate", "date", "other.date", "dueDate", "deliveryDate", "servicePeriod", "periodFrom", "periodTo",
		"customerId", "paymentReference", "currency", "taxId", "customerTaxId", "phone", "iban", "bic", "bank",
		"bankDetails", "accountHolder", "accountNumber", "subtotal", "tax", "taxTotal", "total", "creditTotal", "orderTotal",
		"amountDue", "amountPaid", "rounding", "discount", "shipping", "termsLabel", "billTo", "orderBuyer", "shipTo", "vendor",
		"orderVendor", "contact", "otherParty", "name", "title.invoice", "title.credit", "title.order", "col.pos",
		"col.code", "col.description", "col.date", "col.quantity", "col.unit", "col.unitPrice", "col.discount",
		"col.taxRate", "col.amount",
	}
}

// phrases returns what the lexicon has for a key in a language, a phrase of weight 1
// three times.
func phrases(language, key string) []string {
	var out []string
	for _, s := range sources(key) {
		for _, g := range lexicon.Groups(language, s.kind) {
			if g.Name != s.group || g.Weight < s.least {
				continue
			}
			for _, p := range g.Phrases {
				if strings.HasPrefix(key, "title.") && announces(p) || !fits(language, key, p) {
					continue
				}
				if s.form != "" {
					p = strings.ReplaceAll(s.form, "{}", p)
				}
				for range max(1, int(3*min(g.Weight, 1))) {
					out = append(out, p)
				}
			}
		}
	}
	if key == "invoiceNumber" {
		out = append(out, halves(language, "invoiceNumber", "number")...)
	}
	return out
}

// fits reports whether a phrase of the lexicon is what papers of the kind say: no
// "credit note no." on an invoice, and no currency that may be another's.
func fits(language, key, phrase string) bool {
	for w := range strings.FieldsFuncSeq(phrase, func(c rune) bool { return !unicode.IsLetter(c) && c != '€' }) {
		if _, known := lexicon.CurrencyName(w); known || len(w) == 3 && isCurrency(w) || w == "€" || w == "RM" {
			return false
		}
	}
	of := func(kind string) bool {
		folded := lexicon.Fold(phrase)
		for _, g := range lexicon.Groups(language, "types") {
			if g.Name == kind && g.Weight > 1 && slices.ContainsFunc(g.Phrases, func(p string) bool {
				return strings.Contains(folded, lexicon.Fold(p))
			}) {
				return true
			}
		}
		return false
	}
	switch key {
	case "invoiceNumber", "invoiceDate":
		return !of("credit_note") && !of("purchase_order")
	case "creditNumber", "creditDate":
		return !of("invoice") && !of("purchase_order")
	case "orderNumber", "orderDate", "orderTotal":
		return !of("invoice") && !of("credit_note")
	}
	return true
}

// isCurrency reports whether a word is the code of a currency of some land.
func isCurrency(w string) bool {
	return strings.Contains("EUR USD GBP CHF PLN CZK SEK DKK NOK HUF RON BGN MYR SGD INR AUD CAD BRL MXN", w)
}

// announces reports whether a phrase plainly announces a value: it is no title.
func announces(phrase string) bool {
	meanings := lexicon.Labels().Meanings(lexicon.Fold(phrase))
	return len(meanings) > 0 && meanings[0].Weight > 0.85
}

// halves joins a head and a mark of pairs: "Faktura" and "nr".
func halves(language, head, mark string) []string {
	by := map[string][]string{}
	for _, g := range lexicon.Groups(language, "pairs") {
		by[g.Name] = append(by[g.Name], g.Phrases...)
	}
	var out []string
	for _, h := range by[head] {
		for _, m := range by[mark] {
			out = append(out, h+" "+m)
		}
	}
	return out
}

// complete fills in the keys that a language's files lack: labels and months from
// the lexicon, names and signs from any.txt, branches of trade from goods and
// services.
func (v vocabulary) complete(language string) {
	common := vocabulary{}
	common.readFiles("vocabulary", func(name string) bool { return name == "any" })
	for _, key := range labelKeys() {
		if len(v[key]) == 0 {
			v[key] = phrases(language, key)
		}
	}
	for key, ways := range common {
		if len(v[key]) == 0 {
			v[key] = ways
		}
	}
	v.completeMonths(language)
	for key, other := range map[string]string{
		"subscription": "services", "telecom": "services", "utility": "services", "hotel": "services",
		"unit.subscription": "unit.services", "unit.telecom": "unit.services", "unit.utility": "unit.goods",
		"unit.hotel": "unit.services", "date": "invoiceDate", "creditNumber": "invoiceNumber",
		"orderNumber": "poNumber", "first": "last", "customerTaxId": "taxId", "creditTotal": "total",
	} {
		if len(v[key]) == 0 {
			v[key] = v[other]
		}
	}
	for key, ways := range v {
		if len(ways) == 0 {
			delete(v, key)
		}
	}
}

// completeMonths takes names of months from the lexicon: its longest way is the long
// form, its shortest of three letters and more the short one.
func (v vocabulary) completeMonths(language string) {
	if len(v["months"]) == 12 && len(v["monthsShort"]) == 12 {
		return
	}
	names := []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
		"november", "december"}
	long, short := make([]string, len(names)), make([]string, len(names))
	for _, g := range lexicon.Groups(language, "dates") {
		i := slices.Index(names, g.Name)
		if i < 0 || len(g.Phrases) == 0 {
			continue
		}
		long[i], short[i] = g.Phrases[0], g.Phrases[0]
		for _, p := range g.Phrases {
			if len([]rune(p)) > len([]rune(long[i])) {
				long[i] = p
			}
			if n := len([]rune(p)); n >= 3 && n < len([]rune(short[i])) {
				short[i] = p
			}
		}
	}
	if slices.Contains(long, "") {
		long = strings.Fields("01 02 03 04 05 06 07 08 09 10 11 12")
		short = long
	}
	if len(v["months"]) != len(names) {
		v["months"] = long
	}
	if len(v["monthsShort"]) != len(names) {
		v["monthsShort"] = short
	}
}

// lexiconWays are the lexicon's phrases for labels by language and key, read once.
func lexiconWays(language, key string) []string { return lexiconLabels()[language][key] }

//nolint:gochecknoglobals // see above
var lexiconLabels = sync.OnceValue(func() map[string]vocabulary {
	all := map[string]vocabulary{}
	for _, language := range tradeLanguages() {
		v := vocabulary{}
		for _, key := range labelKeys() {
			v[key] = phrases(language, key)
		}
		all[language] = v
	}
	return all
})
