package child

import (
	"context"
	"runtime/debug"
	"runtime/metrics"

	"github.com/docmill/docmill/engine/read"
)

// gcPercent is the garbage collector's target (debug.SetGCPercent). A child keeps 7 MiB and a text
// document allocates 5 MiB, so that with the default of 100 every second document triggers a
// collection. It costs about 10 MiB per child.
const gcPercent = 200

// deferGC turns the collector off until end is called, for the start of a child: almost everything
// that is allocated then stays in use.
func deferGC() (end func()) {
	debug.SetGCPercent(-1)
	return func() {
		debug.SetGCPercent(gcPercent)
		debug.FreeOSMemory()
	}
}

// maxHeldBytes is the memory above which a child frees memory between two documents. Without it,
// documents of more than a hundred pages leave so much that the pool replaces the child.
const maxHeldBytes = 64 << 20

// freeMemory returns the memory of large documents to the system.
func freeMemory() {
	if heldBytes() > maxHeldBytes {
		debug.FreeOSMemory()
	}
}

// heldBytes is the memory that Go's runtime holds.
func heldBytes() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// recognitionGC makes the collector run more often while pages are recognized: page images and
// intermediate results of the networks are large and live shortly.
type recognitionGC struct {
	before   read.BeforePage // nil for none
	active   bool
	ordinary int // the collector's target before
}

const recognitionGCPercent = 50

func (g *recognitionGC) beforePage(ctx context.Context) error {
	if !g.active {
		g.active, g.ordinary = true, debug.SetGCPercent(recognitionGCPercent)
	}
	if g.before == nil {
		return nil
	}
	return g.before(ctx)
}

// restore sets the ordinary target again and returns memory to the system.
func (g *recognitionGC) restore() {
	if g.active {
		debug.SetGCPercent(g.ordinary)
		debug.FreeOSMemory()
	}
}
