package kernel

import "unsafe"

func (a *denseJob) run() {
	if a.places == 0 {
		a.compute()
		return
	}
	// A map of fewer places than a tile has no room for the whole tile.
	whole := *a
	var bytes [tile * lanes]byte
	var values [tile * lanes]float32
	if a.raw != nil {
		whole.raw, whole.dstStep = &values[0], lanes*4
	} else {
		whole.dst, whole.dstStep = &bytes[0], lanes
	}
	whole.compute()
	for p := range a.places {
		if a.raw != nil {
			copy(unsafe.Slice(at(a.raw, p*a.dstStep), lanes), values[p*lanes:])
		} else {
			copy(unsafe.Slice(at(a.dst, p*a.dstStep), lanes), bytes[p*lanes:])
		}
	}
}

// at returns the value some bytes behind p.
func at[T any](p *T, bytes int) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(p), bytes))
}
