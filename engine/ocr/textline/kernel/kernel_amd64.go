package kernel

import "golang.org/x/sys/cpu"

//go:noescape
func denseAVX2(a *denseJob)

//go:noescape
func depthwiseAVX2(a *depthwiseJob)

func (a *denseJob) compute() {
	if cpu.X86.HasAVX2 && !a.plain {
		denseAVX2(a)
		return
	}
	a.portable()
}

func (a *depthwiseJob) compute() {
	if cpu.X86.HasAVX2 && !a.plain {
		depthwiseAVX2(a)
		return
	}
	a.portable()
}
