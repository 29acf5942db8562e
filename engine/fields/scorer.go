package fields

import (
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/receipt"
)

// Trained returns the extractor with the embedded scorers.
func Trained() Extractor {
	return Extractor{Links: link.Trained(), Head: receipt.Trained()}
}
