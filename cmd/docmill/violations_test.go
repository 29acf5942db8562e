package main

import (
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

type sample struct {
	Lease  time.Duration   `name:"lease" env:"TEST_LEASE" default:"20s"`
	Pauses []time.Duration `name:"pauses" env:"TEST_PAUSES" default:"1s,2s"`
	Count  int             `name:"count" env:"TEST_COUNT" default:"3"`
	Conns  int32           `name:"conns" default:"4"`
	Secure bool            `name:"secure" env:"TEST_SECURE"`
}

func parse(t *testing.T, args ...string) (sample, error) {
	t.Helper()
	var s sample
	var wrong violations
	parser, err := kong.New(&s, wrong.options()...)
	require.NoError(t, err)
	_, err = parser.Parse(args)
	return s, wrong.join(err)
}

func TestSettingsParsing(t *testing.T) {
	s, err := parse(t, "--lease=5s", "--secure", "--conns=7")
	if err != nil || s.Lease != 5*time.Second || !s.Secure || s.Conns != 7 || s.Count != 3 || len(s.Pauses) != 2 ||
		s.Pauses[1] != 2*time.Second {
		t.Fatalf("%+v, %v", s, err)
	}
}

func TestUnreadableSettings(t *testing.T) {
	t.Setenv("TEST_LEASE", "soon")
	t.Setenv("TEST_SECURE", "perhaps")
	_, err := parse(t, "--count=many", "--conns=few", "--pauses=1s,long")
	require.Error(t, err)
	for _, name := range []string{"TEST_LEASE", "TEST_SECURE", "TEST_COUNT", "--conns", "TEST_PAUSES"} {
		assert.Contains(t, err.Error(), name, "is not told", err)
	}
}
