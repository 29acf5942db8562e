//go:build !linux

package pgstore

import (
	"context"
	"syscall"
)

// setUserTimeout does nothing: keep-alives alone detect a host that disappeared, while nothing is sent
// to it.
func setUserTimeout(context.Context, string, string, syscall.RawConn) error { return nil }
