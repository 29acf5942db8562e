package address_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/address"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
)

func TestEnds(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]bool{
		"a@weber.test": true, "www.weber.test": true, "3 May 2031": true, "DE89370400440532013000": true, "DE136695976": true,
		"Bill to:": true, "Invoice No.: 7": true, "one two three four five six seven eight nine ten": true,
		"Lindenallee 27": false, "Hafen 4, 20457 Hamburg": false, "Invoice date|3 May": true, "Invoice date": false,
		"Invoice number|7012": true,
	} {
		l := sheettest.Linker(result.TypeInvoice, row)
		assert.Equal(t, address.Ends(l.Document, l.Layout.Segments[0]), want, row)
	}
}

func TestUnder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"street and town":     {[]string{"Weber OHG", "Lindenallee 27", "80333 München"}, "Lindenallee 27, 80333 München"},
		"one line":            {[]string{"Weber OHG", "Lindenallee 27, 80333 München"}, "Lindenallee 27, 80333 München"},
		"a person":            {[]string{"Weber OHG", "z. Hd. Anna Lutz", "Lindenallee 27", "80333 München"}, "Lindenallee 27, 80333 München"},
		"a tax number":        {[]string{"Almud S.L.", "CIF B12345674", "Calle Mayor 4", "46009 Valencia"}, "Calle Mayor 4, 46009 Valencia"},
		"a bare tax number":   {[]string{"Almud Ltda.", "81.400.426/0001-88", "Calle Mayor 4", "46009 Valencia"}, "Calle Mayor 4, 46009 Valencia"},
		"a line below":        {[]string{"Weber OHG", "Lindenallee 27", "80333 München", "Germany"}, "Lindenallee 27, 80333 München"},
		"no post code":        {[]string{"Weber OHG", "Lindenallee 27"}, ""},
		"a date":              {[]string{"Weber OHG", "3 May 2031", "80333 München"}, ""},
		"more than the limit": {[]string{"Weber OHG", "a b", "c d", "e f", "g h", "i j", "k l", "m n", "80333 München"}, ""},
		"far below":           {[]string{"Weber OHG", "", "", "", "80333 München"}, ""},
	} {
		l := sheettest.Linker(result.TypeInvoice, c.rows...)
		assert.Equal(t, textshape.AddressText(address.Under(l.Document, l.Layout.Segments[0])), c.want, name)
	}
}
