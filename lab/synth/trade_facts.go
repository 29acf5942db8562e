package synth

import (
	"strconv"
	"strings"
	"time"
)

// fact is a label with its value. field and norm are its truth; field is "" if it is no field of the record.
type fact struct{ key, label, value, field, norm string }

func (t *designDoc) drawFacts() {
	t.issued = t.place.day()
	t.number = t.drawNumber()
	number, date, numberField := "invoiceNumber", "invoiceDate", "invoiceNumber"
	if t.credit() {
		number, date = "creditNumber", "creditDate"
	} else if t.order() {
		number, date, numberField = "orderNumber", "orderDate", "purchaseOrderNumber"
	}
	t.fact(number, t.number, numberField, t.number)
	t.dateFact(date, t.issued, "issueDate")
	if t.order() {
		if t.chance(0.55) {
			t.dateFact("deliveryDate", t.later(2, 60), "deliveryDate")
		}
	} else if !t.credit() {
		t.drawPayment()
		t.drawPeriod()
	}
	t.drawNumbers()
	t.drawOthers()
	t.shuffleFacts()
}

// fact adds a fact with a unique label.
func (t *designDoc) fact(key, value, field, norm string) {
	for range 12 {
		label := t.labeled(key)
		if clash(t.facts, label) {
			continue
		}
		t.facts = append(t.facts, fact{key, label, value, field, norm})
		return
	}
}

func clash(facts []fact, label string) bool {
	for _, f := range facts {
		if strings.EqualFold(strings.Trim(f.label, " :."), strings.Trim(label, " :.")) {
			return true
		}
	}
	return false
}

func (t *designDoc) dateFact(key string, day time.Time, field string) {
	t.fact(key, t.place.date(day), field, iso(day))
}

func iso(day time.Time) string { return day.Format(time.DateOnly) }

func (t *designDoc) later(from, to int) time.Time {
	return t.issued.AddDate(0, 0, from+t.r.IntN(to-from))
}

func (t *designDoc) drawPayment() {
	days := pick(t.r, 7, 8, 10, 14, 14, 15, 20, 21, 30, 30, 30, 45, 60)
	t.dueDate = t.issued.AddDate(0, 0, days)
	if t.chance(0.6) {
		t.dateFact("dueDate", t.dueDate, "dueDate")
	}
	if t.chance(0.25) {
		terms := strings.ReplaceAll(t.place.label("terms"), "{days}", strconv.Itoa(days))
		t.fact("termsLabel", terms, "paymentTerms", terms)
	}
	if t.chance(0.12) {
		ref := t.place.pattern(pick(t.r, "*###########", "RF## #### ####", "@@######", "*### #### ####",
			"+++###/####/#####+++"))
		t.fact("paymentReference", ref, "paymentReference", ref)
	}
	if t.chance(0.12) {
		t.fact("payMethodLabel", t.place.label("payMethod"), "", "")
	}
}

func (t *designDoc) drawPeriod() {
	p := 0.06
	switch t.branch {
	case "subscription", "telecom", "utility":
		p = 0.75
	case "services", "hotel":
		p = 0.25
	}
	if !t.chance(p) {
		return
	}
	from := t.issued.AddDate(0, -1-t.r.IntN(2), -t.r.IntN(20))
	if t.chance(0.5) {
		from = time.Date(t.issued.Year(), t.issued.Month()-1, 1, 0, 0, 0, 0, time.UTC)
	}
	to := from.AddDate(0, pick(t.r, 1, 1, 1, 3, 12), -1)
	if t.branch == "hotel" {
		to = from.AddDate(0, 0, 1+t.r.IntN(6))
	}
	if t.chance(0.2) {
		t.dateFact("periodFrom", from, "servicePeriodStart")
		t.dateFact("periodTo", to, "servicePeriodEnd")
		return
	}
	between := pick(t.r, " - ", " – ", " - ", " "+t.place.words["periodTo"][0]+" ")
	t.fact("servicePeriod", t.place.date(from)+between+t.place.date(to), "servicePeriod", iso(from)+"/"+iso(to))
}

