package extractor_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/extractor/internal/slot"
)

func TestByDefaultBatchesTakeAllProcessorsAndLeaveAWorker(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	slots := slot.New(extractor.Config{}.WorkersAtOnce())
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

func TestWorkersAreAsManyAsConfigured(t *testing.T) {
	t.Parallel()
	if n := (extractor.Config{Workers: 5}).WorkersAtOnce(); n != 5 {
		t.Errorf("%d workers, want 5", n)
	}
}

func TestProcessesThatWaitHaveAShareOfTheMemory(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	container, machine := memlimit.Limit(3584*mib), memlimit.Limit(24<<10*mib)
	unknown := func() (uint64, error) { return 0, memlimit.ErrNoLimit }
	for name, c := range map[string]struct {
		limits []memlimit.Provider
		want   int64
	}{
		"a container on a machine": {[]memlimit.Provider{container, machine}, 448 * mib},
		"a machine":                {[]memlimit.Provider{unknown, machine}, 3 << 10 * mib},
		"a small one":              {[]memlimit.Provider{memlimit.Limit(512 * mib)}, 256 * mib},
		"a large one":              {[]memlimit.Provider{memlimit.Limit(1 << 40)}, 4 << 10 * mib},
		"none that is known":       {[]memlimit.Provider{unknown, unknown}, 256 * mib},
	} {
		if got := extractor.ShareForIdle(c.limits...); got != c.want {
			t.Errorf("%s: %d MiB, want %d", name, got/mib, c.want/mib)
		}
	}
	if got := (extractor.Config{IdleMemoryMB: 100}).IdleBytes(); got != 100*mib {
		t.Errorf("%d MiB, want the configured 100", got/mib)
	}
}
