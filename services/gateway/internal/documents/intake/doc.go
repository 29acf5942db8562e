// Package intake receives uploaded files: it reads a multipart body part by part in constant
// memory and streams files to the object store while it counts, hashes and sniffs them. It
// returns files that arrived whole and are stored. After an error nothing is left.
//
// A repeated call is only hashed, to find out whether it is the same.
//
// Errors are *apierror.Error. Those that the body returns (a client that left or is too slow) are
// passed on.
package intake
