package lexicon

// Groups returns the phrases in a language's file of a kind ("labels", "pairs", "parties", "columns", "titles" …), in
// file order, with weights, unfolded. It returns nil if the language has no such file. The caller owns the result.
func Groups(code, kind string) []Group { return groups(code, kind) }
