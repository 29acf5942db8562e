package recognize

import "github.com/docmill/docmill/engine/text/lexicon"

// Fold is lexicon.Fold, the form in which words are compared.
func Fold(s string) string { return lexicon.Fold(s) }

// FoldWords is Fold, split into its words.
func FoldWords(s string) []string { return lexicon.FoldWords(s) }

// Compact is Fold without any spaces.
func Compact(s string) string { return lexicon.Compact(s) }
