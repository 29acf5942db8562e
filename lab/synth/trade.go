package synth

import (
	"strings"
	"time"

	"github.com/docmill/docmill/engine/result"
)

// designDoc composes an invoice, a credit note or an order: a head with the parties and facts, a table, totals, and a
// closing. Each part is drawn separately.
type designDoc struct {
	*composer
	flow
	docType result.DocumentType
	branch  string // of the goods; see place.goodOf
	private bool   // the customer is a person
	// The author and the recipient: vendor and customer, or the reverse for orders.
	issuer, addressee company
	bill              tradeBill

	number          string
	issued, dueDate time.Time
	facts           []fact
	style           tradeStyle
	told            map[string]bool // the printed parts of the issuer
}

type tradeStyle struct {
	head, meta, table, sums, close string
	size                           float64
	upper                          bool // labels in capitals
	colon                          string
	bold                           bool // labels in bold
	signs                          bool // amounts carry the currency's symbol
	sumSigns                       bool // totals carry it
}

func (c *composer) trade(kind result.DocumentType) {
	t := &designDoc{composer: c, docType: kind, told: map[string]bool{}}
	t.private = !t.order() && t.chance(0.25)
	t.branch = t.drawBranch()
	if t.form != "" {
		t.branch = "goods"
	}
	t.issuer, t.addressee = c.place.company(), c.place.company()
	if t.private {
		t.addressee = c.place.private()
	}
	t.drawStyle()
	t.newSheet()
	t.fillBill()
	t.drawFacts()
	t.composeHead()
	t.intro()
	t.overview()
	t.items()
	t.sums()
	t.closing()
	t.slip()
	t.finish()
	c.layout = "trade/" + t.style.head + "-" + t.style.meta
	if t.form != "" {
		c.layout += "-" + t.form
	}
}

func (t *designDoc) items() {
	if len(t.bill.lines) <= 5 && len(t.bill.taxes) == 1 && t.branch != "goods" && t.chance(0.12) {
		t.list()
		return
	}
	t.table()
}

func (t *designDoc) order() bool  { return t.docType == result.TypePurchaseOrder }
func (t *designDoc) credit() bool { return t.docType == result.TypeCreditNote }

func (t *designDoc) drawBranch() string {
	if t.order() {
		return pick(t.r, "goods", "goods", "goods", "services")
	}
	return pick(t.r, "goods", "goods", "goods", "goods", "goods", "services", "services", "services", "subscription",
		"subscription", "telecom", "utility", "hotel")
}

func (t *designDoc) drawStyle() {
	t.style = tradeStyle{
		head: pick(t.r, "left", "left", "right", "right", "centre", "footed", "window", "window", "parties",
			"parties", "form"),
		meta:  pick(t.r, "pairs", "pairs", "tabs", "tabs", "edge", "grid", "grid", "stack", "prose"),
		table: pick(t.r, "ruled", "ruled", "boxed", "plain", "lined"),
		sums:  pick(t.r, "right", "right", "right", "right", "wide", "across", "left"),
		close: pick(t.r, "footer", "footer", "block", "line"),
		size:  pick(t.r, 7.5, 8, 8.5, 9, 9, 9.5, 10, 10, 10.5, 11),
		colon: pick(t.r, ":", ":", ":", "", "", " :"),
		upper: t.chance(0.1), bold: t.chance(0.35), signs: t.chance(0.35), sumSigns: t.chance(0.65),
	}
	if t.style.head == "footed" {
		t.style.close = "footer"
	}
}

// label returns a label without its colon, in the document's case. more holds pairs of names in braces and their
// replacements.
func (t *designDoc) label(key string, more ...string) string {
	more = append([]string{"{tax}", t.place.taxName, "{cur}", t.place.symbol}, more...)
	s := strings.NewReplacer(more...).Replace(t.place.label(key))
	if t.style.upper {
		s = strings.ToUpper(s)
	}
	return s
}

// labeled returns a label with the document's colon.
func (t *designDoc) labeled(key string, more ...string) string {
	s := t.label(key, more...)
	if strings.HasSuffix(s, ":") || strings.HasSuffix(s, "#") {
		return s
	}
	return s + t.style.colon
}

// fill fills the document's values into a sentence. Credit notes refer to their invoice.
func (t *designDoc) fill(sentence string) string {
	number, day := t.number, t.dueDate
	if t.credit() {
		number, day = t.earlierNumber(), t.issued.AddDate(0, 0, -2-t.r.IntN(50))
	}
	return strings.NewReplacer("{number}", number, "{date}", t.place.date(day), "{amount}",
		t.place.money(t.bill.due)).Replace(sentence)
}
