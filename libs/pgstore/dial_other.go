//go:build !linux

package pgstore

import (
	"context"
	"syscall"
)

// setUserTimeout does nothing: only keep-alives detect a lost host, while nothing is sent to it.
func setUserTimeout(context.Context, string, string, syscall.RawConn) error { return nil }
