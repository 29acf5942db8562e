package lexicon

import (
	"slices"
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
	Piece                        // behind a number: so many pieces, or the price of one
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
	HouseFirst                   // opens the name of a house or an estate in an address
	HouseLast                    // ends such a name
	PostBox                      // stands before the number of a box at the post office
	Unended                      // no line of an address ends with it: what it names follows
	AddressLabel                 // labels an address
	TownLabel                    // labels a town or district of an address, in a list
	DateFiller                   // between the parts of a written date
	Until                        // between the first and the last day of a period
	DayCount                     // "days"
	Paying                       // of paying
	Paid                         // of having paid
	PayingStem                   // beginning of words of paying
	NotTerms                     // of complaints and returns
	Settling                     // of payment terms without a number
	MonthEnd                     // counts terms of payment from the end of a month, or from the next one
	Undeducted                   // says that nothing is taken off for paying early
	PeriodJoiner                 // between the days of a statement's period
	DebitMark                    // behind an amount: taken off
	CreditMark                   // behind an amount: added
	LedgerDay                    // opens the heading of a column of days
	BeforeDay                    // of a balance: its day follows
	Department                   // a whole line of an address block: whose desk in the company
	Branch                       // opens the line of an address block that says which of a company's places
	Seat                         // announces the address that a company is registered with
	TradeNameOf                  // between a trade name and the company that bears it
	Subject                      // labels what a letter is about
	Since                        // before a year: how long there has been a company
	PartyAside                   // opens a line of an address block that is no part of it
	Salutation                   // opens the name of a person
	Degree                       // opens it, too
	Household                    // opens the name of a family
	AtHome                       // opens the line of an address that says at whose home
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
	ReferenceWord                // a reference, of which nobody says whose
	Yours                        // in a label: what it announces is the customer's
	lists
)

// source is where a list stands.
type source struct{ kind, group string }

func sources() [lists]source {
	return [lists]source{
		Connective: {"grammar", "connective"}, Joining: {"grammar", "joining"}, NameJoiner: {"grammar", "nameJoiner"},
		NumberWord: {"grammar", "number"}, Per: {"grammar", "per"}, Piece: {"grammar", "piece"},
		Yes: {"grammar", "yes"}, No: {"grammar", "no"},
		TaxIncluded: {"sums", "taxIncluded"}, TaxExcluded: {"sums", "taxExcluded"}, SumFiller: {"sums", "filler"},
		CurrencyWord: {"sums", "currencyWord"}, DiscountStem: {"sums", "discountStem"},
		DiscountWord: {"sums", "discountWord"},
		HeadingJoin:  {"columns", "qualifier"},
		LegalForm:    {"companies", "legalForm"}, BankPart: {"companies", "bankPart"},
		BankPhrase: {"companies", "bankPhrase"},
		BankFirst:  {"companies", "bankFirst"}, BankAside: {"companies", "bankAside"},
		Street: {"addresses", "street"}, StreetEnding: {"addresses", "streetEnding"},
		HouseFirst: {"addresses", "houseFirst"}, HouseLast: {"addresses", "houseLast"},
		PostBox: {"addresses", "postBox"}, Unended: {"addresses", "unended"}, AddressLabel: {"addresses", "label"},
		TownLabel:  {"addresses", "townLabel"},
		DateFiller: {"dates", "filler"}, Until: {"dates", "until"},
		DayCount: {"payment", "day"}, Paying: {"payment", "paying"}, Paid: {"payment", "paid"},
		PayingStem: {"payment", "stem"},
		NotTerms:   {"payment", "notTerms"}, Settling: {"payment", "settling"},
		MonthEnd:     {"payment", "monthEnd"},
		Undeducted:   {"payment", "undeducted"},
		PeriodJoiner: {"ledger", "joiner"}, DebitMark: {"ledger", "debitMark"}, CreditMark: {"ledger", "creditMark"},
		LedgerDay: {"ledger", "day"}, BeforeDay: {"ledger", "beforeDay"},
		Department: {"parties", "department"}, Branch: {"parties", "branch"},
		Seat: {"parties", "seat"}, Since: {"parties", "since"},
		TradeNameOf: {"parties", "tradeNameOf"}, Subject: {"parties", "subject"},
		PartyAside: {"parties", "aside"}, Salutation: {"parties", "salutation"}, CareOf: {"parties", "careOf"},
		Degree: {"parties", "degree"}, Household: {"parties", "household"}, AtHome: {"parties", "atHome"},
		NameLabel: {"parties", "nameLabel"}, WebLabel: {"parties", "web"},
		Registration: {"parties", "registration"}, ShopRegistration: {"parties", "shopRegistration"},
		BeforeName: {"parties", "beforeName"}, OwnedBy: {"parties", "ownedBy"},
		FreightStem: {"sums", "freightStem"}, NoSeries: {"grammar", "noSeries"},
		ReferenceWord: {"grammar", "reference"}, Yours: {"grammar", "yours"},
		Title: {"titles", "title"}, NoName: {"titles", "noName"},
	}
}

// There are no more lists than bits in a mask, or this does not compile.
const _ = uint(maskWords*wordBits - lists)

// mask says which lists hold a word: a bit for each.
type mask [maskWords]uint64

const (
	maskWords = 2
	wordBits  = 64
)

func (m mask) has(l List) bool { return m[l/wordBits]&(1<<(l%wordBits)) != 0 }

func (m mask) with(l List) mask {
	m[l/wordBits] |= 1 << (l % wordBits)
	return m
}

func (m mask) compare(o mask) int { return slices.Compare(m[:], o[:]) }

// listTable has the words of all lists.
type listTable struct {
	words table // numbers in masks
	masks []mask
	all   [lists][]string
}

// wordLists are read once, then not changed.
//
//nolint:gochecknoglobals // see above
var wordLists = sync.OnceValue(func() *listTable {
	r := section(sectionLists)
	l := &listTable{words: r.table(), masks: readList(r, r.mask)}
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
	return ok && all.masks[n].has(l)
}

// Begins reports whether a folded word begins with one of the list's, as of a list of stems.
func (l List) Begins(word string) bool {
	return slices.ContainsFunc(l.All(), func(stem string) bool { return strings.HasPrefix(word, stem) })
}

// Opens returns of how many words the longest phrase of the list is with which folded words begin, up
// to so many; 0 if they begin with none.
func (l List) Opens(words []string, longest int) int {
	for n := min(longest, len(words)); n > 0; n-- {
		if l.Has(strings.Join(words[:n], " ")) {
			return n
		}
	}
	return 0
}

// Within reports whether a phrase of the list, of up to so many words, stands among folded words.
func (l List) Within(words []string, longest int) bool {
	for i := range words {
		if l.Opens(words[i:], longest) > 0 {
			return true
		}
	}
	return false
}

// All returns the folded words of the list, sorted.
func (l List) All() []string { return wordLists().all[l] }
