package settings_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/settings"
)

func TestHelp(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	var target struct {
		Count int      `name:"count" env:"TEST_COUNT" default:"3" help:"How many there are, said in more words than one line of eighty columns has room for."`
		Learn bool     `name:"learn" env:"TEST_LEARN" default:"true" negatable:"" help:"Learn."`
		Names []string `name:"names" help:"Of others."`
		Level string   `name:"level" env:"TEST_LEVEL" default:"info" enum:"info,debug" help:"Least level."`
	}
	require.NoError(t, program().WriteHelp(&b, &target))
	const want = `Usage: tester [run|migrate] [flags]

Tests.

Commands, anywhere among the flags:
  run
        Run it.
  migrate
        Migrate.

Flags, with the environment variable that each one wins over:
  -h, --help
        Print this help and exit.
  --version
        Print the version and exit.
  --count=NUMBER  ($TEST_COUNT, default 3)
        How many there are, said in more words than one line of eighty columns
        has room for.
  --[no-]learn  ($TEST_LEARN, default true)
        Learn.
  --names=STRING,...
        Of others.
  --level=info|debug  ($TEST_LEVEL, default info)
        Least level.
`
	assert.Equal(t, b.String(), want)
}

func TestHelpWithoutCommands(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	require.NoError(t, (settings.Program{Name: "tester", Help: "Tests."}).WriteHelp(&b, &Shared{}))
	if help := b.String(); !strings.HasPrefix(help, "Usage: tester [flags]\n") || strings.Contains(help, "Commands") ||
		strings.Contains(help, "--version") {
		t.Errorf("%s", help)
	}
}
