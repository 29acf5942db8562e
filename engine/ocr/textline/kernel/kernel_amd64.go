package kernel

import "golang.org/x/sys/cpu"

//go:noescape
func denseAVX2(a *denseJob)

//go:noescape
func densePairVNNI(a *denseJob)

//go:noescape
func depthwiseAVX2(a *depthwiseJob)

// canPair reports whether the processor can compute two blocks of lanes outputs at once.
func canPair() bool { return cpu.X86.HasAVX512F && cpu.X86.HasAVX512VNNI }

func (a *denseJob) compute() {
	switch {
	case a.second != nil:
		densePairVNNI(a)
	case cpu.X86.HasAVX2 && !a.plain:
		denseAVX2(a)
	default:
		a.portable()
	}
}

func (a *depthwiseJob) compute() {
	if cpu.X86.HasAVX2 && !a.plain {
		depthwiseAVX2(a)
		return
	}
	a.portable()
}
