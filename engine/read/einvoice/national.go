package einvoice

import (
	"strings"

	"github.com/shopspring/decimal"
)

// nationalFormat is where a national format has the business terms, as paths from the element of the first document,
// of parties from the root. "a|b" is the first of the paths with a text, "a+b" both: texts are joined, amounts added.
// "*" is an element of any name, "@a" an attribute.
type nationalFormat struct {
	syntax                               Syntax
	document                             string // path from the root
	number, issued, due, currency        string
	typeCode, order, terms, account, bic string
	creditCode                           string // type codes that begin with it are credit notes
	countryOfAccounts                    string // of accounts without a country
	totals                               totalPaths
	seller, buyer                        string // the elements of the parties
	party                                partyPaths
	tax                                  taxPaths
	line                                 linePaths
}

type totalPaths struct {
	lines, allowances, charges, net, tax, gross, paid, withheld, rounding, due string
}

type partyPaths struct{ name, vatID, taxNumber, street, postCode, city, region, phone, email string }

type taxPaths struct {
	at, rate, base, amount, category string
	hasFractions                     bool // rates are fractions of one
}

type linePaths struct {
	at, id, name, code, quantity, unit, price, base, net, rate string
	adjusted                                                   string // what a line has whose amount is adjusted
}

// readNational reads a document of a national format.
func readNational(root *node, f *nationalFormat) *Invoice {
	first := root
	if f.document != "" {
		first = root.first(f.document)
	}
	d := &Invoice{
		Number: first.textOf(f.number), TypeCode: first.textOf(f.typeCode), Currency: first.textOf(f.currency),
		Issued: parseDate(first.textOf(f.issued), ""), Due: parseDate(first.textOf(f.due), ""),
		PurchaseOrder: first.textOf(f.order), Terms: first.textOf(f.terms), Type: TypeInvoice,
		Seller: nationalParty(root.first(f.seller), f.party), Buyer: nationalParty(root.first(f.buyer), f.party),
	}
	if f.creditCode != "" && strings.HasPrefix(d.TypeCode, f.creditCode) {
		d.Type = TypeCreditNote
	}
	for _, account := range first.textsOf(f.account) {
		if c := account[0]; '0' <= c && c <= '9' {
			account = f.countryOfAccounts + account
		}
		d.Payments = append(d.Payments, PaymentMeans{Account: account, BIC: first.textOf(f.bic)})
	}
	t := f.totals
	d.Totals = Totals{
		Lines: first.sumAt(t.lines), Allowances: first.sumAt(t.allowances), Charges: first.sumAt(t.charges),
		Net: first.sumAt(t.net), Tax: first.sumAt(t.tax), Gross: first.sumAt(t.gross), Paid: first.sumAt(t.paid),
		Rounding: sumOf(first.sumAt(t.rounding), negated(first.sumAt(t.withheld))), Due: first.sumAt(t.due),
	}.settled(Decimal{}, false)
	for _, n := range first.all(f.tax.at) {
		rate := parseDecimal(n.textOf(f.tax.rate))
		if f.tax.hasFractions {
			rate.Value = rate.Value.Shift(2)
		}
		d.Taxes = append(d.Taxes, Tax{Base: n.sumAt(f.tax.base), Amount: n.sumAt(f.tax.amount), Rate: rate,
			Category: n.textOf(f.tax.category)})
	}
	for _, n := range first.all(f.line.at) {
		d.Lines = append(d.Lines, nationalLine(n, f.line))
	}
	return d
}

func nationalParty(n *node, p partyPaths) Party {
	party := Party{
		Name: n.textOf(p.name), VATID: n.textOf(p.vatID), TaxNumber: n.textOf(p.taxNumber),
		Address: Address{Lines: n.textsOf(p.street), PostCode: n.textOf(p.postCode), City: n.textOf(p.city),
			Subdivision: n.textOf(p.region)},
		Contact: Contact{Phone: n.textOf(p.phone), Email: n.textOf(p.email)},
	}
	if strings.Trim(party.VATID, "0") == "" { // ebInterface: has none
		party.VATID = ""
	}
	return party
}

func nationalLine(n *node, p linePaths) Line {
	line := Line{
		ID: n.textOf(p.id), Name: n.textOf(p.name), SellerID: n.textOf(p.code), Net: n.sumAt(p.net),
		Quantity: Quantity{Decimal: parseDecimal(n.textOf(p.quantity)), Unit: n.textOf(p.unit)},
		Price:    parseDecimal(n.textOf(p.price)), PriceBase: Quantity{Decimal: parseDecimal(n.textOf(p.base))},
		TaxRate: parseDecimal(n.textOf(p.rate)),
	}
	if n.textOf(p.adjusted) != "" && line.Quantity.Known() && line.Price.Known() && line.Net.Known() {
		base := line.PriceBase.Value
		if base.IsZero() {
			base = decimal.NewFromInt(1)
		}
		difference := line.Net.Value.Sub(line.amount(base)).Round(2)
		line.Adjustments = []Adjustment{{Charge: difference.IsPositive(),
			Amount: Decimal{Text: difference.Abs().String(), Value: difference.Abs()}}}
	}
	return line
}

// textsOf returns the texts at the first of several paths that has any; see nationalFormat.
func (n *node) textsOf(paths string) []string {
	for alternative := range strings.SplitSeq(paths, "|") {
		var out []string
		for path := range strings.SplitSeq(alternative, "+") {
			path, attribute, isAttribute := strings.Cut(path, "@")
			if !isAttribute {
				out = append(out, n.texts(path)...)
				continue
			}
			owners := []*node{n}
			if path != "" {
				owners = n.all(strings.TrimSuffix(path, "/"))
			}
			for _, o := range owners {
				if text := o.attr(attribute); text != "" {
					out = append(out, text)
				}
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// textOf returns the text at paths. Of equal elements it is the first.
func (n *node) textOf(paths string) string {
	texts := n.textsOf(paths)
	if !strings.Contains(paths, "+") {
		texts = texts[:min(len(texts), 1)]
	}
	return strings.Join(texts, " ")
}

// sumAt adds the numbers at paths.
func (n *node) sumAt(paths string) Decimal {
	var numbers []Decimal
	for _, text := range n.textsOf(paths) {
		numbers = append(numbers, parseDecimal(text))
	}
	return sumOf(numbers...)
}
