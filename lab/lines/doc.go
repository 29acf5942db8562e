// Package lines makes pictures of lines of text for a text recogniser to learn
// from, and files of them.
//
// A line is made in a block of a few: texts (package wording) are set in a face
// (package typeface), printed, laid on paper, bent and photographed (package look), and
// each is cut out as the product cuts out lines (package crop), a little beside its
// place, as line finders find them. Everything comes from a seed.
package lines

import "github.com/docmill/docmill/lab/lines/wording"

// Alphabet returns the recogniser's labels without CTC's blank, in the order of
// their code points; see wording.Alphabet.
func Alphabet() []string { return wording.Alphabet() }
