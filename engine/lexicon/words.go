package lexicon

import (
	"strings"
	"sync"
)

// List is a list of words or phrases of all languages that steer one rule.
type List int

// Lists, by the file and the group that they stand in.
const (
	Connective       List = iota // joins the parts of a label: "numéro de facture"
	Joining                      // stands between two words of a name
	NameJoiner                   // makes the next word part of the name before it
	NumberWord                   // says that a number follows
	Per                          // stands between a price and the number of units
	Yes                          // answers
	No                           // answers
	TaxIncluded                  // behind the label of a sum: with tax
	TaxExcluded                  // behind the label of a sum: without tax
	SumFiller                    // behind the label of a sum: says nothing
	CurrencyWord                 // a currency's code or sign, folded
	DiscountStem                 // part of words for a discount
	DiscountWord                 // short words for a discount
	HeadingJoin                  // joins the next word to the heading of a column
	LegalForm                    // ends a company's name; without spaces
	BankPart                     // beginning or end of a word in a bank's name
	BankPhrase                   // in a bank's name
	BankFirst                    // opens a bank's name, with another word behind it
	BankAside                    // beside a word for bank: speaks of its papers and services
	Street                       // in the name of a street or building
	StreetEnding                 // ends the name of a street
	DateFiller                   // between the parts of a written date
	Until                        // between the first and the last day of a period
	DayCount                     // "days"
	Paying                       // of paying
	Paid                         // of having paid
	PayingStem                   // beginning of words of paying
	NotTerms                     // of complaints and returns
	Settling                     // of payment terms without a number
	PeriodJoiner                 // between the days of a statement's period
	DebitMark                    // behind an amount: taken off
	CreditMark                   // behind an amount: added
	LedgerDay                    // opens the heading of a column of days
	BeforeDay                    // of a balance: its day follows
	PartyAside                   // opens a line of an address block that is no part of it
	Salutation                   // opens the name of a person
	CareOf                       // opens the line of a person, in two words
	NameLabel                    // labels a party's name
	WebLabel                     // announces a web address
	Registration                 // opens a line of a company's or tax number; lower case
	ShopRegistration             // the same at the head of a receipt
	BeforeName                   // stands between a party's heading and its name
	OwnedBy                      // says whose a shop is
	FreightStem                  // part of words for a charge for transport
	NoSeries                     // before a number, and not the name of its series
	Title                        // titles of documents
	NoName                       // other lines that name no party
	lists
)

// source is where a list stands.
type source struct{ kind, group string }

func sources() [lists]source {
	return [lists]source{
		Connective: {"grammar", "connective"}, Joining: {"grammar", "joining"}, NameJoiner: {"grammar", "nameJoiner"},
		NumberWord: {"grammar", "number"}, Per: {"grammar", "per"}, Yes: {"grammar", "yes"}, No: {"grammar", "no"},
		TaxIncluded: {"sums", "taxIncluded"}, TaxExcluded: {"sums", "taxExcluded"}, SumFiller: {"sums", "filler"},
		CurrencyWord: {"sums", "currencyWord"}, DiscountStem: {"sums", "discountStem"},
		DiscountWord: {"sums", "discountWord"},
		HeadingJoin:  {"columns", "qualifier"},
		LegalForm:    {"companies", "legalForm"}, BankPart: {"companies", "bankPart"},
		BankPhrase: {"companies", "bankPhrase"},
		BankFirst:  {"companies", "bankFirst"}, BankAside: {"companies", "bankAside"},
		Street: {"addresses", "street"}, StreetEnding: {"addresses", "streetEnding"},
		DateFiller: {"dates", "filler"}, Until: {"dates", "until"},
		DayCount: {"payment", "day"}, Paying: {"payment", "paying"}, Paid: {"payment", "paid"},
		PayingStem: {"payment", "stem"},
		NotTerms:   {"payment", "notTerms"}, Settling: {"payment", "settling"},
		PeriodJoiner: {"ledger", "joiner"}, DebitMark: {"ledger", "debitMark"}, CreditMark: {"ledger", "creditMark"},
		LedgerDay: {"ledger", "day"}, BeforeDay: {"ledger", "beforeDay"},
		PartyAside: {"parties", "aside"}, Salutation: {"parties", "salutation"}, CareOf: {"parties", "careOf"},
		NameLabel: {"parties", "nameLabel"}, WebLabel: {"parties", "web"},
		Registration: {"parties", "registration"}, ShopRegistration: {"parties", "shopRegistration"},
		BeforeName: {"parties", "beforeName"}, OwnedBy: {"parties", "ownedBy"},
		FreightStem: {"sums", "freightStem"}, NoSeries: {"grammar", "noSeries"},
		Title: {"titles", "title"}, NoName: {"titles", "noName"},
	}
}

// listTable has the words of all lists.
type listTable struct {
	words table    // numbers in masks
	masks []uint64 // of lists that hold a word: a bit for each
	all   [lists][]string
}

// wordLists are read once, then not changed.
//
//nolint:gochecknoglobals // see above
var wordLists = sync.OnceValue(func() *listTable {
	r := section(sectionLists)
	l := &listTable{words: r.table(), masks: readList(r, r.bits)}
	for i := range l.all {
		l.all[i] = r.texts()
	}
	return l
})

// fold brings a phrase into the form in which the list is compared.
func (l List) fold(phrase string) string {
	switch l {
	case LegalForm:
		return Compact(phrase)
	case Per, Registration, ShopRegistration: // signs and dots count
		return strings.ToLower(phrase)
	}
	return Fold(phrase)
}

// Has reports whether the list holds a folded word or phrase; LegalForm wants it
// without spaces (see Compact).
func (l List) Has(word string) bool {
	all := wordLists()
	n, ok := all.words.find(word)
	return ok && all.masks[n]&(1<<l) != 0
}

// All returns the folded words of the list, sorted.
func (l List) All() []string { return wordLists().all[l] }
