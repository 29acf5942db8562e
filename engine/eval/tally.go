package eval

// Tally counts the verdicts of one field.
type Tally struct {
	Right   int `json:"right"`   // found and equal
	Wrong   int `json:"wrong"`   // found and not equal
	Missing int `json:"missing"` // a truth is known, nothing found
	Surplus int `json:"surplus"` // found in a line item that does not exist
}

// Precision is the share of found values that are right.
func (t Tally) Precision() float64 { return ratio(t.Right, t.Right+t.Wrong+t.Surplus) }

// Recall is the share of true values that were found.
func (t Tally) Recall() float64 { return ratio(t.Right, t.Truths()) }

// F1 is the harmonic mean of precision and recall.
func (t Tally) F1() float64 {
	return ratio(2*t.Right, 2*t.Right+2*t.Wrong+t.Missing+t.Surplus)
}

// Truths is the number of true values.
func (t Tally) Truths() int { return t.Right + t.Wrong + t.Missing }

func (t *Tally) add(o Tally) {
	t.Right += o.Right
	t.Wrong += o.Wrong
	t.Missing += o.Missing
	t.Surplus += o.Surplus
}

func (t *Tally) count(v Verdict) {
	switch v {
	case Right:
		t.Right++
	case Wrong:
		t.Wrong++
	case Missing:
		t.Missing++
	case Surplus:
		t.Surplus++
	}
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
