package extractor_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor/child"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

func TestEngineInspect(t *testing.T) {
	t.Parallel()
	e := newEngine(t, scripted, "")
	inspect := func(ctx context.Context, say string) (child.InspectAnswer, error) {
		return e.Inspect(ctx, strings.NewReader(say), int64(len(say)))
	}
	in, err := inspect(t.Context(), sayTotal+" 1.00")
	assert.True(t, err == nil && in.Inspection != nil && len(in.Inspection.Pages) == 2, "inspected", in, err)
	if in, err := inspect(t.Context(), sayFail); err != nil || in.Failure == nil ||
		in.Failure.Code != contract.CodePasswordProtected {
		t.Errorf("failure: %+v, %v", in, err)
	}
	in, err = inspect(t.Context(), sayError)
	assert.Error(t, err, "error", in)
	untilTimedOut(t, func(ctx context.Context) (*contract.Failure, error) {
		in, err := inspect(ctx, sayHang)
		return in.Failure, err
	})
}

// Missing parts of text recognition are logged at the start.
func TestMissingLanguageLog(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	cfg := enginepool.Config{Workers: 1, MemoryBytes: 1 << 30, OCRLanguages: scripted}
	e, err := enginepool.New(t.Context(), cfg, slog.New(slog.NewTextHandler(&logged, nil)))
	require.NoError(t, err)
	e.Close()
	if got := logged.String(); !strings.Contains(got, "level=WARN") || !strings.Contains(got, "tesseract-ocr-"+scripted) {
		t.Errorf("logged %q", got)
	}
}
