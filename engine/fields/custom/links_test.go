package custom_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/libs/assert"
)

// TestLabelPlaces draws lines of cells, each 150 points wide, and looks for one value.
func TestLabelPlaces(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ property, page, want string }{
		"longer label":            {`"sponsor":{"type":"string"}`, "Sponsor Code", ""},
		"longer label with value": {`"sponsor":{"type":"string"}`, "Sponsor Code | 1239", ""},
		"whole label preferred": {`"sponsor":{"type":"string"}`,
			"Sponsor Code | Region\n1239 | North 4\n\nSponsor\nOak & Sons", "Oak & Sons"},
		"heading beside a label": {`"sponsor":{"type":"string"}`,
			"Sponsor | Original Date\nOak & Sons | 2 May 2031", "Oak & Sons"},
		"heading beside a number's heading": {`"sponsor":{"type":"string"}`, "Sponsor | Zyx\nOak & Sons | 4711",
			"Oak & Sons"},
		"two labels with a slash": {`"permitNumber":{"type":"string","description":"Permit number, permit"}`,
			"Permit / Revision | Order\n1528945 / | 7", "1528945"},
		"first day": {`"stayFrom":{"type":"string","format":"date","description":"Stay dates"}`,
			"Stay dates\n2 May 2031 - 9 May 2031", "2031-05-02"},
		"last day": {`"stayTo":{"type":"string","format":"date","description":"Stay dates"}`,
			"Stay dates\n2 May 2031 - 9 May 2031", "2031-05-09"},
		"first day of a period": {`"stayFrom":{"type":"string","format":"date"}`,
			"Billing period: | 2 May 2031 - 9 May 2031", "2031-05-02"},
		"last day of a period": {`"validTo":{"type":"string","format":"date"}`,
			"Period | 2 May 2031 - 9 May 2031", "2031-05-09"},
		"one day is no period": {`"validTo":{"type":"string","format":"date"}`, "Period | 2 May 2031", ""},
		"number below another heading": {`"sponsor":{"type":"string"}`,
			"Dates | Sponsor | Zyx\n2 May 2031 | Oak & Sons of Hatfield Road in Essex | 4711", "Oak & Sons of Hatfield Road in Essex"},
		"heading of a row of headings": {`"sponsoringCompanyFullName":{"type":"string"}`,
			"Delivery date | Sponsoring Company Full Name | Zyx #\n2 May 2031 | 58 | 377", "58"},
		"below the heading of another": {`"buyerCity":{"type":"string"},"sellerCity":{"type":"string"}`,
			"Buyer\nCity: | Ulm\nSeller\nTown: | Hull", "Ulm"},
		"label's word in its value": {`"street":{"type":"string","description":"Rue"}`,
			"Rue | rue des Tilleuls\nCode postal | 63000", "rue des Tilleuls"},
		"list of labels in one cell": {`"city":{"type":"string"}`, "City, State (if any) | Ulm", "Ulm"},
		"letter before the question": {`"interest":{"type":"number"}`, "b | Interest | 2b | 312.00", "312.00"},
		"number of the question":     {`"wages":{"type":"number"}`, "2a Wages | 2a | 312.00", "312.00"},
		"no digits in a number":      {`"passportNumber":{"type":"string"}`, "Passport number | see below", ""},
		"a sentence": {`"sponsor":{"type":"string"}`,
			"Sponsor\nto be found on the second page of this form", ""},
		"the end of a sentence": {`"sponsor":{"type":"string"}`,
			"Sponsor | rents North Hall 65, Hatfield Road, since May 2024. The rent is due", ""},
		"alternative words": {`"x":{"type":"string","format":"date","description":"permit or licence date"}`,
			"Permit date: | 2 May 2031", "2031-05-02"},
		"sum of a column": {`"grossAmount":{"type":"number"}`,
			"Month | Gross Amount\nMay | 8,555.00\nJune | 22,635.00\nTotal | 31,190.00", "31190.00"},
	} {
		s := sheettest.A4()
		for y, line := range strings.Split(c.page, "\n") {
			for x, text := range strings.Split(line, " | ") {
				s.Put(50+150*float64(x), 60+12*float64(y), 9, text)
			}
		}
		got := ""
		for _, v := range wanted(t, sheettest.Bind(s), c.property).Scalars {
			got = v.Value
		}
		assert.Equal(t, got, c.want, name)
	}
}

// TestSharedValue asks for one value by two and by three properties.
func TestSharedValue(t *testing.T) {
	t.Parallel()
	const sure = 0.8
	all := []string{`"a":{"type":"number","x-labels":"Weight"}`, `"b":{"type":"number","x-labels":"Weight"}`,
		`"c":{"type":"number","x-labels":"Weight"}`}
	for n, isSure := range map[int]bool{2: true, 3: false} {
		set := page(t, strings.Join(all[:n], ","), "Weight: 85.50")
		if got := set.Scalars["a"].Score; got >= sure != isSure {
			t.Errorf("%d properties: certainty %.2f", n, got)
		}
	}
}

