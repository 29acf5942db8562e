// Package httpheader reads and writes values of HTTP header fields: what a client
// accepts, entity tags, ranges and file names. It knows no server.
package httpheader
