// Package references compares an upload through the built binary with its separate parts, with the same documents in
// the same run: a bare Fiber handler that receives the file, a put into the object store, a publish to JetStream, the
// engine, and pdftotext on the same file.
package references