func TestQuestionNumbers(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	for i, box := range []string{"1 Rents and royalties", "4 Federal income tax withheld", "10 Crop insurance proceeds",
		"15 State tax withheld by the payer", "16 State income of the recipient", "17 Local income of the recipient"} {
		s.Put(50+250*float64(i%2), 100+36*float64(i/2), 7, box)
	}
	s.Put(60, 111, 10, "1,250.00")
	sheettest.Expect(t, "form", wanted(t, sheettest.Bind(s), `"rents":{"type":"number","description":"Rents and royalties"},
		"incomeTaxWithheld":{"type":"number","description":"Federal income tax withheld"},
		"cropInsurance":{"type":"number","description":"Crop insurance proceeds"},
		"stateIncome":{"type":"number","description":"State income"}`), "rents=1250.00")
}

func TestSentences(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Column(50, 60, 9, "This agreement is made between Ada Oak (the landlord) and Ines Varga (the tenant). The",
		"monthly rent is EUR 1,250.00, payable in advance. The tenant pays a deposit of EUR 2,500.00. The",
		"lease begins on 4 March 2031 and may be ended by either party.")
	sheettest.Expect(t, "contract", wanted(t, sheettest.Bind(s), `"landlord":{"type":"string"},"tenant":{"type":"string"},
		"monthlyRent":{"type":"number"},"deposit":{"type":"number"},"leaseStart":{"type":"string","format":"date"},
		"vesselName":{"type":"string"},"departureDate":{"type":"string","format":"date"}`),
		"landlord=Ada Oak", "tenant=Ines Varga", "monthlyRent=1250.00", "deposit=2500.00", "leaseStart=2031-03-04")
}

// A party may be before a comma, an address may cross a line, and the only date in sentences is that of the schema.
func TestContractInAnotherLanguage(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Column(50, 60, 9, "Entre Ada Charme, ci-après le bailleur, et Ines Varga, ci-après le locataire, il a été",
		"convenu ce qui suit. Le bailleur loue au locataire le logement situé rue du Moulin 12, Saint-",
		"Aubin. Le bail prend effet le 04/03/2031. Le loyer mensuel est fixé à 1 250,00 €. Les animaux",
		"ne sont pas admis.")
	sheettest.Expect(t, "contract", wanted(t, sheettest.Bind(s), `"landlord":{"type":"string"},"tenant":{"type":"string"},
		"address":{"type":"string","description":"Address of the dwelling"},"monthlyRent":{"type":"number"},
		"startDate":{"type":"string","format":"date"},
		"petsAllowed":{"type":"boolean","description":"Whether pets are allowed"},
		"smokingAllowed":{"type":"boolean"}`), "landlord=Ada Charme", "tenant=Ines Varga", "petsAllowed=false",
		"address=rue du Moulin 12, Saint-Aubin", "monthlyRent=1250.00", "startDate=2031-03-04")
}

// If most properties have labels, cells that mean only about the same announce the others.
func TestLabelsOfAboutTheSameMeaning(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Column(50, 60, 9, "Policy number: AB7623156", "Policy holder: Ada Oak", "Beginn: 13.01.2031", "Ablauf: 12.01.2032")
	sheettest.Expect(t, "policy", wanted(t, sheettest.Bind(s), `"policyNumber":{"type":"string"},
		"policyHolder":{"type":"string"},"validFrom":{"type":"string","format":"date","description":"First day of cover"},
		"validTo":{"type":"string","format":"date","description":"Last day of cover"}`),
		"policyNumber=AB7623156", "policyHolder=Ada Oak", "validFrom=2031-01-13", "validTo=2032-01-12")
}

// TestFilledForm draws answers in larger print, above or below their questions, and leaves one question unanswered.
func TestFilledForm(t *testing.T) {
	t.Parallel()
	const schema = `"lastName":{"type":"string"},"firstName":{"type":"string"},"town":{"type":"string"},
		"region":{"type":"string"},"taxClass":{"type":"string"}`
	want := []string{"lastName=Okafield", "firstName=Ines", "town=Hull", "region=North"}
	for place, shift := range map[string]float64{"above": -13, "below": 10} {
		s := sheettest.A4()
		for i, q := range [][]string{{"Last name", "Okafield"}, {"First name", "Ines"}, {"Town", "Hull"},
			{"Region", "North"}, {"Tax class"}, {"Remarks"}} {
			x, y := 50+200*float64(i%2), 100+26*float64(i/2)
			s.Put(x, y, 7, q[0])
			if len(q) > 1 {
				s.Put(x, y+shift, 10, q[1])
			}
		}
		doc := sheettest.Bind(s)
		sheettest.Expect(t, place, wanted(t, doc, schema), want...)
		sheettest.Expect(t, place+", scanned", wanted(t, sheettest.Scanned(doc, 0.9), schema), want...)
	}
}

