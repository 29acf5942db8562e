package gateway

import (
	"cmp"
	"math"
	"syscall"
)

// reservedFiles is the minimum of descriptors kept for all but client connections; a high limit reserves an eighth.
const reservedFiles = 256

// openFiles returns the limit of open files, which the Go runtime has raised as far as possible (package os).
func openFiles() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil || limit.Cur > math.MaxInt32 {
		return math.MaxInt32
	}
	return int(limit.Cur)
}

// connections bounds client connections by settings and open files, with room for a client from another address.
func (c Config) connections(files int) (total, perAddress int) {
	total = max(1, min(cmp.Or(c.MaxConnections, maxConnections), files-max(reservedFiles, files/8)))
	return total, max(1, min(c.MaxPerAddress, total/2))
}
