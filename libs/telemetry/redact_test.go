package telemetry_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
)

func TestRedactKeys(t *testing.T) {
	t.Parallel()
	key := "dm_live_" + strings.Repeat("0123456789ab", 4)
	var out bytes.Buffer
	tel, err := telemetry.New(context.Background(),
		telemetry.Config{Service: "test", LogLevel: slog.LevelDebug, LogWriter: &out})
	require.NoError(t, err)
	tel.Log.Info("told "+key, "key", key, "error", errors.New("bad key "+key+key), "twice", key+" and "+key)
	require.NotContains(t, out.String(), key[8:40], "the log tells a key")
	require.Contains(t, out.String(), "dm_live_…89ab", "the log does not tell which key")
}

func TestRedactOtherText(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "dm_live_", "dm_live_xyz", "plain", "dm_live_" + strings.Repeat("Z", 48)} {
		assert.Equal(t, telemetry.Redact(s), s, "redacted")
	}
}

// Long values of a client or a document are cut, and a key at the cut is redacted.
func TestLongValuesTruncated(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ü", 3<<20)
	key := "dm_live_" + strings.Repeat("0123456789ab", 4)
	atTheCut := strings.Repeat("x", telemetry.MaxValue-20) + key + long
	for name, value := range map[string]any{
		"string": long, "error": errors.New(long), "bytes": []byte(long), "key": atTheCut,
		"stringer": bytes.NewBufferString(long),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			tel, err := telemetry.New(context.Background(), telemetry.Config{Service: "test", LogWriter: &out})
			require.NoError(t, err)
			tel.Log.Info("message", "value", value)
			line := out.String()
			if len(line) > 2*telemetry.MaxValue || !strings.Contains(line, " bytes)") || !utf8.ValidString(line) {
				t.Errorf("a line of %d bytes that ends in %q", len(line), line[max(0, len(line)-80):])
			}
			assert.NotContains(t, line, key[8:20], "the log tells a key")
		})
	}
}
