package receiptline

import "github.com/docmill/docmill/engine/layout"

// OnlyCode reports whether a name is an article number alone.
func OnlyCode(name []layout.Part) bool {
	return len(name) == 1 && name[0].First == name[0].Last && CodeShape(name[0].Text())
}

// Under reports whether a row is close under another.
func Under(upper, lower *layout.Row) bool {
	return lower.Box.Y0-upper.Box.Y1 < 1.2*max(upper.Box.Height(), lower.Box.Height())
}

// Breaks reports whether the first word of the next line would not have fitted after a name.
func Breaks(upper *Line, next []layout.Part, limit float64) bool {
	if len(upper.Name) == 0 || len(next) == 0 {
		return false
	}
	end := upper.Name[len(upper.Name)-1].Box()
	first := next[0].Segment.Tokens[next[0].First].Box
	return end.X1+first.Width()+0.6*end.Height() > limit
}
