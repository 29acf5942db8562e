package trade

import (
	"strconv"
	"strings"
	"time"

	"github.com/docmill/docmill/lab/synth/random"
)

// Fact is a label with its value. field and norm are its truth; field is "" if it is no field of the record.
type Fact struct{ Key, Label, Value, Field, Norm string }

// DrawFacts draws number, dates and other facts of the head.
func (t *Document) DrawFacts() {
	t.Issued = t.Place.RandomDay()
	t.Number = t.drawNumber()
	t.addFact(t.ByKind("invoiceNumber", "creditNumber", "orderNumber"), t.Number, t.NumberField(), t.Number)
	t.addDateFact(t.ByKind("invoiceDate", "creditDate", "orderDate"), t.Issued, "issueDate")
	if t.IsOrder() {
		if t.Chance(0.55) {
			t.addDateFact("deliveryDate", t.later(2, 60), "deliveryDate")
		}
	} else if !t.IsCreditNote() {
		t.drawPayment()
		t.drawPeriod()
	}
	t.drawNumbers()
	t.drawOthers()
	t.shuffleFacts()
}

func (t *Document) addFact(key, value, field, norm string) {
	for range 12 {
		label := t.LabelWithColon(key)
		if HasLabel(t.Facts, label) {
			continue
		}
		t.Facts = append(t.Facts, Fact{key, label, value, field, norm})
		return
	}
}

// HasLabel reports whether a fact has the label, apart from its case and colon.
func HasLabel(facts []Fact, label string) bool {
	for _, f := range facts {
		if strings.EqualFold(strings.Trim(f.Label, " :."), strings.Trim(label, " :.")) {
			return true
		}
	}
	return false
}

func (t *Document) addDateFact(key string, day time.Time, field string) {
	t.addFact(key, t.Place.Date(day), field, ISODate(day))
}

// ISODate formats a day as in the truth.
func ISODate(day time.Time) string { return day.Format(time.DateOnly) }

func (t *Document) later(from, to int) time.Time {
	return t.Issued.AddDate(0, 0, from+t.IntN(to-from))
}

func (t *Document) drawPayment() {
	days := random.Pick(t.Rand, 7, 8, 10, 14, 14, 15, 20, 21, 30, 30, 30, 45, 60)
	t.DueDate = t.Issued.AddDate(0, 0, days)
	if t.Chance(0.6) {
		t.addDateFact("dueDate", t.DueDate, "dueDate")
	}
	if t.Chance(0.25) {
		terms := strings.ReplaceAll(t.Place.Label("terms"), "{days}", strconv.Itoa(days))
		t.addFact("termsLabel", terms, "paymentTerms", terms)
	}
	if t.Chance(0.12) {
		ref := random.Fill(t.Rand, random.Pick(t.Rand, "*###########", "RF## #### ####", "@@######", "*### #### ####",
			"+++###/####/#####+++"))
		t.addFact("paymentReference", ref, "paymentReference", ref)
	}
	if t.Chance(0.12) {
		t.addFact("payMethodLabel", t.Place.Label("payMethod"), "", "")
	}
}

func (t *Document) drawPeriod() {
	p := 0.06
	switch t.Branch {
	case "subscription", "telecom", "utility":
		p = 0.75
	case "services", "hotel":
		p = 0.25
	}
	if !t.Chance(p) {
		return
	}
	from := t.Issued.AddDate(0, -1-t.IntN(2), -t.IntN(20))
	if t.Chance(0.5) {
		from = time.Date(t.Issued.Year(), t.Issued.Month()-1, 1, 0, 0, 0, 0, time.UTC)
	}
	to := from.AddDate(0, random.Pick(t.Rand, 1, 1, 1, 3, 12), -1)
	if t.Branch == "hotel" {
		to = from.AddDate(0, 0, 1+t.IntN(6))
	}
	if t.Chance(0.2) {
		t.addDateFact("periodFrom", from, "servicePeriodStart")
		t.addDateFact("periodTo", to, "servicePeriodEnd")
		return
	}
	between := random.Pick(t.Rand, " - ", " – ", " - ", " "+t.Place.Words["periodTo"][0]+" ")
	t.addFact("servicePeriod", t.Place.Date(from)+between+t.Place.Date(to), "servicePeriod", ISODate(from)+"/"+ISODate(to))
}

func (t *Document) drawNumbers() {
	if !t.IsOrder() && t.Chance(0.27) {
		n := random.Fill(t.Rand, random.Pick(t.Rand, "PO-#####", "*#######", "45########", "*####", "B-####/##", "@@-*###",
			"*##-*###-##"))
		t.addFact("poNumber", n, "purchaseOrderNumber", n)
	}
	if t.Chance(0.4) {
		n := random.Fill(t.Rand, random.Pick(t.Rand, "*####", "*####", "1####", "K-*###", "C*####", "@@@##", "D*#####",
			"*##-###", "*########", "*###"))
		field := "customerId"
		if t.IsOrder() {
			field = ""
		}
		t.addFact("customerId", n, field, n)
	}
	for range t.IntN(3) {
		if t.Chance(0.45) {
			t.addFact("other.number", random.Fill(t.Rand, random.Pick(t.Rand, "*####", "*######", "L-*####", "@@-####",
				"##/*###", "*#-*####-#")), "", "")
		}
	}
	if t.IsCreditNote() && t.Chance(0.5) {
		t.addFact("creditReference", t.EarlierNumber(), "", "")
	}
}

