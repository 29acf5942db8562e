package recognize

import "github.com/docmill/docmill/engine/text/lexicon"

// Fold is lexicon.Fold.
func Fold(s string) string { return lexicon.Fold(s) }

// FoldWords is lexicon.FoldWords.
func FoldWords(s string) []string { return lexicon.FoldWords(s) }

// Compact is lexicon.Compact.
func Compact(s string) string { return lexicon.Compact(s) }
