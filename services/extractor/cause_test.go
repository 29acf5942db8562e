package extractor_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/docmill/docmill/services/extractor"
)

func TestCausesQuoteNothing(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"unexpected EOF": "unexpected EOF",
		"XML syntax error on line 7: invalid character entity &secret;": "XML syntax error on line 7: invalid character " +
			"entity …",
		"element <secret> closed by </other secret>":              "element … closed by …",
		`strconv.ParseFloat: parsing "12 secret": invalid syntax`: "strconv.ParseFloat: parsing …: invalid syntax",
		`open 'secret': no such part "never closed secret`:        "open …: no such part …",
	} {
		if got := extractor.CauseText(errors.New(said), 300); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	long := extractor.CauseText(errors.New("offset "+strings.Repeat("ü", 1<<20)), 301)
	if len(long) > 301+len("…") || !utf8.ValidString(long) {
		t.Errorf("%d bytes, %q", len(long), long[len(long)-8:])
	}
}
