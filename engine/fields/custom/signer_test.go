package custom_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
)

func TestSigners(t *testing.T) {
	t.Parallel()
	const oath = "The undersigned swears that the contents of this statement are true and accurate."
	for name, c := range map[string]struct{ rows, want []string }{
		"under a label": {[]string{"(Date of signature)|(Type or print name under each signature)",
			"4 March 2031|~~", "|Ada B. Oakley", "|Chief Executive Director", "|Oak Trading"},
			[]string{"signerName=Ada B. Oakley", "signerTitle=Chief Executive Director"}},
		"misread label": {[]string{"(Ty6e or phint name upder each sgnature')", "CX", "Ada Oakley"},
			[]string{"signerName=Ada Oakley"}},
		"electronic": {[]string{"Filed:|/s/ Ada Oakley, President"},
			[]string{"signerName=Ada Oakley", "signerTitle=President"}},
		"undersigned": {[]string{oath, "", "|ADA OAKLEY", "|Regional Manager"},
			[]string{"signerName=ADA OAKLEY", "signerTitle=Regional Manager"}},
		"in a cell": {[]string{"Name and title|Place", "Ada van Oak, Press Attaché|Hull"},
			[]string{"signerName=Ada van Oak", "signerTitle=Press Attaché"}},
		"in a contract": {[]string{"Signature:", "Name: Ada Oakley", "Title: Director"},
			[]string{"signerName=Ada Oakley", "signerTitle=Director"}},
		"German": {[]string{"Unterschrift", "", "Ada Eichner", "Geschäftsführerin"},
			[]string{"signerName=Ada Eichner", "signerTitle=Geschäftsführerin"}},
		"no name": {[]string{oath, "Signature", "", "Oak Trading Ltd", "12 Long Lane"}, nil},
	} {
		sheettest.Expect(t, name, page(t, `"signerName":{"type":"string","description":"Name of the person who signs"},
			"signerTitle":{"type":"string","description":"Title of the person who signs"}`, c.rows...), c.want...)
	}
}
