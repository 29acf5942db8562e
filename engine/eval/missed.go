package eval

// LearningMiss is a value that is not right although other documents of the layout were corrected.
type LearningMiss struct {
	Score

	File       string
	SameVendor bool // as one of the corrected documents
	Recognized bool // the document's layout was recognized
	// Before is the value found without learned layouts. It is set for single fields only.
	Before string
}

func missesOf(without, with *Document, sameVendor, recognized bool) []LearningMiss {
	before := map[string]string{}
	for i := range without.Scores {
		if s := &without.Scores[i]; s.Row == 0 {
			before[s.Field] = s.Got
		}
	}
	var misses []LearningMiss
	for _, s := range with.Scores {
		if s.Verdict == Right {
			continue
		}
		m := LearningMiss{Score: s, File: with.Case.File, SameVendor: sameVendor, Recognized: recognized}
		if s.Row == 0 {
			m.Before = before[s.Field]
		}
		misses = append(misses, m)
	}
	return misses
}