func (t *Document) drawOthers() {
	if t.Chance(0.2) {
		t.addDateFact("other.date", t.Issued.AddDate(0, 0, -1-t.IntN(30)), "")
	}
	if !t.IsOrder() && t.Chance(0.12) {
		t.addDateFact("deliveryDate", t.Issued.AddDate(0, 0, -t.IntN(20)), "deliveryDate")
	}
	if t.Chance(0.17) {
		t.addFact("contact", t.Place.PersonName(), "", "")
	}
	if t.Chance(0.08) {
		t.addFact("currency", t.Place.Country.Currency, "currency", t.Place.Country.Currency)
	}
}

// shuffleFacts shuffles the facts after the first two, and sometimes all.
func (t *Document) shuffleFacts() {
	from := 2
	if t.Chance(0.3) {
		from = 0
	}
	rest := t.Facts[from:]
	t.Shuffle(len(rest), func(i, k int) { rest[i], rest[k] = rest[k], rest[i] })
}

// SetFactTruth adds a fact to the truth.
func (t *Document) SetFactTruth(f Fact) {
	switch f.Field {
	case "":
	case "servicePeriod":
		from, to, _ := strings.Cut(f.Norm, "/")
		t.SetTruth("servicePeriodStart", from)
		t.SetTruth("servicePeriodEnd", to)
	default:
		t.SetTruth(f.Field, f.Norm)
	}
}

func (t *Document) drawNumber() string {
	forms := []string{"YYYY-*###", "YYYY-0###", "*####", "*#####", "*######", "YYYY/*##", "*##/YYYY", "YY-*####",
		"YYYY*####", "*##-*###", "@-*####", "*########", "YYYYMM-##", "YY*####", "00#####", "@@*#####", "*###", "YYYY-MM-0##",
		"@@#/YY/*###"}
	prefix := map[string][]string{
		"de": {"RE-", "R", "RE", "RG-", "AR-"},
		"fr": {"F", "FA-", "FAC", "FC", "FACT-"},
		"es": {"F-", "FV", "A/", "FAC-", "F"},
		"it": {"FT-", "FV ", "F", "FPR "},
		"nl": {"F", "VF", "FACT", "V-"},
		"pt": {"FT ", "FT A/", "FAC ", "FS "},
		"pl": {"FV/", "FS ", "F/", "FV "},
		"ro": {"FCT", "F-", "FV ", "FACT-", "SMT "},
		"bg": {"00000", "1000", "Ф-", "20000"},
		"el": {"ΤΠΥ-", "ΤΙΜ-", "ΤΔΑ", "Α-", "Α/", "ΤΙΜ "},
	}[t.Place.Language]
	if t.IsCreditNote() {
		prefix = []string{"CN-", "GS-", "AV-", "NC ", "CR", "KOR/"}
	} else if t.IsOrder() {
		prefix = []string{"PO-", "PO", "B-", "OC-", "BC", "4500"}
	} else if prefix == nil {
		prefix = []string{"INV-", "INV", "INV/", "SI-", "IN"}
	}
	form := random.Pick(t.Rand, forms...)
	if t.Chance(0.4) {
		form = random.Pick(t.Rand, prefix...) + form
	}
	return t.expandDate(form)
}

func (t *Document) expandDate(form string) string {
	return random.Fill(t.Rand, strings.NewReplacer("YYYY", t.Issued.Format("2006"), "YY", t.Issued.Format("06"), "MM",
		t.Issued.Format("01")).Replace(form))
}

// EarlierNumber returns another document's number.
func (t *Document) EarlierNumber() string {
	for {
		if n := t.expandDate(random.Pick(t.Rand, "YYYY-*##", "*####", "INV-*###", "F*#####")); n != t.Number {
			return n
		}
	}
}

// DrawTerms returns the terms of payment.
func (t *Document) DrawTerms() string {
	days := int(t.DueDate.Sub(t.Issued).Hours() / 24)
	if t.IsOrder() {
		days = random.Pick(t.Rand, 14, 30, 60)
	}
	text := strings.ReplaceAll(t.Place.Label("terms"), "{days}", strconv.Itoa(days))
	if !t.IsOrder() {
		t.SetTruth("paymentTerms", text)
	}
	return text
}

// TakeUnprinted returns the facts that are not yet printed and marks them as printed.
func (t *Document) TakeUnprinted() []Fact {
	var out []Fact
	for _, f := range t.Facts {
		if !t.Printed["fact "+f.Label] {
			t.Printed["fact "+f.Label] = true
			t.SetFactTruth(f)
			out = append(out, f)
		}
	}
	return out
}
