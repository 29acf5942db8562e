// Package contract defines what services exchange with each other and with subscribers: subjects,
// streams, durable names, messages and their validation, plans and their limits, error codes, ids and
// the format of an API key.
//
// Only this package contains subjects, stream names and error codes. Changes are additive; a breaking
// change needs a new subject. Every message has a Validate method, which is called when it is sent and
// when it is received. The package uses the standard library only.
package contract
