// Package client speaks to a docmill service over HTTP. It depends on the
// standard library alone.
//
//	c, err := client.New("http://127.0.0.1:8080", key)
//	record, err := c.Extract(ctx, client.FromPath("invoice.pdf"), client.ExtractOptions{})
//	var invoice client.Invoice
//	err = record.Decode(&invoice)
//
// # Retries
//
// A call that the service could not take (429 RATE_LIMITED, 503, 409
// IDEMPOTENCY_IN_PROGRESS, 502 or 504 from something between) or that never got
// an answer is made again, a bounded number of times, after the time that
// Retry-After names or else a random one that grows. Calls that make something
// are repeated only under an idempotency key, which [Client.Extract] and
// [Client.Batch] make themselves: a file is never taken in, nor charged, twice.
// 429 QUOTA_EXCEEDED is never repeated; the month will not end soon.
//
// # Errors
//
// An answer that says no is an [*Error]. Its code compares with [errors.Is]:
//
//	if errors.Is(err, client.CodeQuotaExceeded) { … }
//
// A document that could not be read is no error of the call: its record says
// [StatusFailed], and [Record.Err] why.
package client
