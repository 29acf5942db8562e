// Package lexicon holds the words of documents by language: what announces a
// value, heads a column, names a type of document, ends a company's name.
//
// The words stand in plain text files under data, one folder per language, which
// are part of the program; data/README.md says how to correct a phrase and how to
// add a language. Phrases are compared folded (see Fold). What processes look up is
// an index of these files, index.bin, which `go generate` makes (see BuildIndex):
// every process that reads documents would otherwise fold and sort thirty thousand
// phrases as it starts. Everything returned is read-only.
package lexicon
