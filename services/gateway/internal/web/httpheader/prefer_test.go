package httpheader_test

import (
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/web/httpheader"
)

func TestParsePrefer(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]struct {
		wait    time.Duration
		applied string
	}{
		"":                               {10 * time.Second, ""},
		"wait=5":                         {5 * time.Second, "wait=5"},
		`wait="5"`:                       {5 * time.Second, "wait=5"},
		"wait=61":                        {60 * time.Second, "wait=60"},
		"wait=99999999999999999999999":   {60 * time.Second, "wait=60"},
		"wait=-1":                        {10 * time.Second, ""},
		"wait=1.5":                       {10 * time.Second, ""},
		"wait":                           {10 * time.Second, ""},
		"wait=3, wait=4":                 {3 * time.Second, "wait=3"},
		"respond-async":                  {0, "respond-async"},
		"RESPOND-ASYNC; x=y":             {0, "respond-async"},
		"respond-async, wait=7":          {7 * time.Second, "respond-async, wait=7"},
		`handling="a, wait=1", WAIT = 2`: {2 * time.Second, "wait=2"},
		"return=minimal":                 {10 * time.Second, ""},
	} {
		p := httpheader.ParsePrefer(header, 10*time.Second, time.Minute)
		if p.Wait != want.wait || p.Applied != want.applied {
			t.Errorf("%q: %s %q, want %s %q", header, p.Wait, p.Applied, want.wait, want.applied)
		}
	}
}

func FuzzParsePrefer(f *testing.F) {
	for _, seed := range []string{"wait=5", "respond-async, wait=70", `a="b\",wait=1`, ";,=", `"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		p := httpheader.ParsePrefer(header, 10*time.Second, time.Minute)
		if p.Wait < 0 || p.Wait > time.Minute || strings.ContainsAny(p.Applied, "\r\n\"") {
			t.Errorf("%q: %s %q", header, p.Wait, p.Applied)
		}
	})
}
