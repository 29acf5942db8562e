package main

import (
	"reflect"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/settings"
	"github.com/docmill/docmill/services/auth"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/gateway"
	"github.com/docmill/docmill/services/notifier"
	"github.com/docmill/docmill/services/quota"
)

// `docmill up` reads the same settings with kong as services with libs/settings.
func TestEqualServiceSettings(t *testing.T) {
	t.Run("process", sameSettings[process.Settings])
	t.Run("auth", sameSettings[auth.Config])
	t.Run("extractor", sameSettings[extractor.Config])
	t.Run("gateway", sameSettings[gateway.Config])
	t.Run("notifier", sameSettings[notifier.Config])
	t.Run("quota", sameSettings[quota.Config])
}

func sameSettings[C any](t *testing.T) {
	var model C
	parser, err := kong.New(&model)
	require.NoError(t, err)
	usual := readBoth[C](t, nil)
	var args []string
	for _, flag := range parser.Model.Flags {
		if flag.Name != "help" {
			args = append(args, "--"+flag.Name+"="+unusual(flag))
		}
	}
	assert.False(t, reflect.DeepEqual(readBoth[C](t, args), usual), "flags change nothing")
	for _, flag := range parser.Model.Flags {
		for _, name := range flag.Envs {
			t.Setenv(name, unusual(flag))
		}
	}
	assert.False(t, reflect.DeepEqual(readBoth[C](t, nil), usual), "variables change nothing")
}

// readBoth compares only the values; both sides validate combinations with Validate.
func readBoth[C any](t *testing.T, args []string) C {
	t.Helper()
	var byKong, bySettings C
	parser, err := kong.New(&byKong)
	require.NoError(t, err)
	_, _ = parser.Parse(args)
	_, _ = settings.Program{Name: "service"}.Parse(&bySettings, args)
	assert.True(t, reflect.DeepEqual(byKong, bySettings), args, "kong reads", byKong, "libs/settings", bySettings)
	return bySettings
}

// unusual is a value of a flag that is not its default.
func unusual(flag *kong.Flag) string {
	switch flag.Target.Interface().(type) {
	case time.Duration:
		return "90m"
	case []time.Duration:
		return "7s,1m"
	case []string:
		return "a,b"
	case bool:
		if flag.Default == "true" {
			return "no"
		}
		return "YES"
	}
	if only := flag.EnumSlice(); flag.Enum != "" {
		return only[len(only)-1]
	}
	if flag.Target.Kind() == reflect.String {
		return "some text"
	}
	return "0x1F"
}
