// Package reading measures the PDF reader: processor time compared with pdftotext and mutool on the same files,
// start-up time of an instance, and memory of a worker over thousands of documents.
package reading
