package extractor_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/extractor/internal/slot"
)

func TestDefaultWorkers(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	slots := slot.New(extractor.Config{}.WorkerCount())
	for range runtime.NumCPU() {
		hold, err := slots.Take(ctx, contract.LaneBatch)
		if err != nil {
			t.Fatal(err)
		}
		defer hold.Release()
	}
	hold, err := slots.Take(ctx, contract.LaneInteractive)
	if err != nil {
		t.Fatal(err)
	}
	hold.Release()
}

func TestConfiguredWorkers(t *testing.T) {
	t.Parallel()
	if n := (extractor.Config{Workers: 5}).WorkerCount(); n != 5 {
		t.Errorf("%d workers, want 5", n)
	}
}
