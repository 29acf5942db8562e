// Package references measures an upload through the built binary beside what it is made
// of, by itself, with the same documents in the same run: a bare Fiber handler that
// takes the file, a put into the object store, a publish to JetStream, the engine, and
// pdftotext on the same file.
package references
