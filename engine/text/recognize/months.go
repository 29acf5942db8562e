package recognize

import "github.com/docmill/docmill/engine/text/lexicon"

func month(word string) int { return lexicon.Month(word) }

// dateFiller reports whether a word may separate the parts of a written date: "3 de marzo de 2024", "the 3rd of
// March".
func dateFiller(word string) bool { return lexicon.DateFiller.Has(word) }
