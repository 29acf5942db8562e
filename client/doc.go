// Package client calls a docmill service over HTTP. It depends only on the standard library.
//
//	c, err := client.New("http://127.0.0.1:8080", key)
//	record, err := c.Extract(ctx, client.FromPath("invoice.pdf"), client.ExtractOptions{})
//	var invoice client.Invoice
//	err = record.Decode(&invoice)
//
// # Retries
//
// The client repeats a call that the service temporarily refused (429 RATE_LIMITED, 503, 409
// IDEMPOTENCY_IN_PROGRESS, 502 or 504 from a proxy) or that got no response, a limited number of times,
// after the time in Retry-After or a random, growing pause. It repeats calls that create something only
// with an idempotency key, which [Client.Extract] and [Client.Batch] generate: a file is never stored or
// charged twice. 429 QUOTA_EXCEEDED is never repeated, because it lasts until the end of the month.
//
// # Errors
//
// An error response is an [*Error]. Use [errors.Is] for its code:
//
//	if errors.Is(err, client.CodeQuotaExceeded) { … }
//
// An unreadable document is not an error of the call: its record has [StatusFailed], and [Record.Err]
// returns the reason.
package client
