// Package schema compares the document types and fields in other modules with engine/schema: in the API's
// description, the JSON Schemas of events, the Go client's structs, and the contract's list of types. It
// has tests only; a failure names what is missing.
package schema
