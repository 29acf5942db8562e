package gateway

import (
	"math"
	"syscall"
)

// reservedFiles is how many open files are kept for all but clients'
// connections: those to NATS, database and object store, and what else runs in
// the process. Where more may be open it is an eighth of them.
const reservedFiles = 256

// openFiles is how many files the process may have open. The Go runtime has
// raised the limit as far as it may (os package).
func openFiles() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil || limit.Cur > math.MaxInt32 {
		return math.MaxInt32
	}
	return int(limit.Cur)
}

// connections bounds clients' connections by the settings and by how many files
// may be open, so that there is always room for a client that comes from
// another address and never a lack of files.
func (c Config) connections(files int) (total, perAddress int) {
	total = max(1, min(c.MaxConnections, files-max(reservedFiles, files/8)))
	return total, max(1, min(c.MaxPerAddress, total/2))
}
