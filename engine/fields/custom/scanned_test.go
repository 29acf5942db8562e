package custom_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result/value"
)

// scanned reads a recognized page of printed words. Words after a "~" are typed: as far apart as letters are wide.
// Lines in angle brackets are not shown. A column is 60 points wide.
func scanned(t *testing.T, properties string, rows ...string) *value.Set {
	t.Helper()
	const pitch, size, column = 6, 9, 60
	s := sheettest.A4()
	var hidden []document.Line
	for y, row := range rows {
		if text, ok := strings.CutPrefix(row, "<"); ok {
			hidden = append(hidden, document.Line{Words: []document.Word{{Text: strings.TrimSuffix(text, ">"),
				Source: document.SourceText, Confidence: 1, Hidden: true}}})
			continue
		}
		for x, cell := range strings.Split(row, "|") {
			at, top := 40+column*float64(x), 60+14*float64(y)
			text, isTyped := strings.CutPrefix(cell, "~")
			if !isTyped {
				s.Put(at, top, size, text)
				continue
			}
			for word := range strings.FieldsSeq(text) {
				s.Put(at, top, 2*pitch, word)
				at += pitch * float64(len([]rune(word))+1)
			}
		}
	}
	doc := sheettest.Scanned(sheettest.Bind(s), 0.6)
	doc.Pages[0].Lines = append(doc.Pages[0].Lines, hidden...)
	return wanted(t, doc, properties)
}

func TestScannedForms(t *testing.T) {
	t.Parallel()
	const sponsor = `"sponsorName":{"type":"string","description":"Name of sponsor"},` +
		`"permitNumber":{"type":"string","description":"Permit No."}`
	for name, c := range map[string]struct{ rows, want []string }{
		"question in two lines": {[]string{"5. Name of sponsor on whose behalf this material",
			"was shown in public.", "~Oak Trading of Hull"}, []string{"sponsorName=Oak Trading of Hull"}},
		"question in capitals": {[]string{"NAME OF SPONSOR ON WHOSE BEHALF THIS", "MATERIAL WAS SHOWN.",
			"~Oak Trading of Hull"}, []string{"sponsorName=Oak Trading of Hull"}},
		"number of the next question": {[]string{"1. Name of sponsor||||2.|Permit No.", "||~Oak Trading of Hull|||~4711"},
			[]string{"sponsorName=Oak Trading of Hull", "permitNumber=4711"}},
		"words in fragments": {[]string{"1. N AME OF SPON SOR", "~Oak Trading of Hull"},
			[]string{"sponsorName=Oak Trading of Hull"}},
		"misread words": {[]string{"1. Nane ot spomsor", "~Oak Trading of Hull"},
			[]string{"sponsorName=Oak Trading of Hull"}},
		"another label":      {[]string{"1. Name of spouse", "~Oak Trading of Hull"}, nil},
		"stated by the file": {[]string{"Permit No.", "~47l+", "<PERMIT NUMBER=4711>"}, []string{"permitNumber=4711"}},
		"shown without a label": {[]string{"Zyx Nq.", "~4711", "<PERMIT NUMBER=4711>"},
			[]string{"permitNumber=4711"}},
		"stated but not shown": {[]string{"Zyx", "~Oak", "<PERMIT NUMBER=4711>"}, nil},
		"stated otherwise":     {[]string{"Permit No.", "~4711", "<PERMIT NUMBER=8250>"}, []string{"permitNumber=4711"}},
		"stated words": {[]string{"Name of sponsor", "~Northern Tradirg Company", "<SPONSORS=NORTHERN TRADING COMPANY, ELM>"},
			[]string{"sponsorName=Northern Trading Company"}},
		"another stated word": {[]string{"Name of sponsor", "~Oak Trading of Hull", "<SPONSORS=OAK TRAPING>"},
			[]string{"sponsorName=Oak Trading of Hull"}},
	} {
		sheettest.Expect(t, name, scanned(t, sponsor, c.rows...), c.want...)
	}
}

func TestScannedPrint(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	for i, row := range [][2]string{{"Your First Name", "Ines"}, {"Your Last Name", "Ostrander"},
		{"If Joint Account, Partner's First Name", "Berg"}, {"Current Mailing Address", "12 Lindenhof"}} {
		y := 100 + 54*float64(i)
		s.Put(40, y, 6, row[0])
		s.Put(40, y+19, 11, row[1])
		if i%2 == 0 {
			s.Put(220, y, 6, "MI")
		}
	}
	got := wanted(t, sheettest.Scanned(sheettest.Bind(s), 0.6), `"firstName":{"type":"string"},"lastName":{"type":"string"},
		"partnerFirstName":{"type":"string","description":"Partner's first name"},
		"street":{"type":"string","description":"Current mailing address"}`)
	sheettest.Expect(t, "larger answers below", got, "firstName=Ines", "lastName=Ostrander", "partnerFirstName=Berg",
		"street=12 Lindenhof")
}

