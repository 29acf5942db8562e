// Package reading measures the PDF reader: processor time beside pdftotext and
// mutool on the same files, start of an instance, memory of a worker over
// thousands of documents.
package reading
