// Package model has the types of documents, batches and what callers ask of them
// that the store, the documents service and the HTTP packages share. It has no
// behavior: package documents does the work, package record turns a Document
// into the record that clients read, and package jobs/completion takes in the
// results of extractors.
package model