func TestScannedOptions(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(60, 100, 9, "Fllled before")
	s.Put(60, 130, 9, "Sllent alarm")
	doc := sheettest.Scanned(sheettest.Bind(s), 0.6)
	for i := range 2 {
		doc.Pages[0].Marks = append(doc.Pages[0].Marks, document.Mark{Box: place(40, 100+30*float64(i), 12), Checked: true,
			Confidence: 0.95})
	}
	got := wanted(t, doc, `"filled":{"type":"boolean"},"silent":{"type":"boolean"}`)
	sheettest.Expect(t, "misread options", got, "filled=true", "silent=true")
}

func TestScannedTicks(t *testing.T) {
	t.Parallel()
	const color = `"color":{"type":"string","enum":["red","green","pale blue"]},"newsletterWanted":{"type":"boolean"},
		"callWanted":{"type":"boolean"}`
	for row, want := range map[string][]string{
		"Color:||O red||• green||pale blue": {"color=green"}, "red||green||V pale blue": {"color=pale blue"},
		"• red||• green||• pale blue": nil, "/ Newsletter wanted||Call wanted": {"newsletterWanted=true"},
	} {
		sheettest.Expect(t, row, scanned(t, color, row), want...)
	}
}

func TestWordInProse(t *testing.T) {
	t.Parallel()
	got := scanned(t, `"lenderName":{"type":"string","description":"Printed name of the principal lender"},
		"amount":{"type":"number"},"city":{"type":"string"}`,
		"Printed Name", "Ines Ostrander", "", "Amount||City", "120.50||Hull", "",
		"The lender may ask for its money back at any time, and has to answer within a month.")
	sheettest.Expect(t, "label in other words", got, "lenderName=Ines Ostrander", "amount=120.50", "city=Hull")
}

func TestScannedCaptions(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Middle(150, 70, 8, "Care of other person (if any)")
	for i, row := range [][2]string{{"18 Elm Yard", "Number; Street; Apartment (if any)"},
		{"Hull", "City, Town, or Place (if known)"}, {"214 555 0177", "Phone Number (include country code)"},
		{"ada@oak.example", "Email Address"}} {
		y := 82 + 24*float64(i)
		s.Put(40, y, 10, row[0])
		s.Middle(180, y+13, 8, row[1])
	}
	got := wanted(t, sheettest.Scanned(sheettest.Bind(s), 0.6), `"street":{"type":"string"},"city":{"type":"string"},
		"phone":{"type":"string","description":"Phone number"},"email":{"type":"string","description":"Email address"}`)
	sheettest.Expect(t, "centered captions below answers", got, "street=18 Elm Yard", "city=Hull", "phone=214 555 0177",
		"email=ada@oak.example")
}

func TestScannedStreet(t *testing.T) {
	t.Parallel()
	got := scanned(t, `"street":{"type":"string","description":"Rue"},"country":{"type":"string","description":"Pays"},
		"postcode":{"type":"string","description":"Code postal"}`,
		"Adresse :", "N°|17||Rue|rue du Lac", "Code postal||63000|Commune||Serpol", "Pays||France")
	sheettest.Expect(t, "street with its label's word", got, "street=rue du Lac", "postcode=63000",
		"country=France")
}

func TestLetterBeforeAnswer(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(60, 100, 7, "Your first name and initial")
	s.Put(250, 100, 7, "Your last name")
	s.Put(48, 110, 9, "S") // of a line in the margin that runs up
	s.Put(60, 110, 9, "Ines R")
	s.Put(250, 110, 9, "Ostrander")
	for i := range s.Lines { // recognition read them as one line
		if i > 2 {
			s.Lines[2].Words = append(s.Lines[2].Words, s.Lines[i].Words...)
		}
	}
	s.Lines = s.Lines[:3]
	got := wanted(t, sheettest.Scanned(sheettest.Bind(s), 0.6), `"firstName":{"type":"string",
		"description":"First name and initial"},"lastName":{"type":"string"}`)
	sheettest.Expect(t, "a letter left of the field", got, "firstName=Ines R", "lastName=Ostrander")
}
