// Package contract is what the services say to each other and to outside
// subscribers: subjects, streams, durable names, messages with their checks,
// plans and their limits, error codes, ids and the form of an API key.
//
// Only this package spells a subject, a stream name or an error code. Changes
// are additive; what would break gets a new subject. Every message has a
// Validate method, called when it is sent and when it is received. The package
// needs the standard library only.
package contract
