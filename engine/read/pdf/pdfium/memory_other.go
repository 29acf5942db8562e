//go:build !linux && !darwin

package pdfium

import "github.com/tetratelabs/wazero/experimental"

// regions is empty: memories are slices.
type regions struct{}

func (*regions) reserve(uint64) experimental.LinearMemory { return nil }

func (*regions) close() {}
