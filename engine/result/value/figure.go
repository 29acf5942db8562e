package value

import (
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Figure is a number read from a part of a row.
type Figure struct {
	Part   layout.Part
	Amount recognize.Amount
}
