package synth_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth"
)

// Vendor names use the letters of their language, and their addresses on the internet Latin ones.
func TestNameScriptByLanguage(t *testing.T) {
	t.Parallel()
	for language, script := range map[string]*unicode.RangeTable{"bg": unicode.Cyrillic, "el": unicode.Greek} {
		for seed := range uint64(60) {
			s := synth.New(seed, synth.Options{DocumentType: result.TypeInvoice, Language: language,
				Design: synth.DesignFixed})
			letters, others := 0, 0
			for _, c := range s.Vendor {
				if unicode.Is(script, c) {
					letters++
				} else if unicode.IsLetter(c) {
					others++
				}
			}
			if letters <= others {
				t.Errorf("%s seed %d: %q", language, seed, s.Vendor)
			}
			site := s.Truth.Scalars["vendorWebsite"] + s.Truth.Scalars["vendorEmail"]
			if strings.IndexFunc(site, func(c rune) bool { return c > unicode.MaxASCII }) >= 0 {
				t.Errorf("%s seed %d: %q", language, seed, site)
			}
		}
	}
}
