package lexicon

// Groups returns the phrases of a language as its file of that kind has them
// ("labels", "pairs", "parties", "columns", "titles" …): in their order, with their
// weights, as they are printed. It returns nil where the language has no such file.
// What is returned belongs to the caller.
func Groups(code, kind string) []Group { return groups(code, kind) }
