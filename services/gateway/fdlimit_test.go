package gateway

import (
	"math"
	"testing"

	"github.com/docmill/docmill/libs/assert"
)

// Connections leave file descriptors for the rest of the process, and one address leaves some for others.
func TestConnectionLimits(t *testing.T) {
	t.Parallel()
	c := Config{Tuning: Tuning{MaxConnections: 10_000, MaxPerAddress: 1000}}
	for files, want := range map[int][2]int{
		math.MaxInt32: {10_000, 1000},
		20_000:        {10_000, 1000},
		8192:          {7168, 1000},
		1024:          {768, 384},
		300:           {44, 22},
		100:           {1, 1},
	} {
		total, perAddress := c.connections(files)
		assert.True(t, total == want[0] && perAddress == want[1], files, "files", total, "and", perAddress, "want", want)
	}
	if openFiles() < reservedFiles {
		t.Errorf("this process may open %d files", openFiles())
	}
}
