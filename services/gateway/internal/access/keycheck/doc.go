// Package keycheck finds the account of an API key: it checks the form, then a short-lived cache,
// then asks the auth service.
//
// A positive answer is cached for at most five seconds and never past the key's expiry, so a
// revocation takes effect within that time even if its signal is lost. The signal removes the
// entry at once. An answer that was requested before a signal, or before a reconnect that may
// have lost one, is not cached.
package keycheck
