// Package submission is the one path on which documents come in: receive the
// form, claim its idempotency key, accept what it holds, and wait for the end.
// The API and the dashboard both call it; it knows neither HTTP's framework nor
// who verified the caller.
//
// A call without an idempotency key passes receive, accept and wait. With a key
// it first claims the key, before the body is read; when an earlier call was
// accepted under it, the body is only hashed, to tell that the call is the same,
// and the answer is what the earlier call made.
package submission
