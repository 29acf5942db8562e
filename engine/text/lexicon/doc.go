// Package lexicon holds the words of documents by language: labels of values, headings of columns, titles of document
// types, company forms.
//
// The words are in embedded text files under data, one folder per language; data/README.md explains how to correct a
// phrase and how to add a language. Phrases are compared folded (see Fold). Lookups use an index of these files,
// index.bin, which `go generate` makes (see BuildIndex); otherwise every process would fold and sort thirty thousand
// phrases at start. All returned values are read-only.
package lexicon
