package gateway

import (
	"cmp"
	"math"
	"syscall"
)

// reservedFiles is the minimum number of file descriptors kept for everything but client
// connections: NATS, database, object store and the rest of the process. If the limit is high it
// is an eighth of it.
const reservedFiles = 256

// openFiles returns the limit of open files, which the Go runtime has raised as far as possible
// (package os).
func openFiles() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil || limit.Cur > math.MaxInt32 {
		return math.MaxInt32
	}
	return int(limit.Cur)
}

// connections bounds client connections by the settings and the limit of open files. There is
// always room for a client from another address.
func (c Config) connections(files int) (total, perAddress int) {
	total = max(1, min(cmp.Or(c.MaxConnections, maxConnections), files-max(reservedFiles, files/8)))
	return total, max(1, min(c.MaxPerAddress, total/2))
}
