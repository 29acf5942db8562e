// Package intake takes uploaded files in: it reads a multipart body as it
// arrives, part after part and in constant memory, and streams files to the
// object store while it counts, hashes and sniffs them. What it returns are
// files that arrived whole and are stored; on every error nothing is left
// behind.
//
// A call that repeats an earlier one is only hashed, to tell that it is the
// same.
//
// Errors are *fault.Error. A body that reports such errors itself (a client
// that is gone or too slow) has them passed on.
package intake
