// Package schema holds what other modules say of document types and fields
// against engine/schema: the API's description and the JSON Schemas of events,
// the Go client's structs, and the list of types in the contract. It has tests
// only; a failure says what is missing where.
package schema
