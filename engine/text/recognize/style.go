package recognize

// DominantStyle returns the style that most of a document's numbers prove. A number with exactly two decimals counts
// three times.
func DominantStyle(amounts []Amount) Style {
	comma, point := 0, 0
	for _, a := range amounts {
		weight := 1
		if a.Number.Fraction == 2 && !a.Percent {
			weight = 3
		}
		switch a.Number.Evidence {
		case StyleComma:
			comma += weight
		case StylePoint:
			point += weight
		case StyleUnknown:
		}
	}
	switch {
	case comma > point:
		return StyleComma
	case point > comma:
		return StylePoint
	}
	return StyleUnknown
}
