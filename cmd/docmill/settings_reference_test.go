package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/auth"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/gateway"
	"github.com/docmill/docmill/services/notifier"
	"github.com/docmill/docmill/services/quota"
)

var update = flag.Bool("update", false, "write docs/reference/settings.md")

// TestSettingsReference compares docs/reference/settings.md with the struct tags.
// `go test ./cmd/docmill -run SettingsReference -update` writes it.
func TestSettingsReference(t *testing.T) {
	t.Parallel()
	const path = "../../docs/reference/settings.md"
	want := settingsReference(t)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
		return
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s is out of date (%v): go test ./cmd/docmill -run SettingsReference -update", path, err)
	}
}

func settingsReference(t *testing.T) string {
	t.Helper()
	var sb strings.Builder
	sb.WriteString(`# Settings

Generated from the struct tags by ` + "`go test ./cmd/docmill -run SettingsReference -update`" + `; do not edit.
Each setting is an environment variable and a flag; the flag wins. ` + "`bin/<service> --help`" + ` prints the flags.
Invalid settings are reported all at once, with exit status 2. ` + "`docmill up`" + ` accepts the settings of the gateway, the
extractor and the notifier, of sign-in, TLS and logging. Other commands: [command line](../cli.md).
`)
	seen := map[string]bool{}
	section := func(title string, flags []*kong.Flag) {
		fmt.Fprintf(&sb, "\n## %s\n\n|Variable|Default|Meaning|\n|---|---|---|\n", title)
		for _, f := range flags {
			if len(f.Envs) == 0 || seen[f.Envs[0]] && strings.HasPrefix(title, "Only") {
				continue
			}
			seen[f.Envs[0]] = true
			initial := ""
			if f.Default != "" {
				initial = "`" + f.Default + "`"
			}
			fmt.Fprintf(&sb, "|`%s`|%s|%s|\n", f.Envs[0], initial, strings.ReplaceAll(f.Help, "|", `\|`))
		}
	}
	section("All services", flagsOf(t, &process.Settings{}))
	section("gateway", flagsOf(t, &gateway.Config{}))
	section("auth", flagsOf(t, &auth.Config{}))
	section("quota", flagsOf(t, &quota.Config{}))
	section("extractor", flagsOf(t, &extractor.Config{}))
	section("notifier", flagsOf(t, &notifier.Config{}))
	section("Only docmill up", commandFlags(t, "up"))
	section("Only docmill provision", commandFlags(t, "provision"))
	return sb.String()
}

func flagsOf(t *testing.T, config any) []*kong.Flag {
	t.Helper()
	parser, err := kong.New(config)
	require.NoError(t, err)
	return parser.Model.Flags
}

func commandFlags(t *testing.T, name string) []*kong.Flag {
	t.Helper()
	parser, err := kong.New(&cli{}, kong.Vars{"version": ""})
	require.NoError(t, err)
	at, err := kong.Trace(parser, []string{name})
	require.NoError(t, err)
	return at.Selected().Flags
}