// TestAnswersInBoxes draws a form with its answers below small questions, in boxes that have room for more.
func TestAnswersInBoxes(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	for _, q := range []struct {
		x, y, shift      float64
		question, answer string
	}{
		{50, 100, 0, "Your first name", "Pella"},
		{250, 100, 0, "Your last name", "Strand"},
		{50, 126, 0, "Spouse's first name", ""},
		{250, 126, 0, "Spouse's last name", ""},
		{50, 152, 0, "Home address (number and street). If you have a P.O. box, see the instructions of this form.",
			"12 Mallow Road"},
		{50, 178, 0, "Town", "Hull"},
		{250, 178, 22, "State", "OH"}, // in the middle of its box
	} {
		s.Put(q.x, q.y, 7, q.question)
		if q.answer != "" {
			s.Put(q.x+q.shift, q.y+10, 10, q.answer)
		}
	}
	s.Put(50, 230, 7, "Purpose")
	s.Put(80, 228, 5, "2")
	s.Put(100, 230, 10, "Repairs of the roof")
	s.Put(50, 260, 7, "Reason")
	for x := 90.0; x < 200; x += 12 {
		s.Put(x, 260, 7, ".")
	}
	s.Put(210, 260, 10, "Storm")
	s.Put(50, 290, 7, "Height:")
	s.Put(250, 290, 7, "or")
	sheettest.Expect(t, "form", wanted(t, sheettest.Bind(s), `"firstName":{"type":"string"},"lastName":{"type":"string"},
		"spouseFirstName":{"type":"string"},"spouseLastName":{"type":"string"},
		"street":{"type":"string","description":"Home address"},"town":{"type":"string"},"state":{"type":"string"},
		"purpose":{"type":"string"},"reason":{"type":"string"},"height":{"type":"string"}`),
		"firstName=Pella", "lastName=Strand", "street=12 Mallow Road", "town=Hull", "state=OH",
		"purpose=Repairs of the roof", "reason=Storm")
}

// The heading above a question decides whose question it is, also if only the other one is answered. A label with a
// colon may have its answer on the next line.
func TestColumnsWithHeadings(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	for i, heading := range []string{"Giving person", "Taking person"} {
		x := 50 + 250*float64(i)
		s.Put(x, 80, 12, heading)
		s.Put(x, 110, 8, "Town:")
		s.Put(x, 140, 8, "Street and number:")
		s.Put(x, 200, 8, "Country:")
	}
	s.Put(90, 110, 10, "Hull")
	s.Put(52, 160, 10, "Mallow Road 9")
	s.Put(100, 200, 10, "Malta")
	sheettest.Expect(t, "columns", wanted(t, sheettest.Bind(s),
		`"town":{"type":"string","description":"Town of the giving person"},
		"street":{"type":"string","description":"Street and number"},
		"country":{"type":"string","description":"Country of the giving person"},
		"takerTown":{"type":"string","description":"Town of the taking person"}`),
		"town=Hull", "street=Mallow Road 9", "country=Malta")
}

// TestTypewriter draws a scanned answer with a typewriter's spaces, wide and very wide, and one at the right end of its
// box.
func TestTypewriter(t *testing.T) {
	t.Parallel()
	for space, width := range map[string]float64{"wide": 7, "very wide": 10.5} {
		s := sheettest.A4()
		s.Put(50, 100, 10, "1. Name of registrant")
		s.Put(300, 100, 10, "2. Registration No.")
		x := 60.0
		for _, word := range []string{"SCOTTISH", "DEVELOPMENT", "AGENCY"} {
			s.Put(x, 130, 10, word)
			for range word {
				x += 5
			}
			x += width * 0.7
		}
		s.Put(420, 130, 10, "3013")
		sheettest.Expect(t, space, wanted(t, sheettest.Scanned(sheettest.Bind(s), 0.9),
			`"registrantName":{"type":"string","description":"Name of registrant"},
			"registrationNumber":{"type":"string","description":"Registration No."}`),
			"registrantName=SCOTTISH DEVELOPMENT AGENCY", "registrationNumber=3013")
	}
}

func TestLabelVariants(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(50, 80, 10, "Abtretende Person")
	s.Put(300, 80, 10, "Empfangende Person")
	s.Put(50, 110, 10, "Vomame:")
	s.Put(120, 110, 10, "Ada")
	s.Put(300, 110, 10, "Vorname:")
	s.Put(370, 110, 10, "Benno")
	s.Put(50, 140, 10, "Name(n) des Eigners:")
	s.Put(200, 140, 10, "Ines Varga")
	sheettest.Expect(t, "misread, headed, with endings", wanted(t, sheettest.Scanned(sheettest.Bind(s), 0.9),
		`"giver":{"type":"string","description":"Vorname der abtretenden Person"},
		"taker":{"type":"string","description":"Vorname der empfangenden Person"},
		"owner":{"type":"string","description":"Name des Eigners"}`), "giver=Ada", "taker=Benno", "owner=Ines Varga")
}
