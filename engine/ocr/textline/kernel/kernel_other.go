//go:build !amd64

package kernel

func (a *denseJob) compute() { a.portable() }

func (a *depthwiseJob) compute() { a.portable() }
