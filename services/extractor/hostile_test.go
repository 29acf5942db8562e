package extractor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// Documents that crash their process or never end do not affect others: those are extracted at the first attempt.
func TestHostileDocuments(t *testing.T) {
	t.Parallel()
	const (
		workers = 4
		good    = 60
		hostile = 4 // of each sort
	)
	e, err := enginepool.New(t.Context(), enginepool.Config{
		Workers: workers, MemoryBytes: 1 << 30, OCRLanguages: scripted,
	}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(e.Close)

	var wg sync.WaitGroup
	for range hostile {
		wg.Go(func() {
			_, err := extractBytes(t, e, []byte(sayCrash))
			assert.ErrorIs(t, err, sandbox.ErrCrashed, "crash")
		})
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			a, err := e.Extract(ctx, enginepool.Job{DocumentType: "auto"}, strings.NewReader(sayHang), int64(len(sayHang)))
			waiting := errors.Is(err, context.DeadlineExceeded) // for a process, all that time
			if !waiting && (err != nil || a.Failure == nil || a.Failure.Code != contract.CodeTimedOut) {
				t.Errorf("hang: %+v, %v", a, err)
			}
		})
	}
	for i := range good {
		wg.Go(func() {
			total := fmt.Sprintf("%d.00", i)
			a, err := extractBytes(t, e, []byte(sayTotal+" "+total))
			if err != nil || a.Extraction == nil || !bytes.Contains(a.Extraction.Data, []byte(`"`+total+`"`)) {
				t.Errorf("good document %s: %+v, %v", total, a, err)
			}
		})
	}
	wg.Wait()
}
