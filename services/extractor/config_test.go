package extractor_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
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
		require.NoError(t, err)
		defer hold.Release()
	}
	hold, err := slots.Take(ctx, contract.LaneInteractive)
	require.NoError(t, err)
	hold.Release()
}

func TestConfiguredWorkers(t *testing.T) {
	t.Parallel()
	assert.Equal(t, (extractor.Config{Workers: 5}).WorkerCount(), 5, "workers")
}
