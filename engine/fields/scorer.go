package fields

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/receipt"
)

// Trained returns the extractor with the embedded scorers.
func Trained() (Extractor, error) {
	links, err := link.Trained()
	if err != nil {
		return Extractor{}, err
	}
	head, err := receipt.Trained()
	return Extractor{Links: links, Head: head}, err
}
