package contact

import "testing"

// tried compares a predicate with what is wanted of each text.
func tried(t *testing.T, what string, of func(string) bool, want map[string]bool) {
	t.Helper()
	for text, w := range want {
		if got := of(text); got != w {
			t.Errorf("%s of %q is %v", what, text, got)
		}
	}
}

func TestDomainsWithoutWWW(t *testing.T) {
	t.Parallel()
	tried(t, "bare domain", bareDomain, map[string]bool{
		"marlow.example": false, "marlow.test": true, "pumps.co.uk": true, "Marlow.COM": true, "m3.org": true,
		"a.de": false, "marlow.d": false, "marlow.": false, "marlow": false, "123.50": false, "12.net": false,
		"x@marlow.test": false,
		"marlow.test/a": false, "1.000,de": false, "(co.uk)": false, "": false, "marlow.c0m": false,
	})
}

func TestWordsForWebAddresses(t *testing.T) {
	t.Parallel()
	tried(t, "web label", webLabel, map[string]bool{"Web:": true, "Homepage": true, "INTERNET": true, "Website:": true,
		"Mail:": false, "": false})
}
