package languages_test

import (
	"html/template"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

func set(t *testing.T) *languages.Set {
	t.Helper()
	s, err := languages.Read()
	require.NoError(t, err)
	return s
}

func in(t *testing.T, code string) *languages.Language {
	t.Helper()
	l, ok := set(t).Find(code)
	require.True(t, ok, "there is no language", code)
	return l
}

func TestChoose(t *testing.T) {
	t.Parallel()
	s := set(t)
	for _, c := range []struct{ chosen, accept, want string }{
		{"", "", "en"},
		{"", "de", "de"},
		{"", "de-AT,de;q=0.9,en;q=0.8", "de"},
		{"", "en-US,en;q=0.9,de;q=0.8", "en"},
		{"", "fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"},
		{"", "es-419,es;q=0.9", "es"},
		{"", "ja,de;q=0.5", "de"},             // the first of those that there are
		{"", "de;q=0.2,es;q=0.9", "es"},       // by weight, not by place
		{"", "de;q=0,fr;q=0.1", "fr"},         // weight 0 is a no
		{"", "ja", "en"},                      // none of them
		{"", "*", "en"},                       // any of them
		{"", "de;q=high", "en"},               // no header of this form
		{"", strings.Repeat("x-", 4e3), "en"}, // nor this
		{"fr", "de", "fr"},                    // what the person chose goes first
		{"tlh", "de", "de"},                   // unless it is not there
		{"DE", "", "en"},
	} {
		if got := s.Choose(c.chosen, c.accept).Code; got != c.want {
			t.Errorf("chosen %q, accepted %.60q: %s, want %s", c.chosen, c.accept, got, c.want)
		}
	}
}

func FuzzChoose(f *testing.F) {
	f.Add("de", "de-AT,de;q=0.9,*;q=0.1")
	f.Add("", "en;q=,;;,--")
	s, err := languages.Read()
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, chosen, accept string) {
		assert.True(t, s.Choose(chosen, accept) != nil, "no language")
	})
}

func TestCounts(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"en": "0 keys, 1 key, 2 keys, 1,200 keys",
		"de": "0 Tage, 1 Tag, 2 Tage, 1.200 Tage",
		"fr": "0 jour, 1 jour, 2 jours, 1\u202f200 jours",
		"es": "0 días, 1 día, 2 días, 1.200 días",
	} {
		l, thing := languages.English(), "key"
		if code != "en" {
			l, thing = in(t, code), "day"
		}
		var got []string
		for _, n := range []int{0, 1, 2, 1200} {
			got = append(got, l.Things(n, thing))
		}
		assert.Equal(t, strings.Join(got, ", "), want, code)
	}
	de := in(t, "de")
	assert.Equal(t, de.Count(3, "Also revoke it", "Also revoke all of them"), "Alle ebenfalls widerrufen",
		"a form without a place")
	assert.Equal(t, de.Count(2, "%s thing of %s", "%s things of %s", "x"), "2 things of x",
		"a count without a translation")
}

func TestTr(t *testing.T) {
	t.Parallel()
	de := in(t, "de")
	for _, c := range [][2]string{
		{de.Tr("Sign in"), "Anmelden"},
		{de.Tr("Not in the table, 100 %s"), "Not in the table, 100 %s"}, // no format without values
		{de.Tr("At least %d characters.", 12345), "Mindestens 12.345 Zeichen."},
		{de.TrMessage("E-mail address or password is wrong."), "E-Mail-Adresse oder Passwort ist falsch."},
		{de.TrMessage("Too many failed sign-in attempts. Try again in 30 seconds."),
			"Zu viele Anmeldeversuche sind fehlgeschlagen. Versuchen Sie es in 30 Sekunden noch einmal."},
		{de.TrMessage("must be an amount such as 1234.50"), "muss ein Betrag sein, etwa 1234.50"},
		{de.TrMessage("Somebody's %s own words"), "Somebody's %s own words"},
		{de.Within("Unit price"), "Unit price"}, {languages.English().Within("Unit price"), "unit price"},
		{languages.English().Within("IBAN"), "IBAN"}, {languages.English().Within(""), ""},
		{string(de.HTML("%s, took %s ms", template.HTML("<i>now</i>"), "<b>")), "<i>now</i>, dauerte &lt;b&gt; ms"},
		{string(de.Script([]string{"Copied", "Not in the table"})),
			"window.docmillTexts = {\"Copied\":\"Kopiert\"};\nwindow.docmillOne = [1];\n"},
		{string(languages.English().Script([]string{"Copied"})), ""},
	} {
		assert.Equal(t, c[0], c[1])
	}
}

func TestRelative(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	for span, want := range map[time.Duration][2]string{
		-3 * time.Second: {"just now", "gerade eben"}, 3 * time.Second: {"in a moment", "gleich"},
		0:            {"just now", "gerade eben"},
		-time.Minute: {"1 minute ago", "vor 1 Minute"}, -59 * time.Minute: {"59 minutes ago", "vor 59 Minuten"},
		-time.Hour: {"1 hour ago", "vor 1 Stunde"}, -47 * time.Hour: {"47 hours ago", "vor 47 Stunden"},
		-2 * day: {"2 days ago", "vor 2 Tagen"}, 9 * day: {"in 9 days", "in 9 Tagen"},
		-91 * day: {"3 months ago", "vor 3 Monaten"}, 365 * day: {"in 12 months", "in 12 Monaten"},
		-3 * 365 * day: {"3 years ago", "vor 3 Jahren"},
	} {
		for i, l := range []*languages.Language{languages.English(), in(t, "de")} {
			assert.Equal(t, l.Relative(now.Add(span), now), want[i], span)
		}
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	en, fr := languages.English(), in(t, "fr")
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1234: "-1,234"} {
		assert.Equal(t, en.Number(n), want, n)
	}
	for n, want := range map[int64][2]string{1: {"1 byte", "1 octet"}, 700: {"700 bytes", "700 octets"},
		1536: {"1.5 KB", "1,5 Ko"}, 5 << 20: {"5 MB", "5 Mo"}, 100 << 20: {"100 MB", "100 Mo"}} {
		assert.Equal(t, [2]string{en.Bytes(n), fr.Bytes(n)}, want, n)
	}
	assert.Equal(t, en.Percent(0.1234)+", "+fr.Percent(0.1234), "12.3%, 12,3\u00a0%", "a share")
}

func TestDays(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 2, 15, 4, 0, 0, time.UTC)
	for code, want := range map[string]string{
		"en": "2 Mar 2026 · 2 Mar 2026, 15:04 UTC · 2 March · 2 Mar · March 2026",
		"de": "2. März 2026 · 2. März 2026, 15:04 UTC · 2. März · 2. März · März 2026",
		"fr": "2 mars 2026 · 2 mars 2026, 15:04 UTC · 2 mars · 2 mars · mars 2026",
		"es": "2 mar 2026 · 2 mar 2026, 15:04 UTC · 2 de marzo · 2 mar · marzo de 2026",
	} {
		l := in(t, code)
		got := strings.Join([]string{l.Day(at), l.DayAndTime(at), l.DayOfMonth(at), l.ShortDay(at), l.Month(at)}, " · ")
		assert.Equal(t, got, want, code)
	}
}
