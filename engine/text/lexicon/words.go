package lexicon

import (
	"slices"
	"strings"
	"sync"
)

// List is a list of words or phrases of all languages for one rule.
type List int

// Lists, by file and group.
const (
	Connective       List = iota // joins the parts of a label: "numéro de facture"
	Joining                      // between two words of a name
	NameJoiner                   // joins the next word to the name before it
	NumberWord                   // a number follows
	Per                          // between a price and the number of units
	Piece                        // after a number: a count of pieces, or the price per piece
	Yes                          // the answer yes
	No                           // the answer no
	TaxIncluded                  // after the label of a total: with tax
	TaxExcluded                  // after the label of a total: without tax
	SumFiller                    // after the label of a total: no meaning
	CurrencyWord                 // a currency's code or sign, folded
	DiscountStem                 // part of words for a discount
	DiscountWord                 // short words for a discount
	HeadingJoin                  // joins the next word to a column heading
	LegalForm                    // ends a company's name; without spaces
	BankPart                     // beginning or end of a word in a bank's name
	BankPhrase                   // in a bank's name
	BankFirst                    // opens a bank's name, with another word after it
	BankAside                    // next to a word for bank: means its documents and services
	Street                       // in the name of a street or building
	StreetEnding                 // ends the name of a street
	HouseFirst                   // opens the name of a house or an estate in an address
	HouseLast                    // ends the name of a house or an estate
	PostBox                      // before the number of a post office box
	Unended                      // cannot end an address line: a name follows
	DateFiller                   // between the parts of a written date
	Until                        // between the first and the last day of a period
	DayCount                     // "days"
	Paying                       // a word for paying
	Paid                         // a word for paid
	PayingStem                   // the beginning of words for paying
	NotTerms                     // of complaints and returns, not of payment terms
	Settling                     // of payment terms without a number
	MonthEnd                     // counts terms of payment from the end of a month, or from the next one
	EndOfMonth                   // phrases: from the end of the month of issue
	NextMonth                    // of a month after that of issue
	AtOnce                       // phrases: the sum is due when the document arrives
	Latest                       // before the last day of payment
	Instalment                   // the beginning of words for parts of a sum that are due on several days
	Undeducted                   // no discount for early payment
	PeriodJoiner                 // between the days of a statement's period
	DebitMark                    // after an amount: debit
	CreditMark                   // after an amount: credit
	CardTitle                    // opens a line that only statements of credit cards have
	DebitTitle                   // in the title of a part of a statement: debits
	CreditTitle                  // in the title of a part of a statement: credits
	LedgerSide                   // opens the heading of a column of kinds of bookings
	LedgerDay                    // opens the heading of a date column
	BeforeDay                    // of a balance: its date follows
	Department                   // a whole line of an address block: a department of the company (for training data)
	PartyAside                   // opens a line of an address block that belongs to no party
	Salutation                   // opens the name of a person
	AtHome                       // opens an address line that names the person living there
	CareOf                       // opens the line of a person, in two words
	NameLabel                    // labels a party's name
	WebLabel                     // announces a web address
	Registration                 // opens a line with a company or tax number; lower case
	ShopRegistration             // the same at the head of a receipt
	BeforeName                   // between a party's heading and its name
	OwnedBy                      // names the owner of a shop
	FreightStem                  // part of words for shipping charges
	NoSeries                     // before a number, but not the name of its series
	Title                        // titles of documents
	NoName                       // other lines that are no party name
	ReferenceWord                // a reference of an unspecified party
	Yours                        // in a label: the value belongs to the customer
	Signature                    // at the place of a signature
	Undersigned                  // in a sentence: the person who signs
	Office                       // of a person: the position in an organization
	Negation                     // denies a sentence: "not", "prohibited"
	Relative                     // begins a clause about the word before it: "whose"
	lists
)

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
		PostBox: {"addresses", "postBox"}, Unended: {"addresses", "unended"},
		DateFiller: {"dates", "filler"}, Until: {"dates", "until"},
		DayCount: {"payment", "day"}, Paying: {"payment", "paying"}, Paid: {"payment", "paid"},
		PayingStem: {"payment", "stem"},
		NotTerms:   {"payment", "notTerms"}, Settling: {"payment", "settling"},
		MonthEnd:   {"payment", "monthEnd"},
		EndOfMonth: {"payment", "endOfMonth"}, NextMonth: {"payment", "nextMonth"}, AtOnce: {"payment", "atOnce"},
		Latest: {"payment", "latest"}, Instalment: {"payment", "instalment"},
		Undeducted:   {"payment", "undeducted"},
		PeriodJoiner: {"ledger", "joiner"}, DebitMark: {"ledger", "debitMark"}, CreditMark: {"ledger", "creditMark"},
		CardTitle: {"ledger", "card"}, DebitTitle: {"ledger", "debitTitle"}, CreditTitle: {"ledger", "creditTitle"},
		LedgerSide: {"ledger", "side"}, LedgerDay: {"ledger", "day"}, BeforeDay: {"ledger", "beforeDay"},
		Department: {"parties", "department"},
		PartyAside: {"parties", "aside"}, Salutation: {"parties", "salutation"}, CareOf: {"parties", "careOf"},
		AtHome:    {"parties", "atHome"},
		NameLabel: {"parties", "nameLabel"}, WebLabel: {"parties", "web"},
		Registration: {"parties", "registration"}, ShopRegistration: {"parties", "shopRegistration"},
		BeforeName: {"parties", "beforeName"}, OwnedBy: {"parties", "ownedBy"},
		FreightStem: {"sums", "freightStem"}, NoSeries: {"grammar", "noSeries"},
		ReferenceWord: {"grammar", "reference"}, Yours: {"grammar", "yours"},
		Title: {"titles", "title"}, NoName: {"titles", "noName"},
		Signature: {"signing", "signature"}, Undersigned: {"signing", "undersigned"}, Office: {"signing", "office"},
		Negation: {"grammar", "negation"}, Relative: {"grammar", "relative"},
	}
}

// A mask needs a bit for each list; otherwise this does not compile.
const _ = uint(maskWords*wordBits - lists)

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

type listTable struct {
	words table // numbers in masks
	masks []mask
	all   [lists][]string
}

// wordLists are read once and then not changed.
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

// fold normalizes a phrase to the form that the list is compared in.
func (l List) fold(phrase string) string {
	switch l {
	case LegalForm:
		return Compact(phrase)
	case Per, Registration, ShopRegistration: // signs and dots count
		return strings.ToLower(phrase)
	}
	return Fold(phrase)
}

// Has reports whether the list holds a folded word or phrase. LegalForm needs it without spaces (see Compact).
func (l List) Has(word string) bool {
	all := wordLists()
	n, ok := all.words.find(word)
	return ok && all.masks[n].has(l)
}

// Begins reports whether a folded word begins with a word of the list, such as a stem.
func (l List) Begins(word string) bool {
	return slices.ContainsFunc(l.All(), func(stem string) bool { return strings.HasPrefix(word, stem) })
}

// Opens returns the number of words of the longest phrase in the list that folded words begin with, up to longest, or
// 0 if there is none.
func (l List) Opens(words []string, longest int) int {
	for n := min(longest, len(words)); n > 0; n-- {
		if l.Has(strings.Join(words[:n], " ")) {
			return n
		}
	}
	return 0
}

// Within reports whether folded words contain a phrase of the list with at most longest words.
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
