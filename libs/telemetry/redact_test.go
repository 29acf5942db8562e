package telemetry_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/telemetry"
)

func TestNoKeyReachesTheLog(t *testing.T) {
	t.Parallel()
	key := "dm_live_" + strings.Repeat("0123456789ab", 4)
	var out bytes.Buffer
	tel, err := telemetry.New(context.Background(), telemetry.Config{Service: "test", LogLevel: slog.LevelDebug, LogWriter: &out})
	if err != nil {
		t.Fatal(err)
	}
	tel.Log.Info("told "+key, "key", key, "error", errors.New("bad key "+key+key), "twice", key+" and "+key)
	if strings.Contains(out.String(), key[8:40]) {
		t.Fatalf("the log tells a key: %s", out.String())
	}
	if !strings.Contains(out.String(), "dm_live_…89ab") {
		t.Fatalf("the log does not tell which key: %s", out.String())
	}
}

func TestRedactLeavesOtherTextAlone(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "dm_live_", "dm_live_xyz", "plain", "dm_live_" + strings.Repeat("Z", 48)} {
		if got := telemetry.Redact(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}
