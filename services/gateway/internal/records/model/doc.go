// Package model has the types of documents, batches and requests that the store, the documents service and
// the HTTP packages share. It has no behavior: package documents does the work, package record converts a
// Document to the record for clients, and package jobs/completion receives the extractors' results.
package model
