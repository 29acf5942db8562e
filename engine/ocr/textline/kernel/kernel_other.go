//go:build !amd64

package kernel

func canPair() bool { return false }

func (a *denseJob) compute() { a.portable() }

func (a *depthwiseJob) compute() { a.portable() }
