// Package submission is the one path for new documents: receive the form, claim its idempotency
// key, accept the files, wait for the end. The API and the dashboard both use it. It does not
// depend on the HTTP framework or on how the caller was authenticated.
//
// A call with an idempotency key claims the key before the body is read. If an earlier call used
// the key the body is only hashed, to find out whether it is the same call, and the result is
// that of the earlier call.
package submission
