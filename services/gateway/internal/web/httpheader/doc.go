// Package httpheader parses and formats HTTP header fields: accepted types, entity tags, ranges and file
// names. It is independent of servers.
package httpheader
