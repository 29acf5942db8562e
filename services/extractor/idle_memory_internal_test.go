package extractor

import (
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/docmill/docmill/libs/assert"
)

func TestIdleMemory(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	container, machine := memlimit.Limit(3584*mib), memlimit.Limit(24<<10*mib)
	unknown := func() (uint64, error) { return 0, memlimit.ErrNoLimit }
	for name, c := range map[string]struct {
		limits []memlimit.Provider
		want   int64
	}{
		"container":     {[]memlimit.Provider{container, machine}, 448 * mib},
		"machine":       {[]memlimit.Provider{unknown, machine}, 3 << 10 * mib},
		"small machine": {[]memlimit.Provider{memlimit.Limit(512 * mib)}, 256 * mib},
		"large machine": {[]memlimit.Provider{memlimit.Limit(1 << 40)}, 4 << 10 * mib},
		"unknown":       {[]memlimit.Provider{unknown, unknown}, 256 * mib},
	} {
		got := idleMemoryWithin(c.limits...)
		assert.Equal(t, got, c.want, name, got/mib, "MiB, want", c.want/mib)
	}
	got := (Config{IdleMemoryMB: 100}).idleBytes()
	assert.Equal(t, got, 100*mib, got/mib, "MiB")
}
