// Package keycheck finds the account of an API key: its form first, then a
// short-lived cache, then the auth service.
//
// A positive answer is kept for at most five seconds and never past the key's
// expiry, so that a revocation holds everywhere within that time even when its
// broadcast is lost. With the broadcast it holds at once: the signal clears the
// entry, and an answer that was asked for before a signal, or before a
// reconnect that may have swallowed one, is not kept.
package keycheck
