package languages

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	const head = "# Norsk\nname: Norsk\none: 1\n"
	for content, want := range map[string]string{
		head + "\nen: Yes\nnb: Ja\n\n# not yet\nen: No\nnb:\n":   "",
		head + "en: %s key | %s keys\nnb: %s nøkkel | %s nøkler": "",
		head + "en: Yes: no\nnb: Ja: nei":                        "", // only the first colon counts
		head + "en: Yes":                                         "missing translation",
		head + "en: Yes\nen: No\nnb: Nei":                        `"Yes" lacks its line "nb:"`,
		head + "en: Yes\nnb: Ja\nen: Yes\nnb: Jo":                "is duplicate",
		head + "nb: Ja":                                          "without an English text",
		head + "en: %s key | %s keys\nnb: %s nøkkel":             "two forms",
		head + "en: Yes\nsv: Ja":                                 `unknown line "sv:"`,
		head + "Ja":                                              "line 4: missing colon",
		"one: 1":                                                 "missing",
		"name: Norsk\none: en":                                   "is not a number",
		"":                                                       "missing",
	} {
		l, err := parse("nb", content)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", content, err, want)
		}
		if err == nil && strings.Contains(content, "No") && l.Tr("No") != "No" {
			t.Errorf("%q: what is not translated is %q", content, l.Tr("No"))
		}
	}
}
