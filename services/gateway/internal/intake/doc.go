// Package intake takes an uploaded file in: it reads the multipart body as it
// arrives, in constant memory, and streams the file to the object store while
// it counts, hashes and sniffs it. What it returns is a file that arrived whole
// and is stored; on every error nothing is left behind.
//
// Errors are *fault.Error. A body that reports such errors itself (a client
// that is gone or too slow) has them passed on.
package intake
