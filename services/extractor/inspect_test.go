package extractor_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/extractor"
)

func TestEngineInspects(t *testing.T) {
	t.Parallel()
	e := newEngine(t, scripted, "")
	inspect := func(ctx context.Context, say string) (extractor.Inspected, error) {
		return e.Inspect(ctx, strings.NewReader(say), int64(len(say)))
	}
	if in, err := inspect(t.Context(), sayTotal+" 1.00"); err != nil || in.Inspection == nil || len(in.Inspection.Pages) != 2 {
		t.Errorf("inspected: %+v, %v", in, err)
	}
	if in, err := inspect(t.Context(), sayFail); err != nil || in.Failure == nil || in.Failure.Code != contract.CodePasswordProtected {
		t.Errorf("failure: %+v, %v", in, err)
	}
	if in, err := inspect(t.Context(), sayError); err == nil {
		t.Errorf("error: %+v", in)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if in, err := inspect(ctx, sayHang); err != nil || in.Failure == nil || in.Failure.Code != contract.CodeTimedOut {
		t.Errorf("endless: %+v, %v", in, err)
	}
}
