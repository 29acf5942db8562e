// Package conformance holds what a docmill answers against its OpenAPI
// document. A test puts a Checker's transport under its HTTP client; from then
// on every answer is looked at: is the status documented for this operation,
// are the headers there that the document requires, is the body what the
// schema says, and nothing more. Requests are looked at when they succeed, as
// tests send wrong ones on purpose.
//
// Statuses that the document marks as planned (x-planned) count as
// undocumented, and lines of application/x-ndjson are checked one by one
// against the schema that the document names for them (x-line-schema).
package conformance
