package recognize

// DominantStyle votes over the numbers of a document: each number that proves
// a style counts once, those printed with exactly two decimals thrice.
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