// drawNumbers draws the numbers of the customer and of related documents.
func (t *designDoc) drawNumbers() {
	if !t.order() && t.chance(0.27) {
		n := t.place.pattern(pick(t.r, "PO-#####", "*#######", "45########", "*####", "B-####/##", "@@-*###", "*##-*###-##"))
		t.fact("poNumber", n, "purchaseOrderNumber", n)
	}
	if t.chance(0.4) {
		n := t.place.pattern(pick(t.r, "*####", "*####", "1####", "K-*###", "C*####", "@@@##", "D*#####", "*##-###",
			"*########", "*###"))
		field := "customerId"
		if t.order() {
			field = ""
		}
		t.fact("customerId", n, field, n)
	}
	for range t.r.IntN(3) {
		if t.chance(0.45) {
			t.fact("other.number", t.place.pattern(pick(t.r, "*####", "*######", "L-*####", "@@-####", "##/*###", "*#-*####-#")),
				"", "")
		}
	}
	if t.credit() && t.chance(0.5) {
		t.fact("creditReference", t.earlierNumber(), "", "")
	}
}

// drawOthers draws rare facts, some of them without a field.
func (t *designDoc) drawOthers() {
	if t.chance(0.2) {
		t.dateFact("other.date", t.issued.AddDate(0, 0, -1-t.r.IntN(30)), "")
	}
	if !t.order() && t.chance(0.12) {
		t.dateFact("deliveryDate", t.issued.AddDate(0, 0, -t.r.IntN(20)), "deliveryDate")
	}
	if t.chance(0.17) {
		t.fact("contact", t.place.person(), "", "")
	}
	if t.chance(0.08) {
		t.fact("currency", t.place.currency, "currency", t.place.currency)
	}
}

// shuffleFacts shuffles the facts after the first two, and sometimes all.
func (t *designDoc) shuffleFacts() {
	from := 2
	if t.chance(0.3) {
		from = 0
	}
	rest := t.facts[from:]
	t.r.Shuffle(len(rest), func(i, k int) { rest[i], rest[k] = rest[k], rest[i] })
}

func (t *designDoc) knowFact(f fact) {
	switch f.field {
	case "":
	case "servicePeriod":
		from, to, _ := strings.Cut(f.norm, "/")
		t.know("servicePeriodStart", from)
		t.know("servicePeriodEnd", to)
	default:
		t.know(f.field, f.norm)
	}
}

func (t *designDoc) drawNumber() string {
	forms := []string{"YYYY-*###", "YYYY-0###", "*####", "*#####", "*######", "YYYY/*##", "*##/YYYY", "YY-*####",
		"YYYY*####", "*##-*###", "@-*####", "*########", "YYYYMM-##", "YY*####", "00#####", "@@*#####", "*###", "YYYY-MM-0##",
		"@@#/YY/*###"}
	prefix := []string{"INV-", "INV", "INV/", "SI-", "IN"}
	switch t.place.language {
	case "de":
		prefix = []string{"RE-", "R", "RE", "RG-", "AR-"}
	case "fr":
		prefix = []string{"F", "FA-", "FAC", "FC", "FACT-"}
	case "es":
		prefix = []string{"F-", "FV", "A/", "FAC-", "F"}
	case "it":
		prefix = []string{"FT-", "FV ", "F", "FPR "}
	case "nl":
		prefix = []string{"F", "VF", "FACT", "V-"}
	case "pt":
		prefix = []string{"FT ", "FT A/", "FAC ", "FS "}
	case "pl":
		prefix = []string{"FV/", "FS ", "F/", "FV "}
	case "ro":
		prefix = []string{"FCT", "F-", "FV ", "FACT-", "SMT "}
	case "bg":
		prefix = []string{"00000", "1000", "Ф-", "20000"}
	case "el":
		prefix = []string{"ΤΠΥ-", "ΤΙΜ-", "ΤΔΑ", "Α-", "Α/", "ΤΙΜ "}
	}
	if t.credit() {
		prefix = []string{"CN-", "GS-", "AV-", "NC ", "CR", "KOR/"}
	} else if t.order() {
		prefix = []string{"PO-", "PO", "B-", "OC-", "BC", "4500"}
	}
	form := pick(t.r, forms...)
	if t.chance(0.4) {
		form = pick(t.r, prefix...) + form
	}
	return t.dated(form)
}

// dated expands a form with the document's year and month.
func (t *designDoc) dated(form string) string {
	return t.place.pattern(strings.NewReplacer("YYYY", t.issued.Format("2006"), "YY", t.issued.Format("06"), "MM",
		t.issued.Format("01")).Replace(form))
}

func (t *designDoc) earlierNumber() string {
	for {
		if n := t.dated(pick(t.r, "YYYY-*##", "*####", "INV-*###", "F*#####")); n != t.number {
			return n
		}
	}
}
