package extractor

import (
	"context"
	"runtime/debug"
	gometrics "runtime/metrics"

	"github.com/docmill/docmill/engine/read"
)

// childGC is the collector's percentage (debug.SetGCPercent) in a child. What stays there
// is small, 7 MiB, so that by the ordinary one a document of text, which takes 5 MiB, had
// it all gone through every second time. It costs some 10 MiB for each child.
const childGC = 200

// collectOnce has the garbage of a start collected once, at its end: nearly all that is
// made meanwhile stays, and going through it each time that it has doubled would take
// longer than to make it.
func collectOnce() (end func()) {
	debug.SetGCPercent(-1)
	return func() {
		debug.SetGCPercent(childGC)
		debug.FreeOSMemory()
	}
}

// mostHeld is what a child may hold of memory between two documents, in bytes. A collector
// at ease leaves so much behind documents of more than a hundred pages that the child
// would not be used again (recycleBytes).
const mostHeld = 64 << 20

// giveBack returns to the system what a large document left behind.
func giveBack() {
	if held() > mostHeld {
		debug.FreeOSMemory()
	}
}

// held is the memory that Go's runtime has from the system, in bytes.
func held() uint64 {
	memory := []gometrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	gometrics.Read(memory)
	return memory[0].Value.Uint64() - memory[1].Value.Uint64()
}

// recognitionMemory bounds what recognition takes: pictures and what networks make of
// them are much memory for a short time, of which a collector at ease lets twice as much
// come together as is needed. A child that kept it all would not be used again.
type recognitionMemory struct {
	before     read.BeforePage // nil for none
	recognises bool
	ordinary   int // the collector's percentage before
}

// recognitionGC is the collector's percentage meanwhile (debug.SetGCPercent).
const recognitionGC = 50

func (m *recognitionMemory) beforePage(ctx context.Context) error {
	if !m.recognises {
		m.recognises = true
		m.ordinary = debug.SetGCPercent(recognitionGC)
	}
	if m.before == nil {
		return nil
	}
	return m.before(ctx)
}

func (m *recognitionMemory) giveBack() {
	if m.recognises {
		debug.SetGCPercent(m.ordinary)
		debug.FreeOSMemory()
	}
}
