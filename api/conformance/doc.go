// Package conformance compares docmill's responses with its OpenAPI document. A test uses a Checker's
// transport in its HTTP client; the checker then compares every response with the document: status,
// required headers, and the body's schema without additional members. It checks requests only if they
// succeed, because tests send invalid ones on purpose.
//
// Statuses that the document marks as planned (x-planned) count as undocumented. Lines of
// application/x-ndjson are checked one by one against the schema in x-line-schema.
package conformance
